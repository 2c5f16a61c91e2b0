"""The fingerprint of final boards, and which of two records is fuller."""

from __future__ import annotations

import random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.scoresheet import CardScore, Scoresheet, score_board
from harmonies_cli.statistics.rows.record_form import NO_FORM, RecordForm, form_of, site_table

UNCHECKED = ["refill.row", "result", "start.spirits"]


def sheets(side: Side, number: int, *, cards: dict[str, int] | None) -> list[Scoresheet]:
    made = [score_board(side, 0, None, player=1, name="x", rules="bga", explain=False) for _ in range(number)]
    for sheet in made:
        sheet.cards = None if cards is None else [CardScore(card, placed, 0) for card, placed in cards.items()]
    return made


def form(
    boards: list[list[int]],
    side: str = "A",
    *,
    kind: Literal["game", "position"] = "game",
    verdict: Literal["legal", "illegal"] = "legal",
    finished: bool = True,
    unchecked: int = 0,
    cards: dict[str, int] | None = {},  # noqa: B006 - not changed
) -> RecordForm:
    found = VerifiedRecord(
        source="x", side=side, kind=kind, verdict=verdict, finished=finished, unchecked=UNCHECKED[:unchecked]
    )
    found.players = sheets(SIDES[side], len(boards), cards=cards)
    hands = [{CARD_INDEX[card]: cubes for card, cubes in (cards or {}).items()}] * len(boards)
    return form_of(found, boards, hands)


@given(st.sampled_from("AB"), st.integers(1, 4), st.integers(0, 2**32))
def test_seats_in_any_order_and_rotated_boards_are_the_same_game(side: str, seats: int, seed: int) -> None:
    chance = random.Random(seed)
    there = set(SIDES[side].name_of)
    boards = [[chance.randrange(20) * (bit in there) for bit in range(SIDES[side].width)] for _ in range(seats)]
    others = [board[:: chance.choice((1, -1))] for board in boards]
    chance.shuffle(others)
    same = form(boards, side)
    assert form(others, side).fingerprint == same.fingerprint
    changed = [board.copy() for board in boards]
    changed[0][next(iter(there))] += 1
    assert form(changed, side).fingerprint != same.fingerprint
    assert form([*boards, boards[0]], side).fingerprint != same.fingerprint


def test_a_rotated_board_is_what_the_player_opposite_sees() -> None:
    for side in SIDES.values():
        for space in side.spaces:
            column, row = ord(space[0]) - ord("a"), int(space[1:])
            opposite = f"{chr(ord('a') + len(side.columns) - 1 - column)}{side.columns[column] + 1 - row}"
            assert side.bit(opposite) == side.width - 1 - side.bit(space)


def test_the_side_is_part_of_the_fingerprint() -> None:
    board = [0] * 27
    assert form([board], "A").fingerprint != form([board], "B").fingerprint


FULLER = [
    {"verdict": "illegal", "kind": "position", "unchecked": 3, "cards": None},
    {"verdict": "illegal", "kind": "position"},
    {"verdict": "illegal"},
    {"kind": "position", "unchecked": 1},
    {"kind": "position", "cards": None},
    {"kind": "position"},
    {"unchecked": 2},
    {"unchecked": 1, "cards": None},
    {"unchecked": 1},
    {"cards": None},
    {},
]


def test_a_log_comes_before_a_position_complete_before_partial_known_cards_before_unknown() -> None:
    lacks = [form([[0] * 27], **facts).lacks for facts in FULLER]  # type: ignore[arg-type]
    assert None not in lacks
    assert lacks == sorted(lacks, reverse=True)  # type: ignore[type-var]
    assert len(set(lacks)) == len(lacks)
    assert lacks[-1] == 0


def test_a_game_in_progress_has_no_form() -> None:
    assert form([[0] * 27], finished=False) == NO_FORM


def test_cards_and_cubes_are_compared_apart_and_in_any_order() -> None:
    board = [[0] * 27]
    one = form(board, cards={"frog": 1, "otter": 2})
    assert form(board, cards={"otter": 2, "frog": 1}) == one
    cubes = form(board, cards={"frog": 2, "otter": 2})
    assert (cubes.cards, cubes.cubes != one.cubes) == (one.cards, True)
    assert form(board, cards={"frog": 1, "koala": 2}).cards != one.cards
    assert (form(board, cards=None).cards, form(board, cards=None).cubes) == (None, None)


@pytest.mark.parametrize(
    ("name", "number"),
    [("bga-510002236", 510002236), ("bga-", None), ("bga-x1", None), ("510002236", None), ("bga-" + "9" * 30, None)],
)
def test_table_number_of_the_site(name: str, number: int | None) -> None:
    assert site_table(Position(version=1, side="A", id=name, players=[])) == number
