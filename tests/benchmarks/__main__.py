"""All benchmarks as one report: ``python -m tests.benchmarks [games] [factor for the memory]``.

Every figure is beside its reference, which is timed in the same run.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import split
from tests.benchmarks import startup
from tests.benchmarks.commands import Line, command_lines, lines_table
from tests.benchmarks.harness import child_seconds
from tests.benchmarks.score_calls import once, random_board, scoresheet
from tests.benchmarks.vectorised import vectorised_rows


def lines(games: int, more: int, folder: Path) -> Iterator[Line]:
    """Yield all lines."""
    score = [*startup.PROGRAM, "score", startup.EXAMPLE]
    click, spent = (min(child_seconds(command, runs=7) for _ in range(2)) for command in (startup.CLICK, score))
    yield Line(
        "score FILE, cold start",
        f"{spent * 1000:.0f} ms",
        f"python -c 'import click': {click * 1000:.0f} ms",
        spent / click,
        memory=(startup.memory(["score", startup.EXAMPLE]),),
    )
    rng = random.Random(1)
    first, second = ([random_board(SIDES["A"], rng) for _ in range(20_000)] for _ in range(2))
    least, found = once(split, first), once(partial(scoresheet, SIDES["A"]), second)
    reference = f"masks of the landscapes only: {least:,.0f} calls/s"
    yield Line("one scoring call, a whole scoresheet", f"{found:,.0f} calls/s", reference, least / found)
    plain, at_once, plain_bga, at_once_bga = vectorised_rows(200_000)
    for rules, one, many in (("rulebook", plain, at_once), ("bga", plain_bga, at_once_bga)):
        reference = f"the plain scorer: {one.per_second:,.0f} boards/s"
        yield Line(f"landscape rows, vectorised, {rules}", f"{many.per_second:,.0f} boards/s", reference, many.times)
    yield from command_lines(games, more, folder)


def main() -> None:
    """Print the table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000
    more = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    with tempfile.TemporaryDirectory() as folder:
        print(lines_table(f"{games:,} simulated games of two players", lines(games, more, Path(folder))))


if __name__ == "__main__":
    main()
