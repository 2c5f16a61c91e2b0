"""Why a board scores what it does: each occupied space in one item, those worth nothing too."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.landscapes import (
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
from harmonies_cli.rules.rivers import river
from harmonies_cli.rules.sides import Side, bits
from harmonies_cli.rules.spirits import spirit_items
from harmonies_cli.rules.tokens import TOKENS

__all__ = ["Item", "landscape_items", "spirit_sheet_items"]

_REMEMBERED = 1 << 15


class Item(msgspec.Struct, frozen=True, gc=False):
    """One line of the explanation of a score.

    Attributes
    ----------
    row
        ``trees``, ``mountains``, ``fields``, ``buildings``, ``water`` or ``spirit``.
    spaces
        The spaces that it is about, in board order; those of a river in the order of the counted path.
    points
        What it adds to its row.
    why
        The reason.
    """

    row: str
    spaces: tuple[str, ...]
    points: int
    why: str


@lru_cache(_REMEMBERED)
def _item(side: Side, row: str, mask: int, points: int, why: str) -> Item:
    return Item(row, tuple(side.names(mask)), points, why)


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


def _island_items(side: Side, board: Board) -> list[Item]:
    return [
        _item(side, "water", group, ISLAND_POINTS, f"island of {group.bit_count()}")
        for group in side.groups(side.full & ~board.water)
    ]


def _building_items(side: Side, board: Board) -> list[Item]:
    tops = board.tops
    items = []
    for bit in bits(board.building):
        around = side.around[bit]
        pattern = sum(1 << index for index, mask in enumerate(tops) if around & mask)
        items.append(_building_item(side, bit, pattern))
    return items


@lru_cache(_REMEMBERED)
def _building_item(side: Side, bit: int, pattern: int) -> Item:
    seen = [token.colour for index, token in enumerate(TOKENS) if pattern >> index & 1]
    enough = len(seen) >= BUILDING_COLOURS
    why = f"building that sees {', '.join(seen) or 'no colour'}"
    if not enough:
        why += f": fewer than {BUILDING_COLOURS} colours"
    return Item("buildings", (side.name_of[bit],), BUILDING_POINTS if enough else 0, why)


def landscape_items(side: Side, board: Board, rules: RuleSet) -> list[Item]:
    """Return the items of the landscape rows.

    Every occupied space is in exactly one of them; on side B water is in none, and an island holds its empty
    spaces and all other stacks a second time, as spaces that are not water.

    Parameters
    ----------
    side
        The side of the board.
    board
        Masks by kind of stack.
    rules
        The rule set.
    """
    items: list[Item] = []
    for height, mask in enumerate((board.tree1, board.tree2, board.tree3), 1):
        items += [
            _item(side, "trees", 1 << bit, HEIGHT_POINTS[height], f"tree of height {height}") for bit in bits(mask)
        ]
    items += [_item(side, "trees", 1 << bit, 0, "trunk without leaves") for bit in bits(board.trunk)]
    near = side.next_to(board.mountain1 | board.mountain2 | board.mountain3)
    for height, mask in enumerate((board.mountain1, board.mountain2, board.mountain3), 1):
        for bit in bits(mask):
            if near >> bit & 1:
                points, why = HEIGHT_POINTS[height], f"mountain of height {height}"
            else:
                points, why = 0, f"mountain of height {height} with no mountain beside it"
            items.append(_item(side, "mountains", 1 << bit, points, why))
    for group in side.groups(board.field):
        size = group.bit_count()
        if size >= FIELD_SIZE:
            items.append(_item(side, "fields", group, FIELD_POINTS, f"field of {size}"))
        else:
            items.append(_item(side, "fields", group, 0, "single field"))
    items += _building_items(side, board)
    items += [_item(side, "buildings", 1 << bit, 0, "lone red token: no building") for bit in bits(board.house)]
    if side.has_islands:
        items += _island_items(side, board)
    else:
        items += _river_items(side, board, rules == "bga")
    return items


def spirit_sheet_items(side: Side, card: int, board: Board, placed: int) -> list[Item]:
    """Return an item for each thing that a spirit looks at; worth nothing where its cube has not been placed."""
    name = CARDS[card].id
    if placed:
        return [
            _item(side, "spirit", mask, points, f"{name}: {what}")
            for mask, points, what in spirit_items(side, card, board)
        ]
    return [
        _item(side, "spirit", mask, 0, f"{name}: {what}, but its cube is not placed")
        for mask, _, what in spirit_items(side, card, board)
    ]
