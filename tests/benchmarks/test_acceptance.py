"""The acceptance runs of scale; ``pytest -m slow -n0 tests/benchmarks`` runs them all (see docs/performance.md).

They take long and need an idle machine. HARMONIES_GAMES sets the number of games of the last one.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from statistics import median

import orjson
import pytest

from tests.benchmarks.commands import simulated
from tests.benchmarks.processes import measured, peak_megabytes
from tests.benchmarks.vectorised import vectorised_rows

pytestmark = pytest.mark.slow
_MOST_MEGABYTES = 250


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """20,000 games of two players."""
    return simulated(20_000, tmp_path_factory.mktemp("games") / "20k.jsonl")


def test_vectorised_scoring_is_fast() -> None:
    plain, at_once, *_ = vectorised_rows(200_000)
    assert at_once.per_second >= 2_000_000
    assert at_once.per_second >= 10 * plain.per_second


@pytest.mark.parametrize("command", [("verify",), ("verify", "--format", "jsonl"), ("verify", "--quiet"), ("export",)])
def test_two_cores_are_nearly_twice_as_fast_as_one(command: tuple[str, ...], games: Path, tmp_path: Path) -> None:
    ratios = []
    for run in range(7):
        seconds = []
        for jobs in (1, 2):
            target = ("-o", tmp_path / f"set-{run}-{jobs}") if command == ("export",) else ()
            seconds.append(measured(*command, games, *target, "--jobs", jobs).seconds)
        ratios.append(seconds[0] / seconds[1])
    assert median(ratios) >= 1.8, ratios


@pytest.mark.parametrize("command", ["verify", "convert", "export"])
def test_memory_does_not_depend_on_the_number_of_records(
    command: str, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    folder = tmp_path_factory.getbasetemp()
    many = folder / "100k.jsonl"
    if not many.exists():
        simulated(100_000, many)
    few = tmp_path / "10k.jsonl"
    with many.open("rb") as lines:
        few.write_bytes(b"".join(next(lines) for _ in range(10_000)))
    peaks = []
    for file in (few, many):
        target = () if command == "verify" else ("-o", tmp_path / f"out-{file.stem}.jsonl")
        peaks.append(peak_megabytes(command, file, *target, "--jobs", 2))
    assert max(peaks) <= _MOST_MEGABYTES
    assert peaks[1] <= 1.1 * peaks[0], peaks


def test_verify_and_export_against_their_references(games: Path, tmp_path: Path) -> None:
    with_document, without, export = [], [], []
    for run in range(5):
        start = time.process_time()
        for line in games.read_bytes().splitlines():
            orjson.loads(line)
        parsed = time.process_time() - start
        verified = measured("verify", games, "--quiet", "--jobs", 1).processor
        without.append(verified / parsed)
        with_document.append(measured("verify", games, "--format", "json", "--jobs", 1).processor / parsed)
        export.append(measured("export", games, "-o", tmp_path / str(run), "--jobs", 1).processor / verified)
    found = {"with document": median(with_document), "without": median(without), "export": median(export)}
    limits = {"with document": 8, "without": 5, "export": 1.75}
    assert all(found[name] <= limit for name, limit in limits.items()), found


def test_a_million_games_are_analysed(tmp_path: Path) -> None:
    number = int(os.environ.get("HARMONIES_GAMES", "1000000"))
    file = simulated(number, tmp_path / "games.jsonl")
    seconds = measured("analyse", file, "-o", tmp_path / "report", "--jobs", 2).seconds
    print(f"{number:,} games analysed at {number / seconds:,.0f} games/s")
    summary = orjson.loads((tmp_path / "report" / "summary.json").read_bytes())
    assert summary["games"] == number
