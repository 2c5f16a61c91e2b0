from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from harmonies_cli.records.files.documents import Document
from harmonies_cli.report.replay.stepper import Stepper
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width
from tests.report.replay.games import HOSTILE, small
from tests.report.replay.reviews import small_review
from tests.report.replay.stored import RECORDED, replay_named, replayed

GAME = replay_named("2p_A_spirits-06")
SCREEN = Terminal(width=80)
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


def screens(stepper: Stepper, terminal: Terminal, height: int) -> Iterator[list[str]]:
    for _ in range(60):
        yield stepper.lines(terminal, height)
        stepper.press("n")


@pytest.mark.parametrize("path", sorted(RECORDED.glob("?p_*.json")), ids=lambda path: path.stem)
def test_every_turn_fits_a_screen_of_80_by_24(path: Path) -> None:
    stepper = Stepper(replayed(Document(path.name, None, path.read_bytes())))
    for lines in screens(stepper, SCREEN, 24):
        assert len(lines) == 24
        assert all(display_width(line) <= 80 for line in lines)
        if lines[0].startswith("Turn"):
            assert " more below" not in lines[-1]


def test_reviewed_turns_fit_such_a_screen_too() -> None:
    replay = replay_named("4p_B_spirits-15")
    turns = tuple(replace(small_review().turns[0], turn=step.turn) for step in replay.steps)
    stepper = Stepper(replay, review=small_review(turns=turns))
    for lines in screens(stepper, SCREEN, 24):
        if lines[0].startswith("Turn"):
            assert " more below" not in lines[-1]
            assert "mistake: 8.2 points" in f"{lines[0]} {lines[1]}"


@pytest.mark.parametrize("size", [(1, 1), (20, 2), (40, 20), (100, 30), (130, 50), (300, 100)])
def test_any_size_of_the_terminal_is_filled(size: tuple[int, int]) -> None:
    width, height = size
    for colour in (False, True):
        terminal = Terminal(width=width, colour=colour)
        for lines in screens(Stepper(replay_named("4p_B_spirits-15")), terminal, height):
            assert len(lines) == max(2, height)
            assert all(display_width(ESCAPES.sub("", line)) <= width for line in lines)


def test_large_terminal_gets_large_boards() -> None:
    stepper = Stepper(GAME)
    stepper.press("nnn")
    assert any(r"\_____/" in line for line in stepper.lines(Terminal(width=130), 50))
    assert not any(r"\_____/" in line for line in stepper.lines(Terminal(width=130), 30))


def test_large_boards_frame_what_is_new_as_small_ones_do() -> None:
    stepper = Stepper(GAME)
    stepper.press("nnn")
    screen = "\n".join(stepper.lines(Terminal(width=130), 50))
    assert re.findall(r"\[(\w\d)\]", screen) == ["b1", "b2", "d2"]


def test_ascii_terminal_gets_ascii() -> None:
    for lines in screens(Stepper(replay_named("3p_A_spirits-11")), Terminal(unicode=False), 24):
        assert all(line.isascii() for line in lines)


def test_hostile_words_cannot_drive_a_terminal() -> None:
    players = [{"name": HOSTILE, "notes": HOSTILE}, {"name": "\x07" * 2000}]
    game = small(id=HOSTILE, notes=HOSTILE, players=players)
    for view in ("", "o", "e", "h"):
        stepper = Stepper(game)
        for _ in range(4):
            stepper.press("n")
            stepper.press(view)
            assert all(line.isprintable() for line in stepper.lines(SCREEN, 24))


@pytest.mark.parametrize("name", ["2p_A_spirits-06", "three-players-side-b"])
def test_screens_name_cards_in_words(name: str) -> None:
    shown = " ".join(line for lines in screens(Stepper(replay_named(name)), SCREEN, 24) for line in lines)
    assert "fox" in shown
    assert "-fox" not in shown
