"""A player's legal choices: token spaces, cube placements, all turns and their number (docs/rules.md 4 and 5).

The number of turns is like the perft of chess.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import Side, bits
from harmonies_cli.rules.board.tokens import LANES, LETTERS, NEXT, UNITS
from harmonies_cli.rules.replay.actions import (
    Action,
    ChooseSpirit,
    DiscardCard,
    PlaceCube,
    PlaceToken,
    TakeCard,
    TakeTokens,
)
from harmonies_cli.rules.replay.state import GameState, Seat

__all__ = ["LegalTurn", "Perft", "Position", "cube_placements", "legal_turns", "perft", "token_spaces"]


@dataclass(slots=True)
class Position:
    """A player's position at the beginning of a turn.

    Attributes
    ----------
    side
        The side of the boards.
    seat
        The player's board and cards.
    central
        Packed tokens of each central space; 0 if empty.
    row
        The animal cards to choose from.
    spirits
        The spirits to choose from; empty if the player need not choose one this turn.
    solo
        Whether the player may discard a card of the row.
    """

    side: Side
    seat: Seat
    central: Sequence[int]
    row: Sequence[int]
    spirits: Sequence[int]
    solo: bool

    @classmethod
    def of_table(cls, table: GameState) -> Position:
        """Return the position of the player to move on a fully known table."""
        player = table.expected
        seat = table.seats[player - 1]
        dealt = table.dealt[player - 1] if table.dealt is not None and seat.spirit is None else ()
        central = [content or 0 for content in table.central]
        return cls(table.side, seat, central, [card for card in table.row if card >= 0], sorted(dealt), table.solo)


def token_spaces(side: Side, stacks: Sequence[int], cubes: int, token: int) -> list[int]:
    """Return the bits of the spaces where a token may be placed."""
    return [bit for bit in side.name_of if NEXT[stacks[bit]][token] and not cubes >> bit & 1]


def cube_placements(side: Side, board: int, cubes: int, cards: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return all cube placements as pairs of card and bit.

    Parameters
    ----------
    side
        The side of the board.
    board, cubes
        Lanes of the board, and the mask of the spaces that hold a cube.
    cards
        The player's cards with the cubes placed.
    """
    return [
        (card, bit)
        for card, placed in cards
        if placed < CUBES[card]
        for bit in bits(cube_spots(side, card, board, cubes))
    ]


class _State(NamedTuple):
    """A moment within a turn, with everything that distinguishes two outcomes."""

    stacks: tuple[int, ...]
    cubes: frozenset[tuple[int, int]]
    cards: tuple[tuple[int, int], ...]
    hand: int
    space: int
    taken: int
    spirit: int
    discarded: int


_NONE = -1
_Path: TypeAlias = "tuple[_Path, Action] | None"


class LegalTurn(NamedTuple):
    """One way to reach an outcome of a turn.

    Attributes
    ----------
    actions
        A legal turn.
    stacks
        The nodes on the board after it, by bit.
    cubes
        Card and bit of each cube placed in it.
    """

    actions: tuple[Action, ...]
    stacks: tuple[int, ...]
    cubes: frozenset[tuple[int, int]]


class Perft(NamedTuple):
    """Numbers of legal turns: as sequences of actions, and as different outcomes."""

    sequences: int
    outcomes: int


def _start(position: Position) -> _State:
    seat = position.seat
    return _State(tuple(seat.stacks), frozenset(), tuple(seat.cards.items()), 0, 0, _NONE, _NONE, _NONE)


def _is_complete(position: Position, state: _State) -> bool:
    return state.space > 0 and not state.hand and (state.spirit != _NONE or not position.spirits)


def _steps(position: Position, state: _State) -> Iterator[tuple[Action, _State]]:
    """Yield every legal action of a moment with the moment after it."""
    if state.discarded != _NONE:
        return
    side = position.side
    name_of = side.name_of
    cubes = position.seat.cubes | sum(1 << bit for _, bit in state.cubes)
    if not state.space:
        for number, content in enumerate(position.central, 1):
            if content:
                yield TakeTokens(space=number), state._replace(space=number, hand=content)
    for token, (lane, unit) in enumerate(zip(LANES, UNITS, strict=True)):
        if state.hand // lane & 255:
            for bit in token_spaces(side, state.stacks, cubes, token):
                node = NEXT[state.stacks[bit]][token]
                stacks = (*state.stacks[:bit], node, *state.stacks[bit + 1 :])
                action = PlaceToken(token=LETTERS[token], at=name_of[bit])
                yield action, state._replace(stacks=stacks, hand=state.hand - unit)
    board = sum(side.lane_bit[node][bit] for bit, node in enumerate(state.stacks))
    for card, bit in cube_placements(side, board, cubes, state.cards):
        cards = tuple((held, placed + (held == card)) for held, placed in state.cards)
        yield (
            PlaceCube(card=CARDS[card].id, at=name_of[bit]),
            state._replace(cubes=state.cubes | {(card, bit)}, cards=cards),
        )
    if state.spirit == _NONE:
        for card in position.spirits:
            yield ChooseSpirit(card=CARDS[card].id), state._replace(spirit=card, cards=(*state.cards, (card, 0)))
    if state.taken == _NONE:
        if sum(placed < CUBES[card] for card, placed in state.cards) < CARD_LIMIT:
            for card in position.row:
                yield TakeCard(card=CARDS[card].id), state._replace(taken=card, cards=(*state.cards, (card, 0)))
        if position.solo and _is_complete(position, state):
            for card in position.row:
                yield DiscardCard(card=CARDS[card].id), state._replace(discarded=card)


def _outcome(state: _State) -> _State:
    """Return a state that does not depend on the order of the cards taken."""
    return state._replace(cards=tuple(sorted(state.cards)))


def legal_turns(position: Position) -> Iterator[LegalTurn]:
    """Yield one legal turn for each possible outcome.

    Two turns have the same outcome if they take the same tokens and card, keep the same spirit, discard the same card,
    and result in the same stacks and the same cubes of the same cards. An empty board has some 100,000 outcomes.
    """
    seen = {_start(position)}
    finished: set[_State] = set()
    waiting: list[tuple[_State, _Path]] = [(_start(position), None)]
    while waiting:
        state, path = waiting.pop()
        if _is_complete(position, state):
            outcome = _outcome(state)
            if outcome not in finished:
                finished.add(outcome)
                yield LegalTurn(_actions(path), state.stacks, state.cubes)
        for action, following in _steps(position, state):
            if following not in seen:
                seen.add(following)
                waiting.append((following, (path, action)))


def _actions(path: _Path) -> tuple[Action, ...]:
    actions: list[Action] = []
    while path is not None:
        path, action = path
        actions.append(action)
    return tuple(reversed(actions))


def perft(position: Position) -> Perft:
    """Count the legal turns of a position: all sequences of actions, and all outcomes."""
    ways: dict[_State, int] = {}
    outcomes: set[_State] = set()

    def count(state: _State) -> int:
        if state in ways:
            return ways[state]
        number = 0
        if _is_complete(position, state):
            number = 1
            outcomes.add(_outcome(state))
        for _, following in _steps(position, state):
            number += count(following)
        ways[state] = number
        return number

    return Perft(count(_start(position)), len(outcomes))
