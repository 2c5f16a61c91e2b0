"""Positions per second in ``harmonies score --format csv`` of JSON Lines, beside orjson's parsing of the same bytes.

``python -m tests.benchmarks.score_positions [positions]``
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import orjson

from tests.benchmarks.harness import Row, child_seconds, rate, table
from tests.benchmarks.random_boards import position_lines

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
LIMIT = 10_000


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    lines = list(position_lines(number))

    def parse() -> int:
        for line in lines:
            orjson.loads(line)
        return number

    baseline = rate(parse, seconds=0.5)
    rows = [Row("orjson: parsed only", baseline)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        path.write_bytes(b"".join(lines))
        for form in ("csv", "jsonl"):
            found = number / child_seconds([*PROGRAM, "score", str(path), "--format", form, "--jobs", "1"], runs=2)
            limit = f"at least {LIMIT:,}" if form == "csv" else ""
            rows.append(Row(f"score --format {form}, start included", found, baseline / found, limit))
    print(table(f"{number:,} one-player positions, {len(b''.join(lines)) // number} bytes each", "positions", rows))


if __name__ == "__main__":
    main()
