"""The estimate that greedy and planner maximise: points so far, and what boards and cards promise."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import empty_spaces
from harmonies_cli.bots.habitat_costs import missing_tokens
from harmonies_cli.bots.land_values import land_values
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, States, Values
from harmonies_cli.bots.spirit_values import SPIRIT_POINTS, spirit_values
from harmonies_cli.bots.weights import MOST_STEPS, SCALE, SPOT_DIGITS, STEPS, Weights, card_values, scaled
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END

__all__ = ["Estimate", "estimate"]


class Estimate(NamedTuple):
    """Value of each board, and for each the card of the row to take, as its place in the row, or -1."""

    values: Values
    cards: NDArray[np.intp]


@cache
def _steps_left(turns: int, weights: Weights) -> NDArray[np.intp]:
    """Return the own turns to come, in steps, by the number of empty spaces."""
    steps = []
    for empty in range(26):
        own = max(STEPS, round((empty - MOST_EMPTY_AT_END) / weights.pace * STEPS)) if empty > MOST_EMPTY_AT_END else 0
        steps.append(min(own, turns, MOST_STEPS))
    return np.array(steps)


def estimate(situation: Situation, states: States) -> Estimate:
    """Estimate many states."""
    side, weights, turns, planes = situation.side, situation.weights, situation.turns, states.planes
    number = planes.shape[1]
    empty = empty_spaces(side, planes)
    steps = _steps_left(turns, weights)[np.bitwise_count(empty)]
    values = land_values(situation, planes, empty, steps)
    taken = np.full(number, -1, np.intp)
    if situation.spirit_placed:
        values += spirit_values(side, situation.spirit, planes, np.int32(SCALE))
    if not situation.cards:
        return Estimate(values, taken)
    spots = np.minimum(missing_tokens(side, situation.cards, planes), SPOT_DIGITS - 1).astype(np.intp)
    index = spots[0]
    for within in spots[1:]:
        index = index * SPOT_DIGITS + within
    may_take = ~states.took & (states.above < CARD_LIMIT)
    best = np.zeros(number, np.int32)
    slots = _slots(weights)[states.above]
    for place, card in enumerate(situation.cards):
        table = card_values(card, weights)
        placed = states.placed[place]
        worth = table[steps, placed, index[place]]
        if card == situation.spirit:
            values += spirit_values(side, card, planes, worth, growth=_growth(card, weights)[steps])
            continue
        values += worth
        in_row = may_take & (placed == NOT_TAKEN)
        if in_row.any():
            gain = np.where(in_row, table[steps, 0, index[place]] - slots, 0)
            better = gain > best
            taken[better] = place
            best = np.maximum(best, gain)
    return Estimate(values + best, taken)


@cache
def _growth(card: int, weights: Weights) -> Values:
    """Return what a spirit may still come to score, by the turns left in steps."""
    rate = SPIRIT_POINTS[CARDS[card].id] / 9 * weights.spirit_growth
    return np.array([scaled(rate * step / STEPS) for step in range(MOST_STEPS + 1)], np.int32)


@cache
def _slots(weights: Weights) -> Values:
    """Return what the place of a card is worth that is taken now, by the number of cards above the board."""
    points = [weights.slot * above for above in range(CARD_LIMIT - 1)]
    return np.array([scaled(point) for point in (*points, weights.last_slot, 0.0)], np.int32)
