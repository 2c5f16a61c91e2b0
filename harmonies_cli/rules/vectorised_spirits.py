"""What spirits score on many boards at once; equal to `spirits.spirit_points` board by board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.sides import Side
from harmonies_cli.rules.stacks import KINDS
from harmonies_cli.rules.vectorised_shapes import Masks, count_groups, next_to

__all__ = ["spirit_rows"]

_FEATURES = {
    "field": (KINDS.index("F"),),
    "water": (KINDS.index("W"),),
    "building": (KINDS.index("?H"),),
    "tree": tuple(map(KINDS.index, ("L", "TL", "TTL"))),
    "mountain": tuple(map(KINDS.index, ("M", "MM", "MMM"))),
}


def _ladder(card: int) -> tuple[int, int, int]:
    """Return the points for size or height 1, 2 and 3 or more."""
    rule = CARDS[card].scoring
    assert rule is not None
    steps = rule.by_size or rule.by_height or {"1+": rule.each}
    points: list[int] = []
    for size, value in steps.items():
        points += [value] * (int(size.partition("+")[0]) - len(points))
    points += [points[-1]] * (3 - len(points))
    return points[0], points[1], points[2]


def spirit_rows(side: Side, card: int, kinds: Masks) -> NDArray[np.int32]:
    """Return what a spirit scores on each board if its cube has been placed.

    Parameters
    ----------
    side
        The side of the boards.
    card
        Number of the spirit's card.
    kinds
        Shape (kinds, boards), in the order of `stacks.KINDS`.
    """
    rule = CARDS[card].scoring
    assert rule is not None
    features = [kinds[kind] for kind in _FEATURES[rule.feature]]
    one, two, three = _ladder(card)
    if rule.per != "group":
        ladder = (one, two, three)
        rows = np.zeros(kinds.shape[1], np.int32)
        for spaces, points in zip(features, ladder, strict=False):
            rows += np.int32(points) * np.bitwise_count(spaces)
        return rows
    (spaces,) = features
    groups = count_groups(side, spaces).astype(np.int32)
    of_two = count_groups(side, spaces & next_to(side, spaces)).astype(np.int32)
    rows = np.int32(one) * (groups - of_two) + np.int32(two) * of_two
    if three != two:
        rows += np.int32(three - two) * count_groups(side, _groups_of_three(side, spaces)).astype(np.int32)
    return rows


def _groups_of_three(side: Side, spaces: Masks) -> Masks:
    """Return the groups of 3 or more: in those, somebody has two neighbours."""
    shifts = (1, side.stride, side.stride - 1)
    some = np.zeros_like(spaces)
    several = np.zeros_like(spaces)
    for shift in shifts:
        for moved in (spaces << np.uint32(shift), spaces >> np.uint32(shift)):
            several |= some & moved
            some |= moved
    core = spaces & several
    return core | spaces & next_to(side, core)
