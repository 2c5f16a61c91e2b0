"""Points of the five landscape rows (docs/rules.md 7 and 8)."""

from __future__ import annotations

from struct import Struct
from typing import Literal, NamedTuple

from harmonies_cli.rules.board.sides import BOARD_BYTES, Side
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.scoring.rivers import river_lengths

__all__ = [
    "BUILDING_COLOURS",
    "BUILDING_POINTS",
    "FIELD_POINTS",
    "FIELD_SIZE",
    "HEIGHT_POINTS",
    "ISLAND_POINTS",
    "RULE_SETS",
    "Board",
    "Landscapes",
    "RuleSet",
    "dry_rows",
    "landscapes",
    "river_points",
    "split",
    "water_points",
]

RuleSet = Literal["rulebook", "bga"]
RULE_SETS: tuple[RuleSet, ...] = ("rulebook", "bga")

HEIGHT_POINTS = (0, 1, 3, 7)
"""Points of a tree or a mountain by its height."""
FIELD_POINTS = 5
FIELD_SIZE = 2
BUILDING_POINTS = 5
BUILDING_COLOURS = 3
"""The number of different colours around a building that it needs to score."""
RIVER_POINTS = (0, 0, 2, 5, 8, 11, 15)
RIVER_POINTS_BEYOND = 4
ISLAND_POINTS = 5

_, _LOW, _MIDDLE, _HIGH = HEIGHT_POINTS
_LANES = Struct(f"<{len(KINDS)}I")  # lanes of 32 bits


class Board(NamedTuple):
    """The spaces of each kind of stack, as masks, in the order of `tokens.KINDS`."""

    water: int
    field: int
    mountain1: int
    mountain2: int
    mountain3: int
    tree1: int
    tree2: int
    tree3: int
    building: int
    trunk: int
    house: int

    @property
    def tops(self) -> tuple[int, int, int, int, int, int]:
        """The spaces by the colour of the top token, in the order of `tokens.TOKENS`."""
        return (
            self.water,
            self.mountain1 | self.mountain2 | self.mountain3,
            self.trunk,
            self.tree1 | self.tree2 | self.tree3,
            self.field,
            self.building | self.house,
        )


class Landscapes(NamedTuple):
    """Points by landscape row."""

    trees: int
    mountains: int
    fields: int
    buildings: int
    water: int


def split(board: int) -> Board:
    """Return the masks of a board, an integer with a lane for each kind of stack."""
    return Board._make(_LANES.unpack(board.to_bytes(BOARD_BYTES, "little")))


def river_points(length: int) -> int:
    """Return the points of a river of `length` tokens on side A."""
    longest = len(RIVER_POINTS) - 1
    if length <= longest:
        return RIVER_POINTS[length]
    return RIVER_POINTS[longest] + RIVER_POINTS_BEYOND * (length - longest)


def water_points(side: Side, water: int) -> tuple[int, int]:
    """Return the points of the river (side A) or of the islands (side B) under each of the `RULE_SETS`."""
    if side.has_islands:
        points = ISLAND_POINTS * side.count_groups(side.full & ~water)
        return points, points
    path, either = river_lengths(side, water)
    points = river_points(path)
    return points, points if either == path else river_points(either)


def landscapes(side: Side, board: Board, rules: RuleSet = "rulebook") -> Landscapes:
    """Score the five landscape rows of a board.

    Parameters
    ----------
    side
        The side of the board.
    board
        Masks by kind of stack, as from `split`.
    rules
        The rule set; it matters for the river of side A only.
    """
    return Landscapes(*dry_rows(side, board), water_points(side, board.water)[RULE_SETS.index(rules)])


def dry_rows(side: Side, board: Board) -> tuple[int, int, int, int]:
    """Return the points of trees, mountains, fields and buildings, which are the same in both rule sets."""
    water, field, m1, m2, m3, t1, t2, t3, building, trunk, house = board
    gray = m1 | m2 | m3
    green = t1 | t2 | t3
    trees = _LOW * t1.bit_count() + _MIDDLE * t2.bit_count() + _HIGH * t3.bit_count() if green else 0
    mountains = 0
    if gray:
        near = side.next_to(gray)
        mountains = _LOW * (m1 & near).bit_count() + _MIDDLE * (m2 & near).bit_count() + _HIGH * (m3 & near).bit_count()
    fields = 0
    if field:
        # A field of one token scores nothing: skip the search for groups.
        wide = field & side.next_to(field)
        if wide:
            fields = FIELD_POINTS * side.count_groups(wide)
    buildings = 0
    if building:
        red = building | house
        around = side.around
        rest = building
        while rest:
            low = rest & -rest
            rest ^= low
            near = around[low.bit_length() - 1]
            colours = (
                (near & water > 0)
                + (near & gray > 0)
                + (near & green > 0)
                + (near & field > 0)
                + (near & red > 0)
                + (near & trunk > 0)
            )
            if colours >= BUILDING_COLOURS:
                buildings += BUILDING_POINTS
    return trees, mountains, fields, buildings
