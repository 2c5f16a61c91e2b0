"""Placements of cubes, legal turns, and the number of legal turns."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harmonies_cli.bots.interface import copy_seat
from harmonies_cli.rules.board.cards import CARDS, SPIRITS, card_index
from harmonies_cli.rules.board.habitats import is_habitat_complete
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import NEXT, letters_of
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    Start,
    TakeCard,
    TakeTokens,
    Turn,
)
from harmonies_cli.rules.replay.faults import StoppedError
from harmonies_cli.rules.replay.legal_turns import Position, cube_placements, legal_turns, perft, token_spaces
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn

DATA = Path(__file__).parents[2] / "data"
POSITIONS = json.loads((DATA / "perft.json").read_text())


def table_after(name: str, turns: int) -> GameState:
    game = json.loads((DATA / "games" / f"{name}.json").read_text())
    log = GameLog(
        SIDES[game["side"]],
        len(game["players"]),
        msgspec.convert(game["turns"], list[Turn]),
        msgspec.convert(game["start"], Start),
        game.get("spirits"),
    )
    tables = fold(log)
    state = next(tables)
    for _ in range(turns):
        state = next(tables)
    assert not state.violations
    return state


def outcome(state: GameState) -> Any:
    seat = state.seats[state.player - 1]
    held = tuple(sorted(seat.cards.items()))
    cubes = tuple(sorted(seat.cube_of.items()))
    return state.space_taken, tuple(seat.stacks), cubes, held, seat.spirit, state.discarded, tuple(state.row)


def played(state: GameState, actions: list[Action]) -> GameState | None:
    """Return the state after the replay has played the actions, or None if it finds a fault."""
    after = copy(state)
    after.seats = [copy_seat(seat) for seat in state.seats]
    after.central, after.row, after.violations = state.central.copy(), state.row.copy(), []
    turn = Turn(after.expected, actions)
    try:
        play_actions(after, begin_turn(after, turn), turn)
    except StoppedError:
        return None
    return after


def every_action(state: GameState) -> Iterator[Action]:
    spaces = state.side.spaces
    yield from (TakeTokens(space=number) for number in range(1, state.spaces + 1))
    yield from (PlaceToken(token=letter, at=space) for letter in "WMTLFH" for space in spaces)
    for card in CARDS:
        yield TakeCard(card=card.id)
        yield ChooseSpirit(card=card.id)
        yield DiscardCard(card=card.id)
        for space in spaces:
            yield PlaceCube(card=card.id, at=space)


def by_trial(state: GameState) -> tuple[int, set[Any]]:
    """Count turns by trying every action after every other and letting the replay judge them: slow and simple."""
    candidates = list(every_action(state))
    sequences = 0
    outcomes = set()
    waiting: list[list[Action]] = [[]]
    while waiting:
        actions = waiting.pop()
        after = played(state, actions)
        if after is None:
            continue
        seat = after.seats[after.player - 1]
        if after.space_taken and not after.hand and (seat.spirit is not None or not after.spirits):
            sequences += 1
            outcomes.add(outcome(after))
        if not after.discarded:
            waiting += [[*actions, action] for action in candidates if _may_be_legal(after, seat, action)]
    return sequences, outcomes


def _may_be_legal(state: GameState, seat: Any, action: Action) -> bool:
    """Leave out hopeless actions, so the search ends within the hour."""
    match action:
        case PlaceToken():
            return action.token in letters_of(state.hand)
        case PlaceCube():
            return card_index(action.card) in seat.cards
        case TakeCard() | DiscardCard():
            return card_index(action.card) in state.row
        case ChooseSpirit():
            return state.dealt is not None and card_index(action.card) in state.dealt[state.player - 1]
    return True


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: f"{position['game']}-{position['turns']}")
def test_the_number_of_legal_turns_is_as_stored(position: dict[str, Any]) -> None:
    state = table_after(position["game"], position["turns"])
    assert perft(Position.of_table(state)) == (position["sequences"], position["outcomes"])


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(position, marks=[pytest.mark.slow] if position["sequences"] > 500 else [])
        for position in POSITIONS
        if position["sequences"] < 1000
    ],
    ids=lambda position: f"{position['game']}-{position['turns']}",
)
def test_trying_every_action_with_the_replay_finds_the_same_turns(position: dict[str, Any]) -> None:
    state = table_after(position["game"], position["turns"])
    sequences, outcomes = by_trial(state)
    assert (sequences, len(outcomes)) == (position["sequences"], position["outcomes"])
    found = [played(state, list(turn.actions)) for turn in legal_turns(Position.of_table(state))]
    assert {outcome(after) for after in found if after is not None} == outcomes


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(position, marks=[pytest.mark.slow] if position["outcomes"] > 5_000 else [])
        for position in POSITIONS
        if position["outcomes"] < 30_000
    ],
    ids=lambda position: f"{position['game']}-{position['turns']}",
)
def test_every_legal_turn_is_legal_and_each_outcome_comes_once(position: dict[str, Any]) -> None:
    state = table_after(position["game"], position["turns"])
    turns = list(legal_turns(Position.of_table(state)))
    outcomes = set()
    for turn in turns[:: max(1, len(turns) // 1000)]:
        after = played(state, list(turn.actions))
        assert after is not None
        assert tuple(after.seats[after.player - 1].stacks) == turn.stacks
        outcomes.add(outcome(after))
    assert len(turns) == position["outcomes"]
    assert len(outcomes) == len(turns[:: max(1, len(turns) // 1000)])


def test_positions_of_both_sides_solo_and_spirits_are_stored() -> None:
    games = {position["game"] for position in POSITIONS}
    for part in ("_A_", "_B_", "1p", "2p", "_spirits", "_nospirits"):
        assert any(part in game for game in games)


@pytest.mark.parametrize("name", ["2p_A_spirits-06", "2p_B_spirits-08"])
def test_cube_placements_are_the_spaces_where_the_habitat_is_complete(name: str) -> None:
    side = SIDES[name[3]]
    seen = 0
    for turns in range(4, 16):
        for seat in table_after(name, turns).seats:
            placements = cube_placements(side, seat.board, seat.cubes, [(card, 0) for card in range(len(CARDS))])
            expected = [
                (card, bit)
                for card in range(len(CARDS))
                for bit in side.name_of
                if is_habitat_complete(side, card, seat.board, bit) and not seat.cubes >> bit & 1
            ]
            assert placements == expected
            seen += len(placements)
    assert seen > 20


def test_a_completed_card_places_no_cube() -> None:
    side = SIDES["A"]
    frog = card_index("frog")
    board = side.lane_bit[1][side.bit("a1")] | side.lane_bit[8][side.bit("a2")]
    assert cube_placements(side, board, 0, [(frog, 0)]) == [(frog, side.bit("a1"))]
    assert cube_placements(side, board, 0, [(frog, 5)]) == []


def test_a_token_goes_where_its_stack_is_legal_and_there_is_no_cube() -> None:
    state = table_after("2p_A_spirits-06", 12)
    seat = state.seats[0]
    for token in range(6):
        spaces = token_spaces(state.side, seat.stacks, seat.cubes, token)
        assert spaces == [
            bit for bit in state.side.name_of if NEXT[seat.stacks[bit]][token] and not seat.cubes >> bit & 1
        ]


def test_a_turn_with_a_spirit_to_choose_keeps_exactly_one_of_those_dealt() -> None:
    position = Position.of_table(table_after("2p_A_nospirits-04", 17))
    without = perft(position)
    position.spirits = SPIRITS[:2]
    turns = list(legal_turns(position))
    kept = [[action.card for action in turn.actions if isinstance(action, ChooseSpirit)] for turn in turns]
    assert {tuple(cards) for cards in kept} == {(CARDS[card].id,) for card in SPIRITS[:2]}
    assert perft(position).outcomes == len(turns) >= without.outcomes
