"""The reasons for a board's points: an item for each occupied space, even one worth nothing."""

from __future__ import annotations

from functools import cache, lru_cache

import msgspec

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.scoring.landscapes import (
    BUILDING_COLOURS,
    BUILDING_POINTS,
    FIELD_POINTS,
    FIELD_SIZE,
    HEIGHT_POINTS,
    ISLAND_POINTS,
    Board,
    RuleSet,
    river_points,
)
from harmonies_cli.rules.scoring.rivers import river
from harmonies_cli.rules.scoring.spirits import spirit_items

__all__ = ["Item", "landscape_items", "spirit_sheet_items"]

_REMEMBERED = 1 << 12


class Item(msgspec.Struct, frozen=True, gc=False):
    """A line of the explanation of a score.

    Attributes
    ----------
    row
        ``trees``, ``mountains``, ``fields``, ``buildings``, ``water`` or ``spirit``.
    spaces
        Its spaces in board order; those of a river in the order of the counted path.
    points
        Points that it adds to its row.
    why
        The reason.
    """

    row: str
    spaces: tuple[str, ...]
    points: int
    why: str


@cache
def _on_each_space(side: Side, row: str, points: int, why: str) -> list[Item | None]:
    """Return the items of single spaces, by bit, made once for each side."""
    items: list[Item | None] = [None] * side.width
    for bit, space in side.name_of.items():
        items[bit] = Item(row, (space,), points, why)
    return items


def _singles(side: Side, mask: int, row: str, points: int, why: str) -> list[Item]:
    """Return an item for each space of a mask, in board order."""
    table = _on_each_space(side, row, points, why)
    found = []
    while mask:
        low = mask & -mask
        mask ^= low
        found.append(table[low.bit_length() - 1])
    return found  # type: ignore[return-value]  # a space of the board has an item


@lru_cache(_REMEMBERED)
def _field_item(side: Side, group: int) -> Item:
    size = group.bit_count()
    spaces = tuple(side.names(group))
    if size >= FIELD_SIZE:
        return Item("fields", spaces, FIELD_POINTS, f"field of {size}")
    return Item("fields", spaces, 0, "single field")


@lru_cache(_REMEMBERED)
def _island_item(side: Side, group: int) -> Item:
    return Item("water", tuple(side.names(group)), ISLAND_POINTS, f"island of {group.bit_count()}")


@lru_cache(_REMEMBERED)
def _river_item(side: Side, group: int, loops: bool, counted: bool) -> tuple[int, Item]:
    path = river(side, group, loops)
    length = len(path)
    size = group.bit_count()
    closed = length > 2 and loops and side.around[path[0]] >> path[-1] & 1 == 1
    why = f"{'loop' if closed else 'river'} of {length}"
    if size > length:
        why += f" out of {size} connected water tokens"
    if not counted:
        why += ": not the best river"
    points = river_points(length) if counted else 0
    return length, Item("water", tuple(side.name_of[bit] for bit in path), points, why)


def _river_items(side: Side, board: Board, loops: bool) -> list[Item]:
    groups = side.groups(board.water)
    lengths = [_river_item(side, group, loops, True)[0] for group in groups]
    best = lengths.index(max(lengths)) if lengths else 0
    return [_river_item(side, group, loops, number == best)[1] for number, group in enumerate(groups)]


@lru_cache(_REMEMBERED)
def _building_item(side: Side, bit: int, pattern: int) -> Item:
    seen = [token.colour for index, token in enumerate(TOKENS) if pattern >> index & 1]
    enough = len(seen) >= BUILDING_COLOURS
    why = f"building that sees {', '.join(seen) or 'no colour'}"
    if not enough:
        why += f": fewer than {BUILDING_COLOURS} colours"
    return Item("buildings", (side.name_of[bit],), BUILDING_POINTS if enough else 0, why)


def _building_items(side: Side, board: Board) -> list[Item]:
    water, gray, brown, green, yellow, red = board.tops
    items = []
    rest = board.building
    while rest:
        low = rest & -rest
        rest ^= low
        bit = low.bit_length() - 1
        near = side.around[bit]
        pattern = (
            (near & water > 0)
            | (near & gray > 0) << 1
            | (near & brown > 0) << 2
            | (near & green > 0) << 3
            | (near & yellow > 0) << 4
            | (near & red > 0) << 5
        )
        items.append(_building_item(side, bit, pattern))
    return items


_HEIGHTS = range(1, len(HEIGHT_POINTS))
_TREE = tuple(f"tree of height {height}" for height in range(len(HEIGHT_POINTS)))
_MOUNTAIN = tuple(f"mountain of height {height}" for height in range(len(HEIGHT_POINTS)))
_LONE_MOUNTAIN = tuple(f"{mountain} with no mountain beside it" for mountain in _MOUNTAIN)


def landscape_items(side: Side, board: Board, rules: RuleSet) -> tuple[list[Item], ...]:
    """Return the items of the landscape rows: trees, mountains, fields, buildings, water.

    Every occupied space is in exactly one item, with two exceptions: a river has only the counted path, and the islands
    of side B contain all spaces that are not water.

    Parameters
    ----------
    side
        The side of the board.
    board
        Masks by kind of stack.
    rules
        The rule set.
    """
    trees: list[Item] = []
    for height, mask in zip(_HEIGHTS, (board.tree1, board.tree2, board.tree3), strict=True):
        if mask:
            trees += _singles(side, mask, "trees", HEIGHT_POINTS[height], _TREE[height])
    if board.trunk:
        trees += _singles(side, board.trunk, "trees", 0, "trunk without leaves")
    mountains: list[Item] = []
    near = side.next_to(board.mountain1 | board.mountain2 | board.mountain3)
    for height, mask in zip(_HEIGHTS, (board.mountain1, board.mountain2, board.mountain3), strict=True):
        if mask & near:
            mountains += _singles(side, mask & near, "mountains", HEIGHT_POINTS[height], _MOUNTAIN[height])
        if mask & ~near:
            mountains += _singles(side, mask & ~near, "mountains", 0, _LONE_MOUNTAIN[height])
    fields = [_field_item(side, group) for group in side.groups(board.field)]
    buildings = _building_items(side, board)
    if board.house:
        buildings += _singles(side, board.house, "buildings", 0, "lone red token: not a building")
    if side.has_islands:
        water = [_island_item(side, group) for group in side.groups(side.full & ~board.water)]
    else:
        water = _river_items(side, board, rules == "bga")
    return trees, mountains, fields, buildings, water


@lru_cache(_REMEMBERED)
def _spirit_item(side: Side, card: int, mask: int, points: int, what: str, placed: bool) -> Item:
    why = f"{CARDS[card].id}: {what}"
    if not placed:
        why += ", but its cube is not placed"
    return Item("spirit", tuple(side.names(mask)), points if placed else 0, why)


def spirit_sheet_items(side: Side, card: int, board: Board, placed: int) -> list[Item]:
    """Return an item for each thing that a spirit scores; without the spirit's cube, all are worth nothing."""
    return [
        _spirit_item(side, card, mask, points, what, placed > 0)
        for mask, points, what in spirit_items(side, card, board)
    ]
