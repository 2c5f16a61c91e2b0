"""Many positions of one player at once, each with its own cards: the basis of a lockstep simulation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, Planes, empty_spaces
from harmonies_cli.bots.evaluation import growth_by_time, land_values, spirit_values, spot_numbers, steps_left
from harmonies_cli.bots.habitat_costs import HeldSpots, held_spots, missing_by_kind, spots_from
from harmonies_cli.bots.situation import Situation, States, Values
from harmonies_cli.bots.weights import MOST_STEPS, SCALE, STEPS, Weights, card_values, time_row
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, Side
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.vectorised_shapes import Masks

__all__ = [
    "NO_CARD",
    "Crowd",
    "Setting",
    "banked_points",
    "crowd_of",
    "crowd_values",
    "is_over",
    "spot_masks",
    "values_from_spots",
]

NO_CARD = -1
"""An empty place above the board."""
_CHUNK = 2048
"""Boards to process at a time, so the working arrays fit in the processor's cache."""


class Setting(NamedTuple):
    """The facts that all positions share: the side, the weights, and the player's spirit (-1 for none)."""

    side: Side
    weights: Weights
    spirit: int


class Crowd(NamedTuple):
    """Positions of a player.

    Attributes
    ----------
    planes
        The boards, shape (planes, positions).
    cards, placed
        The cards above each board, or `NO_CARD`, and the cubes placed of each; shape (`CARD_LIMIT`, positions).
    banked
        Points of the completed cards without a spirit, as values.
    spirit_placed
        Whether the spirit's cube has been placed.
    took
        Whether a card has been taken this turn.
    turns
        Own turns to come after this one, as limited by the others and the pouch.
    """

    planes: Planes
    cards: NDArray[np.intp]
    placed: NDArray[np.intp]
    banked: Values
    spirit_placed: NDArray[np.bool_]
    took: NDArray[np.bool_]
    turns: NDArray[np.intp]

    def select(self, index: NDArray[np.intp]) -> Crowd:
        """Return some of the positions, in a new order, as a copy."""
        columns: list[Any] = [column.take(index, axis=-1) for column in self]
        return Crowd(*columns)

    def assign(self, index: NDArray[np.intp], other: Crowd) -> None:
        """Replace some of the positions."""
        columns: list[Any] = list(self)
        for column, new in zip(columns, other, strict=True):
            column[..., index] = new


def crowd_of(situation: Situation, states: States, banked: int) -> Crowd:
    """Return the states of a turn as positions, each with its own cards.

    Parameters
    ----------
    situation, states
        The states.
    banked
        Points of the cards completed in earlier turns.
    """
    number = states.planes.shape[1]
    cards = np.full((CARD_LIMIT, number), NO_CARD, np.intp)
    placed = np.zeros((CARD_LIMIT, number), np.intp)
    points = np.full(number, banked * SCALE, np.int32)
    spirit_placed = np.full(number, situation.spirit_placed)
    filled = np.zeros(number, np.intp)
    for place, card in enumerate(situation.cards):
        full = states.placed[place] == CUBES[card]
        if card == situation.spirit:
            spirit_placed |= full
        else:
            points += full * np.int32(CARDS[card].points[-1] * SCALE)
        above = np.flatnonzero((states.placed[place] >= 0) & ~full)
        cards[filled[above], above] = card
        placed[filled[above], above] = states.placed[place, above]
        filled[above] += 1
    turns = np.full(number, situation.turns // STEPS)
    return Crowd(states.planes.copy(), cards, placed, points, spirit_placed, states.took.copy(), turns)


def banked_points(seat: Seat, unfinished: Sequence[int]) -> int:
    """Return the points of the animals that a player has completed, those of `unfinished` left out."""
    return sum(
        CARDS[card].points[-1]
        for card, placed in seat.cards.items()
        if not CARDS[card].is_spirit and placed == CUBES[card] and card not in unfinished
    )


def is_over(side: Side, crowd: Crowd) -> NDArray[np.bool_]:
    """Return whether each position, at the end of a turn, is the player's last."""
    over: NDArray[np.bool_] = np.bitwise_count(empty_spaces(side, crowd.planes)) <= MOST_EMPTY_AT_END
    return over | (crowd.turns <= 0)


def spot_masks(side: Side, card: int, within: Masks, cubes: Masks) -> Masks:
    """Return the spaces for cubes of a card after at most 0, 1, 2, 3 more tokens; shape (limits, boards)."""
    spots: Masks = spots_from(side, (card,), within, cubes)[:, 0]
    return spots


def crowd_values(setting: Setting, crowd: Crowd, planes: Planes, owner: NDArray[np.intp], to_place: int) -> Values:
    """Estimate boards that can follow from positions.

    Parameters
    ----------
    setting, crowd
        The positions.
    planes
        The boards.
    owner
        The position of each board.
    to_place
        Tokens still to place this turn, or `weights.CLOSING`. On a position that is over, `CLOSING` gives its points.
    """
    values = np.empty(len(owner), np.int32)
    for start in range(0, len(owner), _CHUNK):
        part = slice(start, start + _CHUNK)
        values[part] = _chunk_values(setting, crowd, planes[:, part], owner[part], to_place)
    return values


def _chunk_values(setting: Setting, crowd: Crowd, planes: Planes, owner: NDArray[np.intp], to_place: int) -> Values:
    held = crowd.cards.take(owner, axis=1)
    above = held_spots(setting.side, held, missing_by_kind(setting.side, planes), planes[CUBES_PLANE])
    return values_from_spots(setting, crowd, planes, owner, to_place, above)


def values_from_spots(
    setting: Setting, crowd: Crowd, planes: Planes, owner: NDArray[np.intp], to_place: int, above: HeldSpots
) -> Values:
    """Return the same as `crowd_values`, from the spaces for cubes of the cards above the boards."""
    side, weights, spirit = setting
    empty = empty_spaces(side, planes)
    own = steps_left(MOST_STEPS, weights)[np.bitwise_count(empty)]
    time = time_row(np.minimum(own, crowd.turns[owner] * STEPS), to_place)
    values = land_values(side, weights, planes, empty, time)
    values += crowd.banked[owner]
    if spirit >= 0:
        index = np.flatnonzero(crowd.spirit_placed[owner])
        if len(index):
            values[index] += spirit_values(side, spirit, planes[:, index], np.int32(SCALE))
    numbers, times = spot_numbers(above.spots), time[above.boards]
    placed = crowd.placed[above.slots, owner[above.boards]]
    worth = np.zeros((CARD_LIMIT, len(owner)), np.int32)
    for start, end in pairwise(above.bounds):
        part = slice(start, end)
        card, boards = int(above.cards[start]), above.boards[part]
        values_of_card = card_values(card, weights)[times[part], placed[part], numbers[part]]
        if card == spirit:
            growth = growth_by_time(card, weights)[times[part]]
            values_of_card = spirit_values(side, card, planes[:, boards], values_of_card, growth=growth)
        worth[above.slots[part], boards] = values_of_card
    values += worth.sum(axis=0, dtype=np.int32)
    return values
