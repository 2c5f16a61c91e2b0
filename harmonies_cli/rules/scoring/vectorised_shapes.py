"""Groups, holes and rivers of many sets of spaces at once, in numpy.

A set of spaces is a 32-bit integer with the layout of `sides`: a neighbour is a shift, and a step off the board ends on
an unused bit.
"""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.scoring.rivers import river_lengths as lengths_of_rivers

__all__ = ["Counts", "Masks", "count_groups", "next_to", "river_lengths"]

Masks: TypeAlias = NDArray[np.uint32]
"""Sets of spaces, one integer per board."""
Counts: TypeAlias = NDArray[np.uint8]

_RING = 6
"""Neighbours of a space inside the board, all needed to enclose it."""


def next_to(side: Side, masks: Masks) -> Masks:
    """Return the spaces with a neighbour in `masks`."""
    long = side.stride
    near = masks << np.uint32(1)
    near |= masks >> np.uint32(1)
    near |= masks << np.uint32(long)
    near |= masks >> np.uint32(long)
    near |= masks << np.uint32(long - 1)
    near |= masks >> np.uint32(long - 1)
    near &= np.uint32(side.full)
    return near


def count_groups(side: Side, masks: Masks) -> Counts:
    """Return the numbers of connected groups: spaces - pairs + triangles + holes (Euler)."""
    down = masks & masks >> np.uint32(1)
    short = masks & masks >> np.uint32(side.stride - 1)
    long = masks >> np.uint32(side.stride)
    size = np.bitwise_count(masks)
    number = size - np.bitwise_count(down) - np.bitwise_count(short) - np.bitwise_count(masks & long)
    number += np.bitwise_count(down & long) + np.bitwise_count(short & long)
    perhaps = np.flatnonzero(size >= _RING)
    if len(perhaps):
        holes = _enclosed_spaces(side, masks[perhaps])
        with_hole = np.flatnonzero(holes)
        if len(with_hole):
            number[perhaps[with_hole]] += count_groups(side, holes[with_hole])
    return number


@cache
def _border(side: Side) -> np.uint32:
    """Return the spaces with fewer than six neighbours."""
    return np.uint32(sum(1 << bit for bit in side.name_of if side.around[bit].bit_count() < _RING))


def _enclosed_spaces(side: Side, masks: Masks) -> Masks:
    """Return the spaces outside `masks` that they enclose."""
    rest = np.uint32(side.full) & ~masks
    outside = rest & _border(side)
    while True:
        grown = outside | next_to(side, outside) & rest
        if np.array_equal(grown, outside):
            return rest ^ outside
        outside = grown


def river_lengths(side: Side, water: Masks, *, loops: bool = False) -> Counts:
    """Return the lengths of the best rivers, in tokens.

    Parameters
    ----------
    side
        The side of the boards.
    water
        The water tokens.
    loops
        Whether closed loops count, as in the rule set ``bga``.
    """
    near = next_to(side, water)
    lengths: Counts = (water != 0).astype(np.uint8)
    lengths += (near & water) != 0
    long, one, short = np.uint32(side.stride), np.uint32(1), np.uint32(side.stride - 1)
    some = water << one
    several = np.zeros_like(water)
    for moved in (water >> one, water << long, water >> long, water << short, water >> short):
        several |= some & moved
        some |= moved
    large = np.flatnonzero(several & water)
    if len(large):
        lengths[large] = _longest_paths(side, water[large])
        if loops:
            lengths[large] = _loop_lengths(side, water[large], lengths[large])
    return lengths


def _longest_paths(side: Side, water: Masks) -> Counts:
    """Return the longest of the shortest paths, by breadth-first search from one token of every board at a time."""
    long, one, short = np.uint32(side.stride), np.uint32(1), np.uint32(side.stride - 1)
    best = np.zeros(len(water), np.uint8)
    starts = water & next_to(side, water)
    going = np.arange(len(water))
    while len(going):
        reached = starts & (~starts + one)
        starts = starts ^ reached
        length = np.ones(len(going), np.uint8)
        while True:
            grown = reached << one
            grown |= reached >> one
            grown |= reached << long
            grown |= reached >> long
            grown |= reached << short
            grown |= reached >> short
            grown &= water
            grown |= reached
            longer = grown != reached
            if not longer.any():
                break
            length += longer
            reached = grown
        best[going] = np.maximum(best[going], length)
        # A path has the same length from both ends, so a board's last start adds nothing.
        more = np.flatnonzero(starts & (starts - one))
        going, starts, water = going[more], starts[more], water[more]
    return best


def _loop_lengths(side: Side, water: Masks, lengths: Counts) -> Counts:
    """Return the lengths, counting closed loops; the walk runs once for each pattern with a cycle."""
    down = water & water >> np.uint32(1)
    short = water & water >> np.uint32(side.stride - 1)
    triangles = (down | short) & water >> np.uint32(side.stride)
    cyclic = np.flatnonzero((triangles != 0) | (np.bitwise_count(water) >= _RING))
    patterns, which = np.unique(water[cyclic], return_inverse=True)
    walked = np.array([lengths_of_rivers(side, int(pattern))[1] for pattern in patterns], np.uint8)
    lengths[cyclic] = walked[which]
    return lengths
