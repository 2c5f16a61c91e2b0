"""Boards as SVG."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.board_looks import CUBE, LINE_OF
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.report.picture.board_svg import boards_svg
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.rules.scoring.score_items import Item
from tests.examples import examples

SVG = "{http://www.w3.org/2000/svg}"
ANY_TEXT = st.text(st.characters(exclude_categories=()))


def texts(svg: str) -> Counter[str]:
    return Counter(element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def outlines(svg: str) -> list[str]:
    lines = [path for path in ElementTree.fromstring(svg).iter(f"{SVG}path") if path.get("stroke-width") == "3"]
    return [path.get("stroke", "") for path in lines]


def tokens(boards: list[BoardPicture]) -> Counter[str]:
    legend = Counter(LETTERS)
    return legend + Counter(letter for board in boards for stack in board.stacks.values() for letter in stack)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_every_token_space_and_cube_of_every_board_is_drawn(random_boards: list[BoardPicture], step: int) -> None:
    for board in random_boards[::step]:
        written = texts(boards_svg([board]))
        assert {letter: written[letter] for letter in LETTERS} == tokens([board])
        assert all(written[space] == 1 for space in board.spaces)


def test_a_real_final_shows_both_players_with_cubes_and_totals(real_finals: dict[str, list[BoardPicture]]) -> None:
    assert len(real_finals) >= 3
    for boards in real_finals.values():
        svg = boards_svg(boards)
        written = texts(svg)
        assert {letter: written[letter] for letter in LETTERS} == tokens(boards)
        assert svg.count(CUBE[0]) == sum(len(board.cubes) for board in boards) + 1
        for board in boards:
            assert written[board.heading] == written[board.points] == 1


def test_points_of_every_item_are_written(real_finals: dict[str, list[BoardPicture]]) -> None:
    for boards in real_finals.values():
        for board in boards:
            bare = texts(boards_svg([replace(board, groups=())]))
            written = texts(boards_svg([board])) - bare
            scored = Counter(str(group.points) for group in board.groups if group.spaces)
            assert scored <= written


def test_each_group_of_several_spaces_that_scores_is_outlined_once() -> None:
    board = BoardPicture(
        "A",
        {"a1": "F", "a2": "F", "c1": "F", "e1": "W", "e2": "W", "e5": "W"},
        groups=[
            Item("fields", ("a1", "a2"), 5, "field of 2"),
            Item("fields", ("c1",), 0, "single field"),
            Item("water", ("e1", "e2"), 2, "river of 2"),
            Item("water", ("d4", "e5"), 0, "river of 2: not the best river"),
            Item("spirit", ("a1", "a2"), 5, "butterfly: yellow group"),
            Item("spirit", ("c1", "d1"), 7, "another group"),
            Item("spirit", (), 0, "lion: its cube is not placed"),
        ],
    )
    assert Counter(outlines(boards_svg([board]))) == Counter([LINE_OF["fields"], LINE_OF["water"], LINE_OF["spirit"]])


def test_islands_of_side_b_are_outlined() -> None:
    islands = [Item("water", ("a1", "a2"), 5, "island of 2"), Item("water", ("c1", "d1"), 5, "island of 2")]
    assert outlines(boards_svg([BoardPicture("B", {}, groups=islands)])) == [LINE_OF["water"]] * 2


def test_a_cube_says_its_card_where_it_is_known() -> None:
    svg = boards_svg([BoardPicture("A", {"a1": "L", "b1": "L"}, {"a1": "frog", "b1": None})])
    assert texts(svg)["frog"] == 1
    assert "a1: green; cube (frog)" in svg
    assert "b1: green; cube<" in svg


def test_a_marked_space_says_what_is_wrong_in_full() -> None:
    said = "a token never stands on a finished tree, which this long sentence explains at some length"
    svg = boards_svg([BoardPicture("A", {"c3": "TTL"}, marks={"c3": said})])
    assert f"c3: {said}" in " ".join(texts(svg))
    assert svg.count('stroke-dasharray="9 5"') == 1


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
@examples(0.5)
def test_any_name_gives_well_formed_xml(name: str, title: str, label: str) -> None:
    root = ElementTree.fromstring(boards_svg([BoardPicture("A", {}, name=name, marks={"a1": label})], title=title))
    assert root.tag == f"{SVG}svg"


def test_a_hostile_name_stays_a_name() -> None:
    svg = boards_svg([BoardPicture("A", {}, name="<script>alert('&')</script>\x1b\x00\u202e")])
    assert "<script" not in svg
    assert "<script>alert('&')</script>" in ElementTree.fromstring(svg).findtext(f".//{SVG}g/{SVG}title", "")


def test_the_drawing_needs_nothing_else_and_can_be_on_a_page_twice(
    real_finals: dict[str, list[BoardPicture]],
) -> None:
    svg = boards_svg(real_finals["real-08"])
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"\b(id|href|style|class)=|<style|url\(", svg)


def test_equal_boards_give_equal_drawings(real_finals: dict[str, list[BoardPicture]]) -> None:
    boards = real_finals["real-10"]
    assert boards_svg(boards) == boards_svg([replace(board, stacks=dict(board.stacks)) for board in boards])


def test_screen_readers_get_title_and_every_space_in_words() -> None:
    board = BoardPicture(
        "A", {"a1": "TTL"}, name="Ann", total=7, groups=[Item("trees", ("a1",), 7, "tree of height 3")]
    )
    root = ElementTree.fromstring(boards_svg([board], title="Ann's board"))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == "Ann's board"
    described = root.findtext(f"{SVG}desc", "")
    assert "Ann, 7 points" in described
    assert "a1: brown under brown under green; trees 7 (tree of height 3)" in described
    assert all(f"{space}: " in described for space in SIDES["A"].spaces)


@pytest.mark.parametrize(
    ("players", "across", "columns", "rows"), [(1, 2, 1, 1), (2, 2, 2, 1), (4, 2, 2, 2), (3, 3, 3, 1)]
)
def test_boards_are_side_by_side_and_wrap(players: int, across: int, columns: int, rows: int) -> None:
    board = BoardPicture("A", {})
    root = ElementTree.fromstring(boards_svg([board] * players, across=across))
    one = ElementTree.fromstring(boards_svg([board]))
    assert float(root.get("width", 0)) == columns * float(one.get("width", 0))
    assert (rows - 0.5) * 500 < float(root.get("height", 0)) < (rows + 0.5) * 600


def test_hexagons_are_on_the_paper_and_none_overlap(real_finals: dict[str, list[BoardPicture]]) -> None:
    for boards in real_finals.values():
        root = ElementTree.fromstring(boards_svg(boards))
        paths = [path.get("d", "") for path in root.iter(f"{SVG}path") if path.get("stroke") == "#b9bec4"]
        assert len(set(paths)) == sum(len(board.spaces) for board in boards)
        for path in paths:
            points = [tuple(map(float, point.split(","))) for point in path.strip("MZ").split()]
            assert all(0 < x < float(root.get("width", 0)) for x, _ in points)
            assert all(0 < y < float(root.get("height", 0)) for _, y in points)
