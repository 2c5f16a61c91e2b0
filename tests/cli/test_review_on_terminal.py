from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.pseudo_terminal import PseudoTerminal, on_terminal

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("samples/games/two-players-typed.json", "--turns", "8", "--scenarios", "2", "--jobs", "1", "--step")


@on_terminal
def test_review_is_stepped_through_by_keys() -> None:
    terminal = PseudoTerminal("review", *QUICK, folder=ROOT, size=(80, 24))
    try:
        terminal.wait_for("\x1b[?1049h")
        assert "r better" in terminal.wait_for("q quit")
        terminal.type("g8\r")
        terminal.wait_for("Turn 8 of 8")
        assert "luck " in terminal.wait_for("q quit")
        terminal.type("r")
        assert "played: " in terminal.wait_for("q quit")
        terminal.type("q")
        terminal.wait_for("\x1b[?1049l")
        assert terminal.ended()[0] == 0
    finally:
        terminal.discard()


@pytest.mark.parametrize(
    ("more", "said"), [((), "--step needs a terminal"), (("--format", "html"), "--step needs a terminal")]
)
def test_stepping_without_a_terminal_is_refused(more: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "harmonies_cli", "review", *QUICK, *more],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert done.stdout == b""
