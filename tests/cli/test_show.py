"""``harmonies show``: boards on the terminal and as drawings, and its exit status."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import ROOT, run
from tests.records.assessed import position
from tests.records.typos import RIGHT

EXAMPLE = ROOT / "samples" / "rulebook-example.json"
ISLANDS = ROOT / "samples" / "positions" / "four-islands.json"
TIE = ROOT / "samples" / "positions" / "tie-decided-by-cubes.json"
GAME = ROOT / "tests" / "data" / "games" / "2p_A_nospirits-04.json"


def test_the_board_is_drawn_with_its_piles_heights_and_points() -> None:
    ran = run("show", EXAMPLE)
    assert (ran.status, ran.err) == (0, "")
    assert "1. Pauline  116 points" in ran.out
    for shown in ("MMM", "TH", "MH", "c1+19", "W water  M mountain  T trunk  L leaf  F field  H house"):
        assert shown in ran.out


def test_cubes_are_marked_with_their_cards() -> None:
    out = run("show", ISLANDS).out
    assert out.count("■") == 5 + 1  # and once in the legend
    assert "falcon" in out


def test_an_ascii_terminal_is_shown_ascii() -> None:
    out = run("show", ISLANDS, environ={"LC_ALL": "C"}).out
    assert out.isascii()
    assert "Ines" in out


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_a_narrow_terminal_gets_lines_that_fit(columns: int) -> None:
    out = run("show", EXAMPLE, ISLANDS, environ={"COLUMNS": str(columns)}).out
    assert max(len(line) for line in out.splitlines() if not line.startswith(str(ROOT))) <= columns


def test_colour_only_on_request() -> None:
    assert "\x1b[" not in run("show", EXAMPLE).out
    assert "\x1b[" in run("show", EXAMPLE, "--colour", "always").out
    assert "\x1b[" not in run("show", EXAMPLE, environ={"NO_COLOR": "1", "FORCE_COLOR": "1"}).out


def test_the_board_of_one_player() -> None:
    both, one = run("show", TIE).out, run("show", TIE, "--player", "Ben").out
    assert "1. Ann" in both
    assert "2. Ben" in both
    assert "1. Ann" not in one
    assert run("show", TIE, "--player", "2").out == one


def test_a_game_is_drawn_at_its_end_or_after_a_turn() -> None:
    end, start = run("show", GAME).out, run("show", GAME, "--turn", 1).out
    assert "103 points" in end
    assert "103 points" not in start
    assert start.count(" . ") > end.count(" . ") + 20


def test_the_side_given_is_assumed() -> None:
    data = RIGHT.replace('"side": "A"', '"side": "B"').encode()
    assert run("show", "-", "--side", "A", stdin=data).status == 0


def test_a_drawing_holds_all_boards_of_all_records(tmp_path: Path) -> None:
    out = tmp_path / "boards.svg"
    ran = run("show", EXAMPLE, TIE, "--output", out)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    text = out.read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    for name in ("Pauline", "Ann", "Ben"):
        assert name in text


def test_a_png_is_a_picture(tmp_path: Path) -> None:
    out = tmp_path / "BOARDS.PNG"
    assert run("show", EXAMPLE, "--output", out).status == 0
    assert out.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("name", ["x.jpg", "x", ".svg", "x.svgz"])
def test_another_kind_of_drawing_is_refused(name: str, tmp_path: Path) -> None:
    ran = run("show", EXAMPLE, "--output", tmp_path / name)
    assert (ran.status, list(tmp_path.iterdir())) == (2, [])
    assert "ends in .svg or .png" in ran.err


def test_an_impossible_stack_is_marked_and_reported() -> None:
    ran = run("show", "-", stdin=RIGHT.replace("TL", "LT").encode())
    assert ran.status == 1
    assert "stack-impossible" in ran.err
    assert "did you mean TL?" in ran.err
    assert "! d4:" in ran.out


@pytest.mark.parametrize("data", [b"", b"{", b'{"format": "harmonies-position"}', b"\x89PNG\r\n\x1a\n"])
def test_an_unreadable_record_is_reported_and_no_drawing_is_written(data: bytes, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    ran = run("show", "-", "--output", out, stdin=data)
    assert (ran.status, ran.out, out.exists()) == (1, "", False)
    assert ran.err.startswith("-")
    assert ran.err.endswith("No board to draw.\n")


def test_a_game_with_unknown_words_is_reported_and_not_drawn() -> None:
    game = json.loads(GAME.read_text())
    game["turns"][6]["actions"].append({"do": "place-token", "token": "B", "at": "a1"})
    ran = run("show", "-", stdin=json.dumps(game).encode())
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("-:1:")
    assert ran.err.endswith("No board to draw.\n")


def test_an_illegal_game_is_drawn_up_to_the_fault() -> None:
    game = json.loads(GAME.read_text())
    game["turns"][6]["actions"].append({"do": "take-tokens", "space": 1})
    ran = run("show", "-", stdin=json.dumps(game).encode())
    assert ran.status == 1
    assert "(tokens-taken-twice)" in ran.err
    assert "1. Dmitri" in ran.out


def test_names_of_hostile_kinds_are_drawn_on_one_line(tmp_path: Path) -> None:
    record = position({"name": "\x1b[31m<b>&\n\u202ex", "board": {"a1": "F"}, "cards": {}}, id="\x1b]0;x\x07")
    data = json.dumps(record).encode()
    out = run("show", "-", stdin=data).out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)
    assert run("show", "-", "-o", tmp_path / "x.svg", stdin=data).status == 0
    ElementTree.parse(tmp_path / "x.svg")
