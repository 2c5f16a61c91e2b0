"""Export of records to row tables: which modules are loaded, and when."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from harmonies_cli.records.files.paths import CHUNK_BYTES

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json"

TELLING = """
import sys
from harmonies_cli.batch import executor
from harmonies_cli.cli.main import main
has_one_thread = executor._has_one_thread
def telling():
    print("one thread:", has_one_thread(), file=sys.stderr)
    return has_one_thread()
executor._has_one_thread = telling
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the threads of a process")
@pytest.mark.parametrize("command", ["export", "analyse"])
def test_workers_start_before_anything_that_has_threads(command: str, tmp_path: Path) -> None:
    line = GAME.read_bytes().replace(b"\n", b" ") + b"\n"
    (tmp_path / "many.jsonl").write_bytes(line * (CHUNK_BYTES // len(line) + 1))
    ran = subprocess.run(
        [sys.executable, "-c", TELLING, command, "many.jsonl", "-o", "out", "--jobs", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert ran.stderr.startswith("one thread: True\n")
