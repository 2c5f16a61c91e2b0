"""Score many boards at once with numpy: landscapes and spirits, with the same results as `scoresheet`."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, LANE, Side
from harmonies_cli.rules.board.tokens import KIND_OF, KINDS, STACKS
from harmonies_cli.rules.scoring.landscapes import (
    BUILDING_POINTS,
    FIELD_POINTS,
    HEIGHT_POINTS,
    ISLAND_POINTS,
    RuleSet,
    river_points,
)
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.rules.scoring.spirits import spirit_ladder
from harmonies_cli.rules.scoring.vectorised_shapes import Counts, Masks, count_groups, next_to, river_lengths

__all__ = ["board_masks", "kind_masks", "landscape_rows", "spirit_rows"]

_CHUNK = 1 << 13
"""Boards to score at a time, so all working arrays fit in the processor's cache."""
_PLANES = 4
"""Binary digits of a node number."""


def kind_masks(side: Side, codes: NDArray[np.uint8]) -> Masks:
    """Return the masks of boards, given their stack codes.

    Parameters
    ----------
    side
        The side of the boards.
    codes
        Node numbers (see `tokens.STACKS`), shape (boards, spaces), spaces in board order.

    Returns
    -------
    ndarray
        Shape (boards, kinds), kinds in the order of `tokens.KINDS`; stored kind by kind.
    """
    number = len(codes)
    padded = np.zeros((number, LANE), np.uint8)
    for column in range(len(side.columns)):
        first = sum(side.columns[:column])
        bit = side.bit_of[COLUMN_LETTERS[column] + "1"]
        padded[:, bit : bit + side.columns[column]] = codes[:, first : first + side.columns[column]]
    planes = []
    for digit in range(_PLANES):
        packed = np.packbits(padded & (1 << digit), axis=1, bitorder="little")
        planes.append(packed.view("<u4").ravel().astype(np.uint32, copy=False))
    masks = np.zeros((len(KINDS), number), np.uint32)
    for node in range(1, len(STACKS)):
        digits = [plane if node >> digit & 1 else ~plane for digit, plane in enumerate(planes)]
        masks[KIND_OF[node]] |= digits[0] & digits[1] & digits[2] & digits[3]
    return masks.T


def board_masks(boards: bytes | bytearray) -> Masks:
    """Return the masks of boards.

    Parameters
    ----------
    boards
        The boards, each as an integer with a lane for each kind (see `sides`), by their bytes.

    Returns
    -------
    ndarray
        Shape (boards, kinds).
    """
    return np.array(np.frombuffer(boards, "<u4").reshape(-1, len(KINDS)).T, np.uint32, order="C").T


@cache
def _river_points(side: Side) -> Counts:
    return np.array([river_points(length) for length in range(len(side.spaces) + 1)], np.uint8)


def _building_points(side: Side, tops: tuple[Masks, ...], buildings: Masks) -> Counts:
    """Count the colours around each space in unary: one, two, three or more."""
    one = next_to(side, tops[0])
    two = np.zeros_like(one)
    three = np.zeros_like(one)
    for top in tops[1:]:
        near = next_to(side, top)
        three |= two & near
        two |= one & near
        one |= near
    points: Counts = np.bitwise_count(three & buildings) * np.uint8(BUILDING_POINTS)
    return points


def landscape_rows(side: Side, masks: Masks, rules: RuleSet = "rulebook") -> NDArray[np.uint8]:
    """Score the five landscape rows of many boards.

    Parameters
    ----------
    side
        The side of the boards.
    masks
        Shape (boards, kinds), as from `kind_masks`.
    rules
        The rule set; it matters for the river of side A only.

    Returns
    -------
    ndarray
        Shape (boards, 5), in the order of `LANDSCAPE_ROWS`.
    """
    rows = np.empty((len(masks), len(LANDSCAPE_ROWS)), np.uint8)
    for start in range(0, len(masks), _CHUNK):
        _score(side, masks[start : start + _CHUNK].T, rules, rows[start : start + _CHUNK])
    return rows


def _score(side: Side, kinds: Masks, rules: RuleSet, rows: NDArray[np.uint8]) -> None:
    water, field, m1, m2, m3, t1, t2, t3, building, trunk, house = kinds
    _, low, middle, high = (np.uint8(points) for points in HEIGHT_POINTS)
    count = np.bitwise_count
    gray = m1 | m2 | m3
    near = next_to(side, gray)
    rows[:, 0] = low * count(t1) + middle * count(t2) + high * count(t3)
    rows[:, 1] = low * count(m1 & near) + middle * count(m2 & near) + high * count(m3 & near)
    rows[:, 2] = np.uint8(FIELD_POINTS) * count_groups(side, field & next_to(side, field))
    tops = (water, gray, t1 | t2 | t3, field, building | house, trunk)
    rows[:, 3] = _building_points(side, tops, building)
    if side.has_islands:
        rows[:, 4] = np.uint8(ISLAND_POINTS) * count_groups(side, np.uint32(side.full) & ~water)
    else:
        rows[:, 4] = _river_points(side)[river_lengths(side, water, loops=rules == "bga")]


_FEATURES = {
    "field": (KINDS.index("F"),),
    "water": (KINDS.index("W"),),
    "building": (KINDS.index("?H"),),
    "tree": tuple(map(KINDS.index, ("L", "TL", "TTL"))),
    "mountain": tuple(map(KINDS.index, ("M", "MM", "MMM"))),
}


def spirit_rows(side: Side, card: int, kinds: Masks) -> NDArray[np.int32]:
    """Return the points of a spirit on each board if its cube has been placed.

    Parameters
    ----------
    side
        The side of the boards.
    card
        Number of the spirit's card.
    kinds
        Shape (kinds, boards), in the order of `tokens.KINDS`.
    """
    rule = CARDS[card].scoring
    assert rule is not None
    features = [kinds[kind] for kind in _FEATURES[rule.feature]]
    ladder = spirit_ladder(card)
    ladder += ladder[-1:] * (3 - len(ladder))  # sizes and heights of 3 and more score the same
    if rule.per != "group":
        rows = np.zeros(kinds.shape[1], np.int32)
        for spaces, points in zip(features, ladder, strict=False):
            rows += np.int32(points) * np.bitwise_count(spaces)
        return rows
    one, two, three = ladder
    (spaces,) = features
    groups = count_groups(side, spaces).astype(np.int32)
    of_two = count_groups(side, spaces & next_to(side, spaces)).astype(np.int32)
    rows = np.int32(one) * (groups - of_two) + np.int32(two) * of_two
    if three != two:
        rows += np.int32(three - two) * count_groups(side, _groups_of_three(side, spaces)).astype(np.int32)
    return rows


def _groups_of_three(side: Side, spaces: Masks) -> Masks:
    """Return the groups of 3 or more: one of their spaces has two neighbours."""
    shifts = (1, side.stride, side.stride - 1)
    some = np.zeros_like(spaces)
    several = np.zeros_like(spaces)
    for shift in shifts:
        for moved in (spaces << np.uint32(shift), spaces >> np.uint32(shift)):
            several |= some & moved
            some |= moved
    core = spaces & several
    return core | spaces & next_to(side, core)
