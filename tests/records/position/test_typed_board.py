"""Boards as typed, in both forms; tests/data/typos has their mistakes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.notation import BoardForm
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.problems import MOST_PROBLEMS
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import STACKS

BOARDS = Path(__file__).parents[2] / "data" / "boards.jsonl.gz"
COLOURS = {"W": "blue", "F": "yellow", "M": "grey", "T": "brown", "L": "green", "H": "red"}


def stacks_of(side: Side, board: BoardForm) -> dict[str, str]:
    found = read_board(side, board, 1)
    assert found.problems == []
    assert found.unread == frozenset()
    assert found.board == sum(side.lane_bit[node][bit] for bit, node in found.stacks.items())
    return {side.name_of[bit]: STACKS[node] for bit, node in found.stacks.items()}


def test_both_forms_of_every_random_board_are_the_same_board() -> None:
    with gzip.open(BOARDS, "rt") as lines:
        records: list[dict[str, Any]] = [json.loads(line) for line in lines]
    assert len(records) == 1000
    for record in records:
        side = SIDES[record["side"]]
        stacks = stacks_of(side, record["board"])
        if isinstance(record["board"], list):
            typed = [word for column in record["board"] for word in column.split()]
            assert stacks == {space: word for space, word in zip(side.spaces, typed, strict=True) if word != "."}
        in_colours: dict[str, str | list[str]] = {
            space.upper(): [COLOURS[letter] for letter in stack] for space, stack in stacks.items()
        }
        assert stacks_of(side, in_colours) == stacks
        columns: dict[str, list[str]] = {}
        for space in side.spaces:
            columns.setdefault(space[0], []).append(stacks.get(space, ".").lower())
        assert stacks_of(side, ["  ".join(column) for column in columns.values()]) == stacks


@pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
def test_spaces_left_out_are_empty(side: Side) -> None:
    assert stacks_of(side, {}) == {}
    assert stacks_of(side, [" ".join("." * length) for length in side.columns]) == {}
    assert stacks_of(side, {"a1": ".", "b1": "", "c1": []}) == {}


def test_the_readable_part_of_a_faulty_board_is_kept() -> None:
    side = SIDES["A"]
    found = read_board(side, ["F F W W X", "W W F", "W TH F F W", "F MH M TL", "MMM M M HH MM"], 2)
    assert [problem.code for problem in found.problems] == ["column-length", "stack-impossible"]
    assert {problem.player for problem in found.problems} == {2}
    unread = {side.name_of[bit] for bit in found.unread}
    assert unread == {"a5", "b1", "b2", "b3", "b4"}
    assert {side.name_of[bit] for bit in found.stacks} == set(side.spaces) - unread


def test_a_stack_on_a_missing_space_may_belong_to_any_empty_one() -> None:
    side = SIDES["A"]
    found = read_board(side, {"a1": "F", "a9": "MMM"}, 1)
    assert found.unread == {*side.bit_of.values()} - {side.bit_of["a1"]}


@pytest.mark.parametrize(
    "board",
    [
        {f"x{number}": "F" for number in range(10_000)},
        {" " * number + "a1": "F" for number in range(10_000)},
        ["X X X"] * 10_000,
        ["X " * 10_000] * 5,
    ],
    ids=["spaces", "the same space", "columns", "words"],
)
def test_the_number_of_problems_of_a_board_is_limited(board: BoardForm) -> None:
    assert len(read_board(SIDES["A"], board, 1).problems) <= MOST_PROBLEMS + 1


WORDS = st.sampled_from([*STACKS[1:], ".", "LT", "B", "X", "brown", "w", "é"]) | st.text(max_size=3)


@given(
    st.sampled_from(list(SIDES.values())),
    st.lists(st.lists(WORDS, max_size=6).map(" ".join), max_size=8)
    | st.dictionaries(
        st.sampled_from(["a1", "A1", "b4", "g4", "e5", "", "z"]) | st.text(max_size=2),
        WORDS | st.lists(WORDS, max_size=4),
    ),
)
def test_any_board_is_read_or_has_problems_with_remedies(side: Side, board: BoardForm) -> None:
    found = read_board(side, board, 1)
    assert found.unread.isdisjoint(found.stacks)
    assert all(problem.message and problem.hint for problem in found.problems)
    if isinstance(board, list) and tuple(len(column.split()) for column in board) != side.columns:
        assert "column-length" in {problem.code for problem in found.problems}
