"""Games verified a second on one core, documents written, beside orjson's parsing of the same bytes.

``python -m tests.benchmarks.verify_games [games]``
"""

from __future__ import annotations

import json
import sys
import tempfile
from functools import partial
from pathlib import Path

import orjson

from harmonies_cli.bots.registry import one_for_each_seat, split_bots
from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import Assessment
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.records.sources import Document
from harmonies_cli.report.json_records import json_element
from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from tests.benchmarks.harness import Row, child_seconds, rate, table

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
DATA = Path(__file__).parents[1] / "data" / "games"
LIMIT = "at most 10 times"


def sample_lines() -> list[bytes]:
    """Return the recorded two-player games, a line each."""
    return [json.dumps(json.loads(path.read_bytes())).encode() for path in sorted(DATA.glob("2p_*.json"))]


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 6_000
    terms = Terms(1, "A", True, "rulebook")
    played = play_fixtures(terms, fixtures_of(terms, number, one_for_each_seat(split_bots("random"), 2)), jobs=1)
    lines = [game.line.rstrip() for game in played]
    size = sum(map(len, lines)) // len(lines)
    print(table(f"{number:,} simulated games of two players, {size:,} bytes each", "games", rows_of(lines)), "\n")
    lines = sample_lines() * (number // 6)
    size = sum(map(len, lines)) // len(lines)
    print(table(f"{len(lines):,} recorded games of two players, {size:,} bytes each", "games", rows_of(lines)))


def rows_of(lines: list[bytes]) -> list[Row]:
    """Return the rows for some games."""

    def parse() -> int:
        for line in lines:
            orjson.loads(line)
        return len(lines)

    def verify(*, explain: bool, document: bool) -> int:
        how = Assessment(explain=explain)
        for line in lines:
            found = assess(read_document(Document("x", 1, line), ReadOptions()), how)
            assert found.verdict == "legal"
            if document:
                json_element(found)
        return len(lines)

    baseline = rate(parse, seconds=0.5)
    rows = [Row("orjson: parsed only", baseline)]
    for name, explain, document in (
        ("verified, no documents", False, False),
        ("verified, items and documents", True, True),
    ):
        found = rate(partial(verify, explain=explain, document=document), runs=2)
        rows.append(Row(name, found, baseline / found, LIMIT if document else ""))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        path.write_bytes(b"\n".join(lines))
        found = len(lines) / child_seconds([*PROGRAM, "verify", str(path), "--format", "jsonl", "--jobs", "1"])
        rows.append(Row("verify --format jsonl, start included", found, baseline / found, LIMIT))
    return rows


if __name__ == "__main__":
    main()
