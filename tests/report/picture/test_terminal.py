"""Boards drawn with characters."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.report.picture.board_terminal import board_text, boards_text
from harmonies_cli.report.text_layout import display_width
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.rules.scoring.score_items import Item
from tests.examples import examples

ANY_TEXT = st.text(st.characters(exclude_categories=()))
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
EXPECTED = Path(__file__).parent / "expected"


def letters(text: str) -> Counter[str]:
    return Counter(letter for letter in text if letter in LETTERS)


def test_every_token_cube_and_space_of_every_board_is_drawn(random_boards: list[BoardPicture]) -> None:
    for board in random_boards:
        text = board_text(replace(board, cubes=dict.fromkeys(board.stacks, None)))
        drawing = text.partition("\n")[2]
        assert letters(drawing) == Counter("".join(board.stacks.values()))
        assert drawing.count("■") == len(board.stacks)
        assert Counter(re.findall(r"[a-g][1-5]", drawing)) == Counter(board.spaces)


def test_stacks_can_be_copied_from_the_drawing(random_boards: list[BoardPicture]) -> None:
    for board in random_boards:
        drawing = board_text(replace(board, groups=()))
        assert Counter(re.findall(r"[A-Z]+", drawing.partition("\n")[2])) == Counter(board.stacks.values())


@pytest.mark.parametrize("name", ["real-08", "real-10", "real-11"])
def test_real_finals_look_as_stored(name: str, real_finals: dict[str, list[BoardPicture]]) -> None:
    assert boards_text(real_finals[name], width=80) == (EXPECTED / f"{name}.txt").read_text()


def test_islands_have_dotted_walls_inside_and_full_ones_around() -> None:
    islands = [Item("water", ("a1", "a2", "b1"), 5, "island of 3"), Item("water", ("g1",), 5, "island of 1")]
    board = BoardPicture("B", {"a1": "L", "b1": "H"}, groups=[Item("trees", ("a1",), 1, "tree of height 1"), *islands])
    assert board_text(board) == (EXPECTED / "islands.txt").read_text()


def test_walls_inside_a_scoring_group_are_left_out_and_others_are_not() -> None:
    stacks = {"a1": "F", "a2": "F"}
    scoring = board_text(BoardPicture("A", stacks, groups=[Item("fields", ("a1", "a2"), 5, "field of 2")])).splitlines()
    for group in (Item("fields", ("a1", "a2"), 0, ""), Item("spirit", ("a1", "a2"), 5, "")):
        assert board_text(BoardPicture("A", stacks, groups=[group])).splitlines()[6].startswith(" \\_____/")
    assert scoring[6].startswith(" \\     /")
    assert scoring[10].startswith(" \\_____/")


def test_an_offending_space_stands_out_and_is_explained() -> None:
    said = "a token never stands on a finished tree, which this long sentence explains at some length"
    text = board_text(BoardPicture("A", {"c3": "TTL"}, marks={"c3": said}))
    drawing, explained = text[: text.index("! c3:")], text[text.index("! c3:") :]
    assert drawing.count("!") == 4 * 2 + 2 * 5
    assert " ".join(explained.split()) == f"! c3: {said}"


@given(ANY_TEXT, ANY_TEXT)
@examples(0.5)
def test_ascii_only_when_asked(name: str, label: str) -> None:
    board = BoardPicture("A", {"a1": "TTL"}, {"a1": name}, name=name, marks={"c3": label})
    assert boards_text([board, board], ascii_only=True).isascii()


def test_no_escape_sequences_unless_colour_is_asked_for(real_finals: dict[str, list[BoardPicture]]) -> None:
    boards = [replace(board, name="\x1b[31mred\x1b[0m") for board in real_finals["real-11"]]
    plain, coloured = boards_text(boards), boards_text(boards, colour=True)
    assert "\x1b" not in plain
    assert set(re.findall("\x1b.{3}", coloured)) <= {"\x1b[1;", "\x1b[1m", "\x1b[0m"}
    bare = ESCAPE.sub("", coloured)
    end = plain.index("W water")
    assert [line.rstrip() for line in bare[:end].splitlines()] == plain[:end].splitlines()


def test_colour_ends_with_every_line(real_finals: dict[str, list[BoardPicture]]) -> None:
    for line in boards_text(real_finals["real-08"], colour=True).splitlines():
        codes = ESCAPE.findall(line)
        assert codes[1::2] == ["\x1b[0m"] * (len(codes) // 2)
        assert "\x1b[0m" not in codes[::2]


@pytest.mark.parametrize(("width", "lines"), [(80, 27), (79, 27), (76, 52), (40, 53)])
def test_boards_are_side_by_side_only_if_there_is_room(
    width: int, lines: int, real_finals: dict[str, list[BoardPicture]]
) -> None:
    text = boards_text(real_finals["real-08"], width=width)
    assert max(map(display_width, text.splitlines())) <= width
    assert abs(len(text.splitlines()) - lines) <= 3


@given(st.integers(20, 120), ANY_TEXT)
@examples(0.5)
def test_no_line_is_wider_than_the_terminal(width: int, name: str) -> None:
    boards = [BoardPicture(side, {}, name=name, total=100, marks={"b2": "wrong"}) for side in ("A", "B", "A")]
    assert max(map(display_width, boards_text(boards, width=width).splitlines())) <= width


def test_a_terminal_too_narrow_to_draw_lists_the_columns() -> None:
    board = BoardPicture("A", {"a1": "F", "a2": "TH", "e5": "W"}, {"a2": None}, name="Ann", total=9)
    assert board_text(board, width=30) == NARROW
    assert "a: F TH# . . ." in board_text(board, width=30, ascii_only=True)


NARROW = """\
Ann  9 points
a: F TH■ . . .
b: . . . .
c: . . . . .
d: . . . .
e: . . . . W
"""
