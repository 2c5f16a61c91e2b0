"""The command line as a separate process."""

from __future__ import annotations

import os
import sys

from tests.cli.command import ROOT

__all__ = ["ENVIRONMENT", "PROGRAM"]

PROGRAM = [sys.executable, "-m", "harmonies_cli"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
