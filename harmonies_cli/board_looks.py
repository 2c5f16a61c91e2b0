"""The looks of a board in every drawing: places and outlines of flat-top hexagons, colours of tokens and rows.

A place is a column and the distance from the top in half hexagons; this covers both the shifted columns of a board and
the axial offsets of a habitat. The tokens differ in lightness as well as hue, and every token has its letter: no
drawing relies on colour alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import cos, pi, sin, sqrt
from typing import NamedTuple

__all__ = [
    "ANY_BASE",
    "AROUND",
    "CUBE",
    "FAINT",
    "HALF_HEIGHT",
    "INK",
    "LINE_OF",
    "MARK",
    "PAINTS",
    "PAPER",
    "TERMINAL_MARK",
    "Paint",
    "Place",
    "Point",
    "TerminalPaint",
    "centre",
    "corners",
    "habitat_place",
    "outlines",
    "place_of",
]

Place = tuple[int, int]
"""Column from the left and half rows from the top."""
Point = tuple[float, float]

HALF_HEIGHT = sqrt(3) / 2
"""Half the height of a hexagon whose corners are 1 away from its centre."""

AROUND: tuple[Place, ...] = ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
"""Steps to the six neighbours; side k of a hexagon faces neighbour k, beginning at the lower right."""

# Corners around a centre, clockwise from the right, in units of half a corner distance and half a height:
# whole numbers, so the corners of neighbours are exactly equal.
_CORNERS: tuple[Place, ...] = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
_NORMALS = tuple((cos(pi / 6 + pi / 3 * side), sin(pi / 6 + pi / 3 * side)) for side in range(6))


def place_of(space: str) -> Place:
    """Return the place of a space of a personal board, such as ``"b3"``."""
    column = ord(space[0]) - ord("a")
    return column, 2 * (int(space[1:]) - 1) + column % 2


def habitat_place(q: int, r: int) -> Place:
    """Return the place of a space of a habitat, given its axial offsets."""
    return q, 2 * r + q


def centre(place: Place, size: float) -> Point:
    """Return the middle of a hexagon, `size` from its corners; the middle of place (0, 0) is the origin."""
    return 1.5 * size * place[0], HALF_HEIGHT * size * place[1]


def corners(middle: Point, size: float) -> list[Point]:
    """Return the six corners of a hexagon, clockwise from the right."""
    return [(middle[0] + size / 2 * x, middle[1] + HALF_HEIGHT * size * y) for x, y in _CORNERS]


def outlines(places: Collection[Place], size: float, inset: float = 0.0) -> list[list[Point]]:
    """Return the closed lines around and inside a group of hexagons.

    Parameters
    ----------
    places
        The group; it need not be connected, and may have holes.
    size
        Distance from a hexagon's middle to its corners.
    inset
        Distance of the lines from the group's border, inwards.

    Returns
    -------
    list of list of tuple
        Each line's corners; clockwise around the group, the other way around a hole.
    """
    following = _border(places)
    lines = []
    while following:
        start = corner = next(iter(following))
        _, arriving = next(step for step in following.values() if step[0] == start)
        line = []
        while corner in following:
            after, leaving = following.pop(corner)
            line.append(_inset_corner(corner, arriving, leaving, size, inset))
            corner, arriving = after, leaving
        lines.append(line)
    return lines


def _border(places: Iterable[Place]) -> dict[Place, tuple[Place, int]]:
    """Return for each border corner the next corner, and the hexagon side that leads there."""
    group = set(places)
    following = {}
    for column, half in sorted(group):
        for side, (right, down) in enumerate(AROUND):
            if (column + right, half + down) not in group:
                ends = [(3 * column + x, half + y) for x, y in (_CORNERS[side], _CORNERS[(side + 1) % 6])]
                following[ends[0]] = (ends[1], side)
    return following


def _inset_corner(corner: Place, arriving: int, leaving: int, size: float, inset: float) -> Point:
    """Return a border corner moved inwards, at the same distance from the two sides that meet there."""
    (x1, y1), (x2, y2) = _NORMALS[arriving], _NORMALS[leaving]
    # All corners of the border, convex or not, turn by 60 degrees: the normals' scalar product is 1/2.
    return (
        corner[0] * size / 2 - (x1 + x2) * inset / 1.5,
        corner[1] * HALF_HEIGHT * size - (y1 + y2) * inset / 1.5,
    )


class TerminalPaint(NamedTuple):
    """Numbers of the 256-colour palette: a token and the letter on it.

    They are always set together, so they are readable on dark and light terminals.
    """

    body: int
    ink: int


class Paint(NamedTuple):
    """The colours of a token.

    Attributes
    ----------
    body, lid
        The token's side and top.
    ink
        The letter on it.
    ground
        The space below it.
    terminal
        Its colours on a terminal.
    """

    body: str
    lid: str
    ink: str
    ground: str
    terminal: TerminalPaint


PAINTS = {
    "W": Paint("#2268a8", "#5b9bd3", "#ffffff", "#dcebf8", TerminalPaint(25, 231)),
    "M": Paint("#9aa0a8", "#c3c8ce", "#1c1c1c", "#e8eaed", TerminalPaint(245, 16)),
    "T": Paint("#6f4524", "#a0744f", "#ffffff", "#eee2d6", TerminalPaint(94, 231)),
    "L": Paint("#2f7d3a", "#67b06f", "#ffffff", "#dff0df", TerminalPaint(28, 231)),
    "F": Paint("#f0c02e", "#f9dd7e", "#1c1c1c", "#fdf5d3", TerminalPaint(220, 16)),
    "H": Paint("#c2352b", "#e27a70", "#ffffff", "#fae0dd", TerminalPaint(160, 231)),
}
ANY_BASE = Paint("#ffffff", "#ffffff", "#1c1c1c", "#ffffff", TerminalPaint(231, 16))
"""A building's lower token in a habitat: red, brown or gray."""

PAPER = "#ffffff"
INK = "#22262b"
FAINT = "#6b7178"
MARK = "#c4007a"
CUBE = ("#ffb347", "#e08a1e", "#b96a0c")
"""A cube's top, left and right faces."""

LINE_OF = {
    "trees": "#2f7d3a",
    "mountains": "#5c636b",
    "fields": "#a87900",
    "buildings": "#c2352b",
    "water": "#2268a8",
    "spirit": "#6a3fa0",
}
"""Row of the scoresheet to the colour of its outlines and points."""

TERMINAL_MARK = TerminalPaint(162, 231)
