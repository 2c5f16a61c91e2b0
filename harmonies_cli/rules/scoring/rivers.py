"""The river of side A: its length, and the counted path (docs/rules.md 7 and 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from harmonies_cli.rules.board.sides import Side, bits

__all__ = ["River", "longest_shortest_path", "loop", "river", "river_lengths"]

River = tuple[int, ...]
"""The bits of a counted path, in order."""

_REMEMBERED = 1 << 12


def river_lengths(side: Side, water: int) -> tuple[int, int]:
    """Return the lengths in tokens of the best river on a board: without and with closed loops.

    Parameters
    ----------
    side
        The side of the board.
    water
        Mask of the water tokens.
    """
    if not water:
        return 0, 0
    path = either = 1
    # A lone token is a river of 1; only tokens with a neighbour need a search.
    water &= side.next_to(water)
    while water:
        group = side.first_group(water)
        water ^= group
        size = group.bit_count()
        if size > path:
            if size == 2:
                path = 2
            else:
                # Adjacency is a shift, so a shape's length does not depend on its place.
                of_path, of_either = _lengths(side.stride, group // (group & -group))
                path = max(path, of_path)
                either = max(either, of_either)
    return path, max(path, either)


@lru_cache(_REMEMBERED)
def _lengths(stride: int, group: int) -> tuple[int, int]:
    long = stride
    short = long - 1
    size = group.bit_count()
    best = 0
    starts = group
    while starts:
        start = starts & -starts
        starts ^= start
        reached = start
        length = 1
        while True:
            grown = (
                reached
                | reached << 1
                | reached >> 1
                | reached << long
                | reached >> long
                | reached << short
                | reached >> short
            ) & group
            if grown == group:
                break
            reached = grown
            length += 1
        length += 1
        if length > best:
            best = length
            if best == size:
                return best, best
    # A group without a closed loop is a tree: it has one fewer pair of neighbours than tokens.
    pairs = (
        (group & group >> 1).bit_count() + (group & group >> long).bit_count() + (group & group >> short).bit_count()
    )
    return best, max(best, len(loop(stride, group))) if pairs >= size else best


def _layers(side: Side, group: int, start: int) -> Iterator[int]:
    """Yield the masks of the spaces of `group` at 0, 1, 2, ... steps from the bit `start`."""
    layer = 1 << start
    rest = group ^ layer
    while layer:
        yield layer
        layer = side.next_to(layer) & rest
        rest ^= layer


def longest_shortest_path(side: Side, group: int) -> River:
    """Return the longest of the shortest paths between two tokens of a group.

    Among equally long paths it is the first in board order: the earliest start, then the earliest end, then at each
    step the earliest space.
    """
    start, depth = 0, 0
    for bit in bits(group):
        steps = sum(1 for _ in _layers(side, group, bit))
        if steps > depth:
            start, depth = bit, steps
    *_, ends = _layers(side, group, start)
    end = next(bits(ends))
    distances = list(_layers(side, group, end))
    path = [start]
    for layer in reversed(distances[: depth - 1]):
        path.append(next(bits(layer & side.around[path[-1]])))
    return tuple(path)


def loop(stride: int, group: int) -> River:
    """Return the longest closed loop that the online adaptation's walk finds in a group; empty if none.

    This is one depth-first walk from the group's first space, and visited spaces stay visited (docs/rules.md 8).
    `stride` is that of the side's layout.
    """
    steps = (-1, -stride, 1 - stride, 1, stride, stride - 1)  # top, upper left, lower left, bottom, ...

    def near(bit: int) -> Iterator[int]:
        for step in steps:
            if bit + step >= 0 and group >> bit + step & 1:
                yield bit + step

    start = (group & -group).bit_length() - 1
    visited = 1 << start
    path = [start]
    ahead = [near(start)]
    best: River = ()
    while path:
        for bit in ahead[-1]:
            if bit == start and len(path) > max(2, len(best)) and path[-2] != start:
                best = tuple(path)
            if not visited >> bit & 1:
                visited |= 1 << bit
                path.append(bit)
                ahead.append(near(bit))
                break
        else:
            path.pop()
            ahead.pop()
    return best


def river(side: Side, group: int, loops: bool) -> River:
    """Return the counted path of a group of water: a loop if `loops` count and it is longer."""
    path = longest_shortest_path(side, group)
    if loops:
        closed = loop(side.stride, group)
        if len(closed) > len(path):
            return closed
    return path
