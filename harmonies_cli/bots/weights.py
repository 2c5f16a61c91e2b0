"""The weights by which greedy and planner value the points still to come, as data."""

from __future__ import annotations

from functools import cache
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.habitat_costs import LIMITS
from harmonies_cli.rules.board.cards import CARDS

__all__ = [
    "CLOSING",
    "MOST_STEPS",
    "SCALE",
    "SPOT_DIGITS",
    "STEPS",
    "TIMES",
    "Weights",
    "card_values",
    "fixed_point",
    "time_row",
]

SCALE = 1024
"""Values are integers in parts of a point, so a bot plays the same on every platform."""
STEPS = 3
"""Steps in a turn, one for each token: the unit of the time left."""
MOST_STEPS = 9 * STEPS
CLOSING = -1
"""Stands in for the number of tokens still to place: the turn is over, and no cube can be placed in it."""
TIMES = MOST_STEPS + STEPS + 2
"""Rows of the tables by time left; see `time_row`."""
SPOT_DIGITS = 6
"""The highest number of spots to distinguish: 5, the most cubes of a card."""


Points = Annotated[float, msgspec.Meta(ge=-100, le=100)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Weights(msgspec.Struct, frozen=True):
    """The weights of a position's promises.

    tests/training/weights.py tunes the weights; docs/bots.md says how the defaults were found.

    Attributes
    ----------
    trunk, high_trunk
        Points for a trunk, and for two trunks, that may still become a tree.
    low_mountain, middle_mountain
        Extra points for a mountain of height 1, of height 2, that may still grow.
    lonely_mountain
        Share of its points that counts for a mountain that may still get a neighbour.
    single_field, lone_red, dull_building
        Points for a field that may become a group, a red token that may become a building, a building that may
        get 3 colours around it.
    water, empty
        Points for each water token, each empty space.
    reach, slack
        Tokens available for a card: `reach` for each turn left, plus `slack`. The chance of placing a cube falls to 0
        at this number of missing tokens.
    power
        The chance is the share of these tokens that is not missing, raised to this power.
    full_from
        Number of turns left from which promises count in full.
    ready
        Chance of placing a cube with a complete habitat before the last turn ends.
    slot, last_slot
        Points that a card must be worth to be taken: for each card already above the board, and as the fourth card.
    spirit_growth
        Share of its average points that a spirit is still expected to gain.
    pace
        Spaces that a player fills in a turn.
    """

    trunk: Points = 1.6
    high_trunk: Points = 3.2
    low_mountain: Points = 0.4
    middle_mountain: Points = 1.2
    lonely_mountain: Share = 0.5
    single_field: Points = 1.1
    lone_red: Points = 0.7
    dull_building: Points = 1.85
    water: Points = 0.55
    empty: Points = 0.95
    reach: Annotated[float, msgspec.Meta(ge=0, le=100)] = 2.45
    slack: Annotated[float, msgspec.Meta(ge=0.01, le=100)] = 2.45
    power: Annotated[float, msgspec.Meta(ge=0.1, le=10)] = 3.3
    full_from: Annotated[float, msgspec.Meta(ge=0.01, le=20)] = 0.85
    ready: Share = 0.97
    slot: Points = 1.15
    last_slot: Points = 1.4
    spirit_growth: Annotated[float, msgspec.Meta(ge=0, le=20)] = 1.65
    pace: Annotated[float, msgspec.Meta(ge=0.5, le=5)] = 1.87

    def __post_init__(self) -> None:
        """Refuse NaN, which passes every bound."""
        for name in self.__struct_fields__:
            if getattr(self, name) != getattr(self, name):
                raise ValueError(f"{name} is not a number")


def fixed_point(points: float) -> int:
    """Return points as an integer in parts of a point."""
    return round(points * SCALE)


def _chance(lacking: int, turns: float, weights: Weights) -> float:
    """Return the chance of placing this many more tokens within the turns left."""
    if not lacking:
        return weights.ready
    if not turns:
        return 0.0
    share: float = max(0.0, 1 - lacking / (weights.reach * turns + weights.slack)) ** weights.power
    return share


def time_row(steps: NDArray[np.intp], to_place: int) -> NDArray[np.intp]:
    """Return the row of a table by time.

    Parameters
    ----------
    steps
        Steps left after this turn.
    to_place
        Tokens still to place this turn, or `CLOSING`.

    Returns
    -------
    ndarray
        0 if nothing can be placed any more, 1 if only cubes of this turn can be placed, else 1 + the steps left.
    """
    left = steps + max(0, to_place)
    if to_place == CLOSING:
        return left + (left > 0)
    return left + 1


@cache
def _missing_tokens() -> NDArray[np.int64]:
    """Return, for each number of spots within each limit, the tokens that the 1st, 2nd, ... cube still needs."""
    numbers = np.indices((SPOT_DIGITS,) * LIMITS).reshape(LIMITS, -1)
    cube = np.arange(1, SPOT_DIGITS)[:, None]
    lacking: NDArray[np.int64] = sum((within < cube).astype(np.int64) for within in numbers)  # type: ignore[assignment]
    return lacking


@cache
def card_values(card: int, weights: Weights) -> NDArray[np.int32]:
    """Return the worth of a card by the time left, the cubes placed, and the spots for more.

    Parameters
    ----------
    card
        Index in `CARDS`; the worth of a spirit is the chance of placing its cube.
    weights
        The weights.

    Returns
    -------
    ndarray
        Shape (`TIMES`, cubes + 2, numbers of spots within each limit as digits of one number).
        The last row of cubes (index -1) is for a card not taken, and 0.
    """
    points = (0, *(CARDS[card].points or (1,)))
    lacking = _missing_tokens()
    values = np.zeros((TIMES, len(points) + 1, lacking.shape[1]), np.int32)
    for time in range(TIMES):
        turns = max(0, time - 1) / STEPS
        chances = np.array([fixed_point(_chance(number, turns, weights)) for number in range(5 * LIMITS + 1)], np.int64)
        if time == 0:
            chances[:] = 0
        for placed in range(len(points)):
            total = np.full(lacking.shape[1], points[placed] * SCALE, np.int64)
            together = np.zeros_like(total)
            for cube in range(placed + 1, len(points)):
                together += lacking[cube - placed - 1]
                total += (points[cube] - points[cube - 1]) * chances[together]
            values[time, placed] = total
    return values
