"""The command line as a separate process."""

from __future__ import annotations

import os
import sys

from tests.cli.command import ROOT

__all__ = ["CHUNK", "ENVIRONMENT", "IN_SMALL_CHUNKS", "PROGRAM"]

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
CHUNK = 1 << 18
_SCRIPT = f"""
from harmonies_cli.records.files import paths
paths.CHUNK_BYTES = {CHUNK}
from harmonies_cli.__main__ import run
run()
"""
IN_SMALL_CHUNKS = [sys.executable, "-c", _SCRIPT]
"""The program, which cuts its input into chunks of `CHUNK` bytes or twice that: some games are enough for several."""
