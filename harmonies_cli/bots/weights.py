"""What greedy and planner think a position is worth, as data: points for what may still come of it."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.habitat_costs import LIMITS
from harmonies_cli.rules.cards import CARDS

__all__ = ["MOST_STEPS", "SCALE", "SPOT_DIGITS", "STEPS", "Weights", "card_values", "scaled"]

SCALE = 1024
"""Values are integers, in parts of a point, so that a bot plays alike on every platform."""
STEPS = 2
"""Steps of a turn in which the turns left are told apart."""
MOST_STEPS = 9 * STEPS
SPOT_DIGITS = 6
"""Numbers of spots are told apart up to 5, the most cubes of a card."""


class Weights(msgspec.Struct, frozen=True):
    """Points, unless said otherwise."""

    trunk: float = 1.3
    high_trunk: float = 3.0
    low_mountain: float = 0.5
    middle_mountain: float = 1.2
    lonely_mountain: float = 0.5
    single_field: float = 1.2
    lone_red: float = 0.7
    dull_building: float = 1.5
    water: float = 0.5
    empty: float = 1.0
    slack: float = 1.0
    reach: float = 1.4
    ready: float = 0.97
    slot: float = 1.2
    last_slot: float = 1.5
    spirit_growth: float = 1.5
    pace: float = 1.8


def scaled(points: float) -> int:
    """Return points as an integer in parts of a point."""
    return round(points * SCALE)


def _chance(lacking: int, turns: float, weights: Weights) -> float:
    """Return the chance that so many more tokens get to their places within the turns left."""
    if not lacking:
        return weights.ready
    if not turns:
        return 0.0
    return max(0.0, 1 - lacking / (weights.reach * turns + weights.slack))


@cache
def _lacking() -> NDArray[np.int64]:
    """Return, for each number of spots within each limit, the tokens that the 1st, 2nd, ... cube lacks."""
    numbers = np.indices((SPOT_DIGITS,) * LIMITS).reshape(LIMITS, -1)
    cube = np.arange(1, SPOT_DIGITS)[:, None]
    lacking: NDArray[np.int64] = sum((within < cube).astype(np.int64) for within in numbers)  # type: ignore[assignment]
    return lacking


@cache
def card_values(card: int, weights: Weights) -> NDArray[np.int32]:
    """Return what a card is worth by the turns left, the cubes placed, and the spots for more.

    Parameters
    ----------
    card
        Index in `CARDS`; for a spirit the value is the chance that its cube gets placed.
    weights
        The weights.

    Returns
    -------
    ndarray
        Shape (steps of the turns left, cubes + 2, numbers of spots within each limit as digits of one number).
        The last row of cubes, which the index -1 finds, is 0 for a card not taken.
    """
    points = (0, *(CARDS[card].points or (1,)))
    lacking = _lacking()
    values = np.zeros((MOST_STEPS + 1, len(points) + 1, lacking.shape[1]), np.int32)
    for step in range(MOST_STEPS + 1):
        turns = step / STEPS
        chances = np.array([scaled(_chance(number, turns, weights)) for number in range(5 * LIMITS + 1)], np.int64)
        for placed in range(len(points)):
            total = np.full(lacking.shape[1], points[placed] * SCALE, np.int64)
            together = np.zeros_like(total)
            for cube in range(placed + 1, len(points)):
                together += lacking[cube - placed - 1]
                total += (points[cube] - points[cube - 1]) * chances[together]
            values[step, placed] = total
    return values
