"""Commands over many games: on one core and on all, beside the least work that the task needs, and their memory.

``python -m tests.benchmarks.commands [games] [factor for the memory]``
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import orjson
import pyarrow.parquet as pq

from harmonies_cli.statistics.files.dataset_tables import read_tables
from tests.benchmarks.processes import measured, peak_megabytes

__all__ = ["Line", "command_lines", "simulated"]

_CORES = os.cpu_count() or 1


class Line(NamedTuple):
    """A line of the table.

    Attributes
    ----------
    name
        The task.
    rate
        How much of the task one core does per second.
    reference
        The least work that the task needs, or another yardstick.
    times
        Time of the task divided by that of the reference.
    cores
        Speed of all cores divided by that of one.
    memory
        Peak memory of a process in megabytes, with few and with many records.
    """

    name: str
    rate: str
    reference: str = ""
    times: float | None = None
    cores: float | None = None
    memory: Sequence[float] = ()

    def cells(self) -> Iterator[str]:
        """Yield the cells of the table."""
        yield from (self.name, self.rate, self.reference)
        yield "" if self.times is None else f"{self.times:.2f}"
        yield "" if self.cores is None else f"{self.cores:.2f}"
        yield " and ".join(f"{megabytes:.0f}" for megabytes in self.memory)


def simulated(games: int, file: Path, seed: int = 1) -> Path:
    """Write `games` simulated two-player games to a file."""
    measured("simulate", "--games", games, "--seed", seed, "-o", file)
    return file


def command_lines(games: int, more: int, folder: Path) -> Iterator[Line]:
    """Yield the lines for `games` games, with memory for `more` times as many too unless `more` is 1."""
    few = simulated(games, folder / "few.jsonl")
    many = simulated(games * more, folder / "many.jsonl") if more > 1 else None
    parsed = _seconds(lambda: _parse(few))
    dumped = _seconds(lambda: _parse(few, orjson.dumps))
    orjson_name = f"orjson parses the same bytes: {games / parsed:,.0f} games/s"

    def line(name: str, reference: str, least: float, *arguments: object, output: str | None = None) -> Line:
        def on(file: Path, jobs: int) -> tuple[object, ...]:
            target = () if output is None else ("-o", folder / f"{time.monotonic_ns()}{output}")
            return (*arguments, file, *target, "--jobs", jobs)

        one, all_cores = measured(*on(few, 1), runs=2), min(measured(*on(few, _CORES)).seconds for _ in range(2))
        memory = [peak_megabytes(*on(file, _CORES)) for file in (few, many) if file is not None]
        rate = f"{games / one.processor:,.0f} games/s"
        return Line(name, rate, reference, one.processor / least, one.seconds / all_cores, memory)

    yield line("verify --format jsonl", orjson_name, parsed, "verify", "--format", "jsonl")
    yield line("verify --quiet", orjson_name, parsed, "verify", "--quiet")
    yield line("score --format csv", orjson_name, parsed, "score", "--format", "csv")
    convert_name = f"orjson parses and writes the same: {games / dumped:,.0f} games/s"
    yield line("convert", convert_name, dumped, "convert", output=".jsonl")
    verified = measured("verify", "--quiet", few, "--jobs", 1).processor
    measured("export", few, "-o", folder / "set")
    tables = read_tables(folder / "set")
    parquet = _seconds(lambda: [pq.write_table(rows, os.devnull, compression="zstd") for rows in tables.values()])
    export_name = f"verify --quiet and Parquet of the same rows ({parquet:.2f} s)"
    yield line("export", export_name, verified + parquet, "export", output="")
    read = _seconds(lambda: read_tables(folder / "set"))
    analyse = ("analyse", folder / "set", "-o", folder / "report", "--charts", "none")
    analysed = measured(*analyse).processor
    yield Line(
        "analyse a data set, all tables",
        f"{games / analysed:,.0f} games/s",
        f"Parquet of the same rows read ({read:.2f} s)",
        analysed / read,
        memory=[peak_megabytes(*analyse)],
    )
    simulate = ("simulate", "--games", games, "--jobs")
    one, all_cores = measured(*simulate, 1), measured(*simulate, _CORES)
    yield Line(
        "simulate, random bots",
        f"{games / one.processor:,.0f} games/s",
        "verify --quiet of the same games",
        one.processor / verified,
        one.seconds / all_cores.seconds,
        [peak_megabytes(*simulate, _CORES)],
    )


def _parse(file: Path, then: Callable[[object], object] = id) -> None:
    for line in file.read_bytes().splitlines():
        then(orjson.loads(line))


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor time of a call, the least of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def lines_table(title: str, lines: Iterator[Line]) -> str:
    """Return the table as Markdown."""
    heads = ("", "rate on one core", "reference", "times the reference", f"{_CORES} cores against one", "peak MB")
    rows = [heads, ("---", "---:", "---", "---:", "---:", "---:"), *(tuple(line.cells()) for line in lines)]
    return "\n".join([f"### {title}", "", *(f"| {' | '.join(row)} |" for row in rows)])


def main() -> None:
    """Print the table."""
    games, more = (int(sys.argv[place]) if len(sys.argv) > place else usual for place, usual in ((1, 4_000), (2, 1)))
    with tempfile.TemporaryDirectory() as folder:
        memory = f"; memory also for {games * more:,}" if more > 1 else ""
        print(
            lines_table(f"{games:,} simulated games of two players{memory}", command_lines(games, more, Path(folder)))
        )


if __name__ == "__main__":
    main()
