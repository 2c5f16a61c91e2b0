"""What would have been allowed instead of a fault, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.report.verdicts.action_words import action_brief, action_words
from harmonies_cli.report.verdicts.fault_lines import FaultContext, alternatives
from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import NODE_OF
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
)
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.take_actions import pack_tokens
from tests.rules.replay.lanes import lanes

A = SIDES["A"]
FROG, OTTER, WOLF, LION, TURTLE = (CARD_INDEX[name] for name in ("frog", "otter", "wolf", "lion", "turtle"))
FREE = "a1, a2, a3, a4, a5, b1, b2, b3, b4, c1, c2, c3, c4, c5, d1, d2, d3, d4, e1, e2, e3, e4, e5"


def state(players: int = 2, **changes: object) -> GameState:
    made = GameState(A, players, spirits=True)
    made.player = 1
    made.central = [pack_tokens("WFT"), None, 0]
    made.row = [FROG, -1, -2, OTTER]
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def put(seat: Seat, stacks: dict[str, str], *cubes: str) -> None:
    for space, stack in stacks.items():
        seat.stacks[A.bit_of[space]] = NODE_OF[stack]
    seat.board = lanes(A, stacks)
    seat.cubes = sum(1 << A.bit_of[space] for space in cubes)


def sentences(state: GameState, action: Action | None, code: str = "", seat: Seat | None = None) -> list[str]:
    fault = Violation(code, 1, 1, None, "/turns/0", "", "")
    return alternatives(FaultContext(fault, state, seat or state.seats[0], action))


def all_but(*spaces: str) -> str:
    return ", ".join(space for space in FREE.split(", ") if space not in spaces)


def test_a_fault_of_no_action_has_no_remedy() -> None:
    fault = Violation("turn-order", 1, None, None, "/turns/0", "", "")
    assert alternatives(FaultContext(fault, state(), None, None)) == []
    assert alternatives(FaultContext(fault, state(), None, PlaceCube("frog", "a1"))) == []


def test_a_token_may_go_where_stack_and_cube_let_it() -> None:
    table = state(hand=pack_tokens("WHH"))
    put(table.seats[0], {"a1": "M", "a2": "W", "a3": "M"}, "a3")
    assert sentences(table, PlaceToken("H", "A1")) == [
        "on a1, which holds M, with WHH in hand: red (H)",
        f"red (H) on {all_but('a2', 'a3')}",
    ]
    assert sentences(table, PlaceToken("W", "a2")) == [
        "on a2, which holds W, with WHH in hand: nothing",
        f"blue (W) on {all_but('a1', 'a2', 'a3')}",
    ]
    assert sentences(table, PlaceToken("H", "a3"))[0] == "on a3, which holds M, with WHH in hand: nothing"
    assert sentences(table, PlaceToken("H", "b1"))[0] == "on b1, which is empty, with WHH in hand: blue (W) or red (H)"


def test_a_token_that_is_not_in_hand_may_go_nowhere() -> None:
    table = state(hand=pack_tokens("W"))
    assert sentences(table, PlaceToken("H", "z9")) == []
    assert sentences(state(), PlaceToken("H", "a1")) == []
    assert sentences(state(unknown_in_hand=1), PlaceToken("H", "a1")) == [f"red (H) on {FREE}"]


def test_a_token_that_is_left_over_may_go_where_it_fits_and_one_that_is_unknown_is_not_guessed() -> None:
    table = state(hand=pack_tokens("W"), unknown_in_hand=1)
    assert sentences(table, None, "token-unplaced") == [f"blue (W) on {FREE}"]


def test_a_token_without_a_space_left_is_reported() -> None:
    table = state(hand=pack_tokens("W"))
    put(table.seats[0], dict.fromkeys(FREE.split(", "), "W"))
    assert sentences(table, PlaceToken("W", "z9")) == ["blue (W) on no space"]


def test_a_cube_may_go_into_the_habitats_of_unfinished_cards() -> None:
    table = state()
    put(table.seats[0], {"c2": "W", "b1": "L"})
    table.seats[0].cards = {FROG: 0}
    assert sentences(table, PlaceCube("frog", "a1")) == ["a cube of the frog on c2"]
    table.seats[0].cards = {FROG: 5}
    nothing = ["no cube: no habitat of a card above the board is free"]
    assert sentences(table, PlaceCube("frog", "a1")) == nothing
    table.seats[0].cards = {FROG: 4}
    put(table.seats[0], {"c2": "W", "b1": "L"}, "c2")
    assert sentences(table, PlaceCube("frog", "a1")) == nothing


@pytest.mark.parametrize(
    ("above", "taken", "sentence"),
    [
        (0, True, "no further card this turn"),
        (3, False, "take frog or otter"),
        (4, False, "no card before a cube completes one of those above the board"),
        (4, True, "no further card this turn"),
    ],
)
def test_a_card_may_be_taken_once_with_fewer_than_four_above_the_board(above: int, taken: bool, sentence: str) -> None:
    table = state(card_taken=taken)
    table.seats[0].above_board = above
    assert sentences(table, TakeCard("wolf")) == [sentence]


def test_an_unknown_row_offers_nothing() -> None:
    assert sentences(state(row=[-1, -2]), TakeCard("wolf")) == []
    assert sentences(state(row=[0]), TakeCard("wolf")) != []


@pytest.mark.parametrize(
    ("players", "changes", "said"),
    [
        (1, {}, ["discard frog or otter"]),
        (2, {}, []),
        (1, {"card_taken": True}, []),
        (1, {"discarded": True}, []),
    ],
)
def test_a_card_may_be_discarded_in_a_solo_turn_without_another(
    players: int, changes: dict[str, Any], said: list[str]
) -> None:
    assert sentences(state(players, **changes), DiscardCard("wolf")) == said


@pytest.mark.parametrize(
    ("changes", "spirit", "said"),
    [
        ({"dealt": [{TURTLE, LION}, set()]}, None, ["keep lion or turtle"]),
        ({"dealt": [set(), {LION}]}, None, ["no Nature's Spirit"]),
        ({"dealt": [{TURTLE, LION}, set()]}, LION, []),
        ({"dealt": None}, None, []),
        ({"dealt": [{LION}, set()], "spirits": False}, None, []),
    ],
)
def test_a_spirit_may_be_kept_of_those_dealt(changes: dict[str, Any], spirit: int | None, said: list[str]) -> None:
    table = state(**changes)
    table.seats[0].spirit = spirit
    assert sentences(table, ChooseSpirit("owl")) == said


@pytest.mark.parametrize("code", ["tokens-mismatch", "central-empty", "tokens-not-taken"])
def test_tokens_may_be_taken_from_the_spaces_that_hold_some(code: str) -> None:
    assert sentences(state(), None, code) == ["take WTF from 1 or unknown tokens from 2"]
    assert sentences(state(space_taken=1), None, code) == []
    assert sentences(state(central=[0, 0]), None, code) == []


def test_tokens_left_in_hand_may_be_placed() -> None:
    table = state(hand=pack_tokens("WHH"))
    assert sentences(table, None, "token-unplaced") == [f"blue (W) on {FREE}", f"red (H) on {FREE}"]
    assert sentences(table, None, "spirit-not-chosen") == []


@pytest.mark.parametrize(
    ("action", "words", "brief"),
    [
        (PlaceToken("blue", "A1"), "places blue (W) on a1", "W on a1"),
        (PlaceCube("Frosch", "C2"), "places a cube of the frog on c2", "frog cube on c2"),
        (TakeCard("frog"), "takes the frog card", "card frog"),
        (TakeCard("nothing"), "takes the nothing card", "card nothing"),
        (ChooseSpirit("lion"), "keeps the lion, a Nature's Spirit", "spirit lion"),
        (DiscardCard("frog"), "discards the frog card from the row", "discards frog"),
        (TakeTokens(tokens="fwl"), "takes WLF from central space 3", "WLF from 3"),
        (TakeTokens(tokens=["red", "W"], space=1), "takes WH from central space 1", "WH from 1"),
        (TakeTokens(space=2), "takes MMM from central space 2", "MMM from 2"),
    ],
)
def test_an_action_has_its_words(action: Action, words: str, brief: str) -> None:
    assert action_words(action, space=3, taken="MMM") == words
    assert action_brief(action, space=3, taken="MMM") == brief


def test_tokens_of_which_nothing_is_known_have_words_too() -> None:
    action = TakeTokens(space=2)
    assert action_words(action) == "takes the tokens from central space 2"
    assert action_brief(action) == "tokens from 2"
    assert action_words(TakeTokens(tokens="WWW")) == "takes WWW"
    assert action_brief(TakeTokens(tokens="WWW")) == "WWW"
