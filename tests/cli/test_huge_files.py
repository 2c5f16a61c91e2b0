"""Files of gigabytes: a clear message, at once, with little memory."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES

LINE = RIGHT.replace("\n", " ").encode()
START = b'{"format": "harmonies-position", "notes": "'


# --- at full size


MEASURED = """
import re, sys, time
from pathlib import Path
from harmonies_cli.cli.main import main
try:
    main()
except SystemExit as stop:
    memory = re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())
    Path("used").write_text(f"{stop.code} {time.process_time()} {memory[1]}")
"""


def measured(folder: Path, *args: object) -> tuple[bytes, float, int]:
    """Return the output, processor time in seconds, and memory in megabytes of a process that runs in a folder."""
    ran = subprocess.run([sys.executable, "-c", MEASURED, *map(str, args)], capture_output=True, cwd=folder, check=True)
    status, seconds, kilobytes = (folder / "used").read_text().split()
    assert status == "1"
    return ran.stdout, float(seconds), int(kilobytes) // 1024


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_a_gigabyte_without_a_line_end(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    with path.open("wb") as file:
        file.write(START)
        for _ in range(1024):
            file.write(b"x" * (1 << 20))
    said, seconds, memory = measured(tmp_path, "verify", path)
    path.unlink()
    assert b"than 64 MB" in said
    assert seconds < 5
    assert memory < 150


@pytest.mark.slow
def test_a_sparse_gigabyte_of_zeros(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    said, seconds, memory = measured(tmp_path, "score", path)
    assert b"binary data" in said
    assert (seconds < 1, memory < 60) == (True, True)


@pytest.mark.slow
def test_a_gzip_member_that_unpacks_to_gigabytes(tmp_path: Path) -> None:
    path = tmp_path / "x.json.gz"
    with gzip.open(path, "wb", 9) as file:
        file.write(START)
        for _ in range(2048):
            file.write(b" " * (1 << 20))
    said, seconds, memory = measured(tmp_path, "score", path)
    assert b"the record is larger than 64 MB" in said
    assert seconds < 5
    assert memory < 150


@pytest.mark.slow
def test_memory_stays_flat_over_many_records(tmp_path: Path) -> None:
    memory = []
    for number in (30_000, 90_000):  # beyond the size of the chunks
        path = tmp_path / f"{number}.jsonl"
        path.write_bytes((LINE.replace(b"TL", b"LT") + b"\n") + (LINE + b"\n") * number)
        memory.append(measured(tmp_path, "score", path, "--format", "csv", "--jobs", 1)[2])
    game = json.dumps(GAMES["2p_A_nospirits-04"]).encode() + b"\n"
    for number in (3_000, 9_000):
        path = tmp_path / f"games-{number}.jsonl"
        path.write_bytes(LINE.replace(b"TL", b"LT") + b"\n" + game * number)
        memory.append(measured(tmp_path, "verify", path, "--format", "jsonl", "--jobs", 1)[2])
    assert memory[1] <= memory[0] + 8
    assert memory[3] <= memory[2] + 8
