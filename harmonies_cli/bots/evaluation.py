"""The estimate that greedy and planner maximise: points so far, plus promises of boards and cards."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, Planes, empty_spaces, remembered_river_lengths
from harmonies_cli.bots.habitat_costs import spots_within
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, States, Values
from harmonies_cli.bots.weights import (
    MOST_STEPS,
    SCALE,
    SPOT_DIGITS,
    STEPS,
    TIMES,
    Weights,
    card_values,
    fixed_point,
    time_row,
)
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, Side
from harmonies_cli.rules.scoring.landscapes import (
    BUILDING_POINTS,
    FIELD_POINTS,
    HEIGHT_POINTS,
    ISLAND_POINTS,
    river_points,
)
from harmonies_cli.rules.scoring.vectorised import spirit_rows
from harmonies_cli.rules.scoring.vectorised_shapes import Masks, count_groups, next_to

__all__ = [
    "SPIRIT_POINTS",
    "Estimate",
    "estimate",
    "growth_by_time",
    "land_values",
    "slot_costs",
    "spirit_values",
    "spot_numbers",
    "steps_left",
]

SPIRIT_POINTS = {
    "lion": 17,
    "butterfly": 26,
    "deer": 7,
    "owl": 18,
    "cat": 15,
    "stork": 8,
    "ram": 9,
    "marmot": 13,
    "dragonfly": 6,
    "turtle": 16,
}
"""The average worth of each spirit to a player who keeps it, measured in tournaments of greedy bots."""
_SCALE_BITS = SCALE.bit_length() - 1


class Estimate(NamedTuple):
    """The value of each board, and the card to take for it, as the place in the row, or -1."""

    values: Values
    cards: NDArray[np.intp]


@cache
def steps_left(turns: int, weights: Weights) -> NDArray[np.intp]:
    """Return the player's turns to come, in steps, by the number of empty spaces."""
    steps = []
    for empty in range(26):
        own = max(STEPS, round((empty - MOST_EMPTY_AT_END) / weights.pace * STEPS)) if empty > MOST_EMPTY_AT_END else 0
        steps.append(min(own, turns, MOST_STEPS))
    return np.array(steps)


def estimate(situation: Situation, states: States, to_place: int = 0) -> Estimate:
    """Estimate many states.

    Parameters
    ----------
    situation, states
        The facts that the states share, and the states.
    to_place
        Tokens still to place this turn, or `weights.CLOSING` once it ends.
    """
    side, weights, turns, planes = situation.side, situation.weights, situation.turns, states.planes
    number = planes.shape[1]
    empty = empty_spaces(side, planes)
    time = time_row(steps_left(turns, weights)[np.bitwise_count(empty)], to_place)
    values = land_values(side, weights, planes, empty, time)
    taken = np.full(number, -1, np.intp)
    if situation.spirit_placed:
        values += spirit_values(side, situation.spirit, planes, np.int32(SCALE))
    if not situation.cards:
        return Estimate(values, taken)
    index = _claimed_numbers(situation, states)
    may_take = ~states.took & (states.above < CARD_LIMIT)
    best = np.zeros(number, np.int32)
    slots = slot_costs(weights)[states.above]
    for place, card in enumerate(situation.cards):
        table = card_values(card, weights)
        placed = states.placed[place]
        worth = table[time, placed, index[place]]
        if card == situation.spirit:
            values += spirit_values(side, card, planes, worth, growth=growth_by_time(card, weights)[time])
            continue
        values += worth
        in_row = may_take & (placed == NOT_TAKEN)
        if in_row.any():
            gain = np.where(in_row, table[time, 0, index[place]] - slots, 0)
            better = gain > best
            taken[better] = place
            best = np.maximum(best, gain)
    return Estimate(values + best, taken)


def _claimed_numbers(situation: Situation, states: States) -> NDArray[np.intp]:
    """Return `spot_numbers` of each card on each board.

    A card that needs all spaces of its finished habitats claims them, so no later card counts them again.
    """
    spots = spots_within(situation.side, situation.cards, states.planes)
    claimed = np.zeros_like(states.planes[0])
    for place, card in enumerate(situation.cards):
        spots[:, place] &= ~claimed
        left = CUBES[card] - states.placed[place]
        needs_all = np.bitwise_count(spots[0, place]) <= left
        needs_all &= left <= CUBES[card]
        claimed |= spots[0, place] * needs_all
    return spot_numbers(spots)


