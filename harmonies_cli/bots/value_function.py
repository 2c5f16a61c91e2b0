"""The expected final points of a position at the end of a turn: a linear function of its features, fitted to games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, empty_spaces
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, crowd_values, is_over, spot_masks
from harmonies_cli.bots.evaluation import steps_left
from harmonies_cli.bots.habitat_costs import LIMITS, missing_by_kind
from harmonies_cli.bots.weights import CLOSING, MOST_STEPS, SCALE, STEPS
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.scoring.vectorised import spirit_rows
from harmonies_cli.rules.scoring.vectorised_shapes import Masks, count_groups, next_to, river_lengths

__all__ = ["PARTS", "VALUES_FILE", "ValueData", "features", "final_values", "points_now"]

VALUES_FILE = Path(__file__).parent.parent / "data" / "values.json"
PARTS = 1 << 20
"""Coefficients are integers in parts of a point, so a value is the same on every platform.

The parts are small because the largest features, points times steps left, reach 50,000.
"""
_FINE = SCALE // 16
"""Values enter the features in sixteenths of a point."""
_MOST_CUBES = max(CUBES)
_GROWING = (*(KINDS.index(kind) for kind in ("M", "MM", "T", "H")), HIGH_TRUNK)
"""Planes of stacks that can grow unless a cube is on them."""


class ValueData(msgspec.Struct, frozen=True):
    """The coefficients by side, in parts of a point per unit of `features`, and how they were fitted."""

    notes: dict[str, str]
    coefficients: dict[str, list[int]]


@cache
def _coefficients(side: str) -> NDArray[np.int64]:
    data = msgspec.json.decode(VALUES_FILE.read_bytes(), type=ValueData)
    return np.array(data.coefficients[side], np.int64)


@cache
def _card_points() -> NDArray[np.int64]:
    """Return the points of each animal by the cubes placed."""
    points = np.zeros((len(CARDS), _MOST_CUBES + 1), np.int64)
    for card in ANIMALS:
        ladder = (0, *CARDS[card].points)
        points[card] = [*ladder, *[ladder[-1]] * (_MOST_CUBES + 1 - len(ladder))]
    return points


def points_now(setting: Setting, crowd: Crowd) -> NDArray[np.int32]:
    """Return the current points of each position, in parts of `weights.SCALE`."""
    ended = crowd._replace(turns=np.zeros_like(crowd.turns))
    return crowd_values(setting, ended, crowd.planes, np.arange(len(crowd.turns)), CLOSING)


def features(setting: Setting, crowd: Crowd) -> NDArray[np.int64]:
    """Return the features of positions at the end of a turn, as integers; shape (positions, features)."""
    side, weights, _ = setting
    planes = crowd.planes
    count = np.bitwise_count
    water, field, building, house = planes[0], planes[1], planes[8], planes[10]
    empty = empty_spaces(side, planes)
    number = len(crowd.turns)
    time = np.minimum(steps_left(MOST_STEPS, weights)[count(empty)], crowd.turns * STEPS)
    promise = crowd_values(setting, crowd, planes, np.arange(number), CLOSING)
    within = missing_by_kind(side, planes)
    near_field = next_to(side, field)
    gray = planes[2] | planes[3] | planes[4]
    shapes = [
        count_groups(side, field & near_field),
        count(field & ~near_field),
        count(gray & ~next_to(side, gray)),
        count_groups(side, np.uint32(side.full) & ~water) if side.has_islands else river_lengths(side, water),
        count(next_to(side, building | house) & empty),
        count(next_to(side, gray) & empty),
    ]
    above = (crowd.cards != NO_CARD).sum(axis=0)
    rows = [
        points_now(setting, crowd) // _FINE,
        promise // _FINE,
        *(count(planes[plane]) for plane in range(HIGH_TRUNK + 1)),
        *shapes,
        count(empty),
        count(empty).astype(np.int64) ** 2,
        count(planes[CUBES_PLANE]),
        above,
        *(count(planes[plane] & ~planes[CUBES_PLANE]) for plane in _GROWING),
        *_card_features(setting, crowd, within),
        *_spirit_features(setting, crowd, within),
        time,
    ]
    table = np.array(rows, np.int64)
    return np.concatenate((np.ones((1, number), np.int64), table, table * time)).T


def _card_features(setting: Setting, crowd: Crowd, within: Masks) -> list[NDArray[np.int64]]:
    """Return the features of the cards above the board.

    These are the cubes and points left, the points within each limit, and the numbers of cards with one and two cubes
    left and with none placed.
    """
    points = _card_points()
    number = len(crowd.turns)
    cubes, left = np.zeros(number, np.int64), np.zeros(number, np.int64)
    near = np.zeros((LIMITS, number), np.int64)
    stages = np.zeros((3, number), np.int64)
    for card in np.unique(crowd.cards).tolist():
        if card == NO_CARD or CARDS[card].is_spirit:
            continue
        place, index = np.nonzero(crowd.cards == card)
        placed = crowd.placed[place, index]
        missing = CUBES[card] - placed
        cubes[index] += missing
        left[index] += points[card, -1] - points[card, placed]
        spots = spot_masks(setting.side, card, within.take(index, axis=2), crowd.planes[CUBES_PLANE, index])
        reached = np.minimum(placed + np.bitwise_count(spots), CUBES[card])
        near[:, index] += points[card, reached] - points[card, placed]
        stages[:, index] += [missing == 1, missing == 2, placed == 0]
    return [cubes, left, *near, *stages]


def _spirit_features(setting: Setting, crowd: Crowd, within: Masks) -> list[NDArray[np.int64]]:
    """Return the points of the spirit with its cube, without it, and within each limit; and the spirit's number."""
    side, _, spirit = setting
    number = len(crowd.turns)
    placed = crowd.spirit_placed.astype(np.int64)
    points = np.zeros(number, np.int64)
    near = np.zeros((LIMITS, number), np.int64)
    if spirit >= 0:
        points += spirit_rows(side, spirit, crowd.planes)
        near += spot_masks(side, spirit, within, crowd.planes[CUBES_PLANE]) != 0
    which = [np.full(number, card == spirit, np.int64) for card in SPIRITS]
    return [placed, points * placed, points * (1 - placed), *(near * points * (1 - placed)), *which]


def final_values(setting: Setting, crowd: Crowd) -> NDArray[np.int64]:
    """Return the expected final points in parts of `PARTS`, exact for the last position of a game."""
    values = points_now(setting, crowd).astype(np.int64) * (PARTS // SCALE)
    going = np.flatnonzero(~is_over(setting.side, crowd))
    if len(going):
        values[going] = features(setting, crowd.select(going)) @ _coefficients(setting.side.name)
    return values
