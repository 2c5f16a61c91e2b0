"""Games verified per second on one core, documents written, beside orjson's parsing of the same bytes.

``python -m tests.benchmarks.verify_games [games]``
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path

import orjson

from harmonies_cli.bots.registry import one_for_each_seat, split_bots
from harmonies_cli.cli.verify import verify as verify_command
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.report.formats import json_element
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from tests.benchmarks.harness import Row, interleaved, table

DATA = Path(__file__).parents[1] / "data" / "games"
ROUND = 500
"""Games in a round: enough that the processor caches them no better than the games of a long file."""


def sample_lines() -> list[bytes]:
    """Return the recorded two-player games, one per line."""
    return [orjson.dumps(orjson.loads(path.read_bytes())) for path in sorted(DATA.glob("2p_*.json"))]


def simulated_lines(number: int) -> list[bytes]:
    """Return different games of both sides by two kinds of players."""
    lines = []
    for side in SIDES:
        for bots in ("random", "greedy"):
            terms = Terms(1, side, True, "rulebook")
            fixtures = fixtures_of(terms, -(-number // 4), one_for_each_seat(split_bots(bots), 2))
            lines += [game.line.rstrip() for game in play_fixtures(terms, fixtures, jobs=1)]
    return lines


def main() -> None:
    """Print the tables."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else ROUND
    for kind, lines in (("simulated", simulated_lines(number)), ("recorded", sample_lines() * -(-number // 6))):
        size = sum(map(len, lines)) // len(lines)
        title = f"{len(lines):,} {kind} games of two players, {size:,} bytes each"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "games.jsonl"
            path.write_bytes(b"\n".join(lines))
            print(table(title, "games", rows_of(lines, path)), "\n")


def rows_of(lines: list[bytes], path: Path) -> list[Row]:
    """Return the rows for some games, the lines of a file."""
    options = ReadOptions()

    def parse() -> None:
        for line in lines:
            orjson.loads(line)

    def verify(*, explain: bool) -> None:
        how = AssessOptions(explain=explain)
        for line in lines:
            found = assess(read_document(Document("x", 1, line), options), how)
            assert found.verdict == "legal"
            if explain:
                json_element(found)

    def command(*arguments: str) -> None:
        target = str(path.with_suffix(".out"))
        verify_command.main([str(path), "--jobs", "1", "-o", target, *arguments], standalone_mode=False)

    baseline, *times = interleaved(
        (
            parse,
            partial(verify, explain=False),
            partial(verify, explain=True),
            partial(command, "--quiet"),
            partial(command, "--format", "json"),
        )
    )
    names = (
        ("verified, no documents", "at most 5 times"),
        ("verified, items and documents", "at most 8 times"),
        ("verify --quiet, file to file", ""),
        ("verify --format json, file to file", "at most 8 times"),
    )
    rows = [Row("orjson: parsed only", len(lines) / baseline)]
    rows += [
        Row(name, len(lines) / spent, spent / baseline, limit)
        for (name, limit), spent in zip(names, times, strict=True)
    ]
    return rows


if __name__ == "__main__":
    main()
