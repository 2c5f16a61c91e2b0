"""Cubes typed correctly; tests/data/typos has the mistakes."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.rules.board.cards import CARDS
from tests.records.assessed import assessed, position

FIVE_OF_EACH = {
    "TH": ["a1", "a2", "a3"],
    "MH": ["b1", "b2"],
    "MMM": ["c1"],
    "MM": ["c2", "c3"],
    "M": ["c4", "c5"],
    "W": ["d1", "d2", "d3"],
    "F": ["d4", "e1"],
    "L": ["e2"],
    "TL": ["e3", "e4"],
    "TTL": ["e5"],
}
BOARD = {space: stack for stack, spaces in FIVE_OF_EACH.items() for space in spaces}


def codes(cards: dict[str, int], cubes: object, board: dict[str, str] = BOARD) -> list[str]:
    return [problem.code for problem in assessed(position({"board": board, "cards": cards, "cubes": cubes})).problems]


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_a_cube_goes_on_its_cards_kind_of_stack_and_no_other(card: Any) -> None:
    due = card.habitat[0].stack
    for stack, (space, *_) in FIVE_OF_EACH.items():
        fits = stack == due or (due == "?H" and stack in ("TH", "MH"))
        assert codes({card.id: 1}, {space: card.id}) == ([] if fits else ["cubes-misplaced"])
        assert codes({card.id: 1}, [space]) == ([] if fits else ["cubes-misplaced"])


def test_spaces_are_in_any_case_and_cards_by_any_name() -> None:
    assert codes({"falcon": 1, "frog": 2}, {"C1": "bateleur", "d1": 5, " d2 ": "Frosch"}) == []


def test_no_cubes_given_and_none_placed() -> None:
    for cubes in (list[str](), dict[str, str]()):
        assert codes({}, cubes) == []
        assert codes({"frog": 0}, cubes) == []
        assert codes({"frog": 1}, cubes) == ["cubes-count"]


def test_as_many_cubes_as_stacks_are_allowed_and_one_more_is_not() -> None:
    five = {"shrew": 3, "peacock": 2}
    assert codes(five, ["a1", "a2", "a3", "b1", "b2"]) == []
    assert [problem.code for problem in assessed(position({"board": BOARD, "cards": five})).problems] == []
    six = {"shrew": 3, "peacock": 3}
    (problem,) = assessed(position({"board": BOARD, "cards": six})).problems
    assert problem.code == "cubes-misplaced"


def test_cubes_without_cards_go_where_any_card_allows() -> None:
    def found(cubes: object) -> list[str]:
        player = {"board": {"a1": "W", "a2": "T"}, "cubes": cubes}
        return [problem.code for problem in assessed(position(player)).problems]

    assert found(["a1"]) == found({"a1": "frog"}) == []
    assert found(["a2"]) == found(["a3"]) == found({"a1": "bee"}) == ["cubes-misplaced"]


def test_a_stack_that_could_not_be_read_may_hold_any_cube() -> None:
    assert codes({"falcon": 1}, ["a1"], {"a1": "MMMM"}) == ["stack-impossible"]
    assert codes({"falcon": 2}, ["a1", "a2"], {"a1": "MMMM", "a2": "MMM"}) == ["stack-impossible"]
    assert codes({"falcon": 2}, ["a1", "a3"], {"a1": "MMMM", "a2": "MMM", "a3": "W"}) == [
        "stack-impossible",
        "cubes-misplaced",
    ]


def test_a_board_typed_for_the_other_side_blames_no_cubes() -> None:
    board = ["F F W W", "W W F", "W TH F F", "F MH M", "MMM M M HH", ". . .", "L L L L"]
    record = position({"board": board, "cards": {"falcon": 1}, "cubes": ["g1"]})
    assert [problem.code for problem in assessed(record).problems] == ["column-length"]


def test_cards_that_could_not_be_read_leave_the_number_of_cubes_open() -> None:
    assert codes({"falcn": 1, "frog": 1}, ["c1", "d1"]) == ["card-unknown"]
    assert codes({"falcon": 9, "frog": 1}, ["c1", "d1"]) == ["cubes-range"]


def test_the_number_of_problems_of_cubes_is_limited() -> None:
    record = position({"board": BOARD, "cards": {}, "cubes": [f"x{number}" for number in range(10_000)]})
    assert len(assessed(record).problems) == 51
