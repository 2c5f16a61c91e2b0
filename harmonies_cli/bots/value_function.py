"""The expected final points of a position at the end of a turn: a linear function of its features, fitted to games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, empty_spaces
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, is_over, values_from_spots
from harmonies_cli.bots.evaluation import land_values, spirit_values, steps_left
from harmonies_cli.bots.habitat_costs import LIMITS, HeldSpots, held_spots, missing_by_kind
from harmonies_cli.bots.weights import CLOSING, MOST_STEPS, SCALE, STEPS
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.scoring.vectorised import spirit_rows
from harmonies_cli.rules.scoring.vectorised_shapes import count_groups, next_to, river_lengths

__all__ = ["PARTS", "VALUES_FILE", "ValueData", "features", "final_values", "points_now"]

VALUES_FILE = Path(__file__).parent.parent / "data" / "values.json"
PARTS = 1 << 20
"""Coefficients are integers in parts of a point, so a value is the same on every platform.

The parts are small because the largest features, points times steps left, reach 50,000.
"""
_FINE = SCALE // 16
"""Values enter the features in sixteenths of a point."""
_MOST_CUBES = max(CUBES)
_CUBES = np.array(CUBES)
_IS_SPIRIT = np.array([card.is_spirit for card in CARDS])
_CHUNK = 1024
"""Positions to value at a time, so the working arrays fit in the processor's cache."""
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
    side, weights, spirit = setting
    over = np.zeros(len(crowd.turns), np.intp)
    points = land_values(side, weights, crowd.planes, empty_spaces(side, crowd.planes), over) + crowd.banked
    # A spirit has no points in the table, and `NO_CARD` looks up the last card with no cube placed.
    points += (_card_points()[crowd.cards, crowd.placed].sum(axis=0) * SCALE).astype(np.int32)
    if spirit >= 0:
        placed = np.flatnonzero(crowd.spirit_placed)
        points[placed] += spirit_values(side, spirit, crowd.planes[:, placed], np.int32(SCALE))
    return points


def features(setting: Setting, crowd: Crowd) -> NDArray[np.int64]:
    """Return the features of positions at the end of a turn, as integers; shape (positions, features)."""
    side, weights, _ = setting
    planes = crowd.planes
    count = np.bitwise_count
    water, field, building, house = planes[0], planes[1], planes[8], planes[10]
    empty = empty_spaces(side, planes)
    number = len(crowd.turns)
    time = np.minimum(steps_left(MOST_STEPS, weights)[count(empty)], crowd.turns * STEPS)
    held = held_spots(side, crowd.cards, missing_by_kind(side, planes), planes[CUBES_PLANE])
    promise = values_from_spots(setting, crowd, planes, np.arange(number), CLOSING, held)
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
        *_card_features(crowd, held),
        *_spirit_features(setting, crowd, held),
        time,
    ]
    table = np.array(rows, np.int64)
    return np.concatenate((np.ones((1, number), np.int64), table, table * time)).T


def _card_features(crowd: Crowd, above: HeldSpots) -> list[NDArray[np.int64]]:
    """Return the features of the cards above the board.

    These are the cubes and points left, the points within each limit, and the numbers of cards with one and two cubes
    left and with none placed.
    """
    points = _card_points()
    animals = np.flatnonzero(~_IS_SPIRIT[above.cards])
    cards, boards = above.cards[animals], above.boards[animals]
    placed = crowd.placed[above.slots[animals], boards]
    missing = _CUBES[cards] - placed
    reached = placed + np.minimum(np.bitwise_count(above.spots[:, animals]), missing)
    now = points[cards, placed]
    near = points[cards, reached] - now
    columns = [missing, points[cards, -1] - now, *near, missing == 1, missing == 2, placed == 0]
    return [np.bincount(boards, column, len(crowd.turns)).astype(np.int64) for column in columns]


def _spirit_features(setting: Setting, crowd: Crowd, above: HeldSpots) -> list[NDArray[np.int64]]:
    """Return the points of the spirit with its cube, without it, and within each limit; and the spirit's number."""
    side, _, spirit = setting
    number = len(crowd.turns)
    placed = crowd.spirit_placed.astype(np.int64)
    points = np.zeros(number, np.int64)
    near = np.zeros((LIMITS, number), np.int64)
    if spirit >= 0:
        points += spirit_rows(side, spirit, crowd.planes)
        held = np.flatnonzero(above.cards == spirit)
        near[:, above.boards[held]] = above.spots[:, held] != 0
    which = [np.full(number, card == spirit, np.int64) for card in SPIRITS]
    return [placed, points * placed, points * (1 - placed), *(near * points), *which]


def final_values(setting: Setting, crowd: Crowd) -> NDArray[np.int64]:
    """Return the expected final points in parts of `PARTS`, exact for the last position of a game."""
    values = points_now(setting, crowd).astype(np.int64) * (PARTS // SCALE)
    going = np.flatnonzero(~is_over(setting.side, crowd))
    for start in range(0, len(going), _CHUNK):
        part = going[start : start + _CHUNK]
        values[part] = features(setting, crowd.select(part)) @ _coefficients(setting.side.name)
    return values
