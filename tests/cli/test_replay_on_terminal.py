from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.pseudo_terminal import PseudoTerminal, on_terminal

pytestmark = on_terminal

ROOT = Path(__file__).resolve().parents[2]
TYPED = "samples/games/two-players-typed.json"


@pytest.fixture
def start() -> Iterator[Callable[..., PseudoTerminal]]:
    started: list[PseudoTerminal] = []

    def starter(*arguments: str, **environ: str) -> PseudoTerminal:
        started.append(PseudoTerminal("replay", *arguments, folder=ROOT, size=(80, 24), **environ))
        return started[-1]

    yield starter
    for terminal in started:
        terminal.discard()


def test_keys_step_through_the_game(start: Callable[..., PseudoTerminal]) -> None:
    terminal = start(TYPED)
    opened = terminal.wait_for("q quit")
    assert opened.startswith("\x1b[?1049h")
    assert "typed-by-hand" in opened
    terminal.type(" ")
    assert "Turn 1 of 8: 1. Ann" in terminal.wait_for("q quit")
    terminal.type("\x1b[C")
    assert "Turn 2 of 8: 2. Ben" in terminal.wait_for("q quit")
    terminal.type("g7\r")
    assert "Turn 7 of 8: 1. Ann" in terminal.wait_for("q quit")
    terminal.type("q")
    assert terminal.wait_for("\x1b[?1049l")
    assert terminal.ended()[0] == 0


def test_illegal_game_ends_with_status_1(start: Callable[..., PseudoTerminal]) -> None:
    terminal = start("samples/games/illegal.json")
    terminal.wait_for("q quit")
    terminal.type("q")
    terminal.wait_for("\x1b[?1049l")
    assert terminal.ended()[0] == 1


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_control_keys_leave_the_terminal_as_it_was(start: Callable[..., PseudoTerminal], key: str) -> None:
    terminal = start(TYPED)
    terminal.wait_for("q quit")
    terminal.type(key)
    assert "Traceback" not in terminal.wait_for("\x1b[?25h\x1b[?1049l")
    assert terminal.ended()[0] == 0


def test_screen_is_drawn_again_when_the_terminal_is_resized(start: Callable[..., PseudoTerminal]) -> None:
    terminal = start(TYPED)
    terminal.wait_for("q quit")
    terminal.type("n")
    assert "\\_____/" not in terminal.wait_for("q quit")
    terminal.resize(130, 50)
    assert "\\_____/" in terminal.wait_for("q quit")


def test_no_color_means_no_colours(start: Callable[..., PseudoTerminal]) -> None:
    terminal = start(TYPED, NO_COLOR="1")
    assert "\x1b[1m" not in terminal.wait_for("q quit")
    coloured = start(TYPED)
    assert "\x1b[1m" in coloured.wait_for("q quit")


def test_several_records_are_refused(start: Callable[..., PseudoTerminal], tmp_path: Path) -> None:
    line = (ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json").read_bytes().replace(b"\n", b" ") + b"\n"
    (tmp_path / "two.jsonl").write_bytes(line * 2)
    terminal = start(str(tmp_path / "two.jsonl"))
    assert "\x1b[?1049h" not in terminal.wait_for("--record")
    assert terminal.ended()[0] == 2
    chosen = start(str(tmp_path / "two.jsonl"), "--record", "2")
    assert chosen.wait_for("q quit").startswith("\x1b[?1049h")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_dumb_terminal_gets_the_transcript(start: Callable[..., PseudoTerminal], term: str) -> None:
    terminal = start(TYPED, TERM=term)
    assert "\x1b" not in terminal.wait_for("Verdict: legal")
    assert terminal.ended()[0] == 0
