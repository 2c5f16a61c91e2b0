"""``harmonies convert`` on a terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.cli.conversion import BGA


def test_the_progress_bar_is_for_terminals(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    # The folder twice, because there is no bar for a few records.
    command = [sys.executable, "-m", "harmonies_cli", "convert", str(BGA), str(BGA), "-o", str(tmp_path / "out.jsonl")]
    with subprocess.Popen(command, stderr=theirs, env={**os.environ, "TERM": "xterm"}) as process:
        os.close(theirs)
        said = b""
        with contextlib.suppress(OSError):  # the terminal has closed
            while part := os.read(ours, 65536):
                said += part
    os.close(ours)
    assert process.returncode == 1
    assert b"Converting" in said
    assert b"100%" in said
    assert b"\r\x1b[K" in said
    assert b"error-page.json: not converted" in said
