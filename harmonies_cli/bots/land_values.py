"""What the landscapes of many boards are worth: their points, and what they still promise."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, Planes
from harmonies_cli.bots.situation import Situation, Values
from harmonies_cli.bots.weights import MOST_STEPS, SCALE, STEPS, Weights, scaled
from harmonies_cli.rules.scoring.landscapes import (
    BUILDING_POINTS,
    FIELD_POINTS,
    HEIGHT_POINTS,
    ISLAND_POINTS,
    river_points,
)
from harmonies_cli.rules.scoring.vectorised_shapes import Masks, count_groups, next_to, river_lengths

__all__ = ["land_values"]

_SCALE_BITS = SCALE.bit_length() - 1
_TURNS_FOR_ALL = 3
"""Turns from which a promise counts in full."""


@cache
def _river_values() -> Values:
    return np.array([river_points(length) * SCALE for length in range(26)], np.int32)


@cache
def _part(weights: Weights) -> Values:
    """Return which part of a promise counts, by the turns left in steps."""
    return np.array([scaled(min(1.0, step / STEPS / _TURNS_FOR_ALL)) for step in range(MOST_STEPS + 1)], np.int32)


def land_values(situation: Situation, planes: Planes, empty: Masks, steps: NDArray[np.intp]) -> Values:
    """Return the points of the landscape rows, and what the boards promise.

    Parameters
    ----------
    situation
        What the boards have in common.
    planes, empty
        The boards, and their empty spaces.
    steps
        Own turns to come on each, in steps.
    """
    side, weights = situation.side, situation.weights

    def promise(points: float) -> np.int32:
        return np.int32(scaled(points))

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
        values += _river_values()[river_lengths(side, water)]
    promised += promise(weights.water) * number(water) + promise(weights.empty) * number(empty)
    promised *= _part(weights)[steps]
    promised >>= _SCALE_BITS
    values += promised
    return values