def spot_numbers(spots: Masks) -> NDArray[np.intp]:
    """Return the numbers of spots within each limit as the digits of one number, an index into `card_values`."""
    counts = np.minimum(np.bitwise_count(spots), SPOT_DIGITS - 1)
    numbers = counts[0].astype(np.int16)
    for within in counts[1:]:
        numbers *= SPOT_DIGITS
        numbers += within
    index: NDArray[np.intp] = numbers.astype(np.intp)
    return index


@cache
def growth_by_time(card: int, weights: Weights) -> Values:
    """Return the points that a spirit may still score, by the time left."""
    rate = SPIRIT_POINTS[CARDS[card].id] / 9 * weights.spirit_growth
    return np.array([fixed_point(rate * max(0, row - 1) / STEPS) for row in range(TIMES)], np.int32)


@cache
def slot_costs(weights: Weights) -> Values:
    """Return the current value of a free card place, by the number of cards above the board."""
    points = [weights.slot * above for above in range(CARD_LIMIT - 1)]
    return np.array([fixed_point(point) for point in (*points, weights.last_slot, 0.0)], np.int32)


@cache
def _river_values() -> Values:
    return np.array([river_points(length) * SCALE for length in range(26)], np.int32)


@cache
def _part(weights: Weights) -> Values:
    """Return the share of a promise that counts, by the time left."""
    return np.array(
        [fixed_point(min(1.0, max(0, row - 1) / STEPS / weights.full_from)) for row in range(TIMES)], np.int32
    )


def land_values(side: Side, weights: Weights, planes: Planes, empty: Masks, time: NDArray[np.intp]) -> Values:
    """Return the points of the landscape rows, and the promises of the boards.

    Parameters
    ----------
    side, weights
        The side of the boards, and the weights.
    planes, empty
        The boards, and their empty spaces.
    time
        The time left on each, as a row of `weights.time_row`.
    """

    def promise(points: float) -> np.int32:
        return np.int32(fixed_point(points))

    def number(spaces: Masks) -> Values:
        return np.bitwise_count(spaces).astype(np.int32)

    water, field, m1, m2, m3, t1, t2, t3, building, trunk, house = planes[:HIGH_TRUNK]
    high_trunk = planes[HIGH_TRUNK]
    free = ~planes[CUBES_PLANE]
    low, middle, high = (np.int32(points * SCALE) for points in HEIGHT_POINTS[1:])
    near_empty = next_to(side, empty)
    values: Values = low * number(t1) + middle * number(t2) + high * number(t3)
    promised = promise(weights.trunk) * number(trunk & free) + promise(weights.high_trunk) * number(high_trunk & free)
    gray = m1 | m2 | m3
    near = next_to(side, gray)
    values += low * number(m1 & near) + middle * number(m2 & near) + high * number(m3 & near)
    alone = ~near & near_empty
    for mountain, points in ((m1, 1), (m2, 3), (m3, 7)):
        promised += promise(points * weights.lonely_mountain) * number(mountain & alone)
    promised += promise(weights.low_mountain) * number(m1 & free) + promise(weights.middle_mountain) * number(m2 & free)
    near_field = next_to(side, field)
    values += np.int32(FIELD_POINTS * SCALE) * count_groups(side, field & near_field)
    promised += promise(weights.single_field) * number(field & ~near_field & near_empty)
    one = next_to(side, water)
    two = np.zeros_like(one)
    three = np.zeros_like(one)
    colours = (near, next_to(side, t1 | t2 | t3), near_field, next_to(side, building | house))
    for colour in (*colours, next_to(side, trunk | high_trunk)):
        three |= two & colour
        two |= one & colour
        one |= colour
    values += np.int32(BUILDING_POINTS * SCALE) * number(building & three)
    promised += promise(weights.dull_building) * number(building & ~three & near_empty)
    promised += promise(weights.lone_red) * number(house & free)
    if side.has_islands:
        values += np.int32(ISLAND_POINTS * SCALE) * count_groups(side, np.uint32(side.full) & ~water)
    else:
        values += _river_values()[remembered_river_lengths(side, water)]
    promised += promise(weights.water) * number(water) + promise(weights.empty) * number(empty)
    promised *= _part(weights)[time]
    promised >>= _SCALE_BITS
    values += promised
    return values


def spirit_values(
    side: Side,
    card: int,
    planes: Planes,
    chance: NDArray[np.int32] | np.int32,
    *,
    growth: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """Return the value of a spirit: its points, now and with some growth, times the chance of placing its cube."""
    points = spirit_rows(side, card, planes)
    if growth is None:
        return chance * points
    value: NDArray[np.int32] = chance * points + (chance * growth >> 10)
    return value
