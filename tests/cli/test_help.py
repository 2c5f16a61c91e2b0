"""Help is available even if Python leaves out docstrings."""

from __future__ import annotations

import subprocess
import sys

from harmonies_cli.cli.main import _COMMANDS
from tests.cli.processes import ENVIRONMENT

SHOW = """
import sys
from harmonies_cli.cli.main import harmonies
for name in (None, *sys.argv[1:]):
    try:
        harmonies.main([name, "--help"] if name else ["--help"], prog_name="harmonies", standalone_mode=True)
    except SystemExit:
        pass
"""


def shown(level: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", SHOW, *_COMMANDS],
        capture_output=True,
        text=True,
        check=True,
        env={**ENVIRONMENT, "PYTHONOPTIMIZE": level, "COLUMNS": "80"},
    )
    return ran.stdout


def test_help_does_not_come_from_docstrings() -> None:
    usual = shown("")
    assert usual.count("Usage: harmonies") == len(_COMMANDS) + 1
    assert "The command writes to DIR: report.html" in " ".join(usual.split())
    assert shown("2") == usual
