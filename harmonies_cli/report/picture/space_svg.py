"""Spaces as SVG: a hexagon with its pile, cube and points, and the outlines and points of scoring groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from harmonies_cli.board_looks import (
    ANY_BASE,
    CUBE,
    FAINT,
    HALF_HEIGHT,
    INK,
    LINE_OF,
    MARK,
    PAINTS,
    PAPER,
    Point,
    corners,
    outlines,
    place_of,
)
from harmonies_cli.report.picture.board_picture import BoardPicture, is_island
from harmonies_cli.report.picture.svg import closed_path, element, text

if TYPE_CHECKING:
    from harmonies_cli.rules.scoring.score_items import Item

__all__ = [
    "SIZE",
    "badge",
    "cube",
    "frame",
    "group_badges",
    "group_outlines",
    "hexagon",
    "mark",
    "pile",
    "token",
    "vacancy",
]

SIZE = 56.0
"""Distance from a hexagon's middle to its corners."""

_TOKEN_WIDTH = 46.0
_TOKEN_HEIGHT = 14.0
_LID = 5.5
_PILE_HEIGHT = 3 * _TOKEN_HEIGHT
_EDGE: dict[str, str] = {"stroke": "#1c1c1c", "stroke_width": "0.8", "stroke_opacity": "0.55"}
_FOOT = 0.57 * SIZE * HALF_HEIGHT


def hexagon(middle: Point, stack: str) -> str:
    """Return the ground of a space, tinted like the pile's top token."""
    ground = PAINTS[stack[-1]].ground if stack else "#fbfaf7"
    return closed_path([corners(middle, SIZE - 1)], fill=ground, stroke="#b9bec4")


def token(middle: Point, letter: str, height: float = _TOKEN_HEIGHT) -> str:
    """Return one token, a disc seen from the side; ``?`` is any token that can carry a building."""
    x, y = middle
    paint = PAINTS.get(letter, ANY_BASE)
    half, up = _TOKEN_WIDTH / 2, height / 2
    side = f"M{x - half:.2f},{y - up:.2f}v{height:.2f}a{half:.2f},{_LID} 0 0 0 {_TOKEN_WIDTH:.2f},0v{-height:.2f}z"
    return (
        element("path", d=side, fill=paint.body, **_EDGE)
        + element("ellipse", cx=x, cy=y - up, rx=half, ry=_LID, fill=paint.lid, **_EDGE)
        + text((x, y + _LID * 0.72), letter, min(12.5, height), fill=paint.ink, font_weight="bold")
    )


def pile(middle: Point, stack: str) -> tuple[str, Point]:
    """Return all tokens of a stack, the lowest first, and the middle of the top one's lid."""
    x, foot = middle[0], middle[1] + _FOOT
    height = min(_TOKEN_HEIGHT, _PILE_HEIGHT / max(1, len(stack)))
    tokens = [token((x, foot - (level + 0.5) * height), letter, height) for level, letter in enumerate(stack)]
    return "".join(tokens), (x, foot - len(stack) * height)


def cube(bottom: Point, half: float = 8.5) -> str:
    """Return an animal cube on a point."""
    x, y = bottom
    rise, edge = half * 0.5, half * 1.05
    y += rise * 0.8
    top = [(x, y - edge - 2 * rise), (x + half, y - edge - rise), (x, y - edge), (x - half, y - edge - rise)]
    left = [(x - half, y - edge - rise), (x, y - edge), (x, y), (x - half, y - rise)]
    right = [(x + half, y - edge - rise), (x, y - edge), (x, y), (x + half, y - rise)]
    return "".join(
        closed_path([face], fill=fill, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
        for face, fill in zip((top, left, right), CUBE, strict=True)
    )


def badge(middle: Point, points: int, colour: str, *, square: bool = False) -> str:
    """Return a label with points; a zero is faint."""
    x, y = middle
    line, ink = (colour, INK) if points else ("#c3c8ce", FAINT)
    half = 9.5
    shape = element(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=2.5 if square else half,
        fill=PAPER,
        stroke=line,
        stroke_width=2 if points else 1,
    )
    return shape + text(middle, str(points), 11, fill=ink, font_weight="bold" if points else "normal")


def mark(middle: Point) -> str:
    """Return the frame of a marked space."""
    return closed_path([corners(middle, SIZE - 3)], fill="none", stroke=MARK, stroke_width=5, stroke_dasharray="9 5")


def frame(middle: Point) -> str:
    """Return the frame of a space that has just changed."""
    return closed_path([corners(middle, SIZE - 2)], fill="none", stroke=INK, stroke_width=4, stroke_linejoin="round")


def vacancy(middle: Point) -> str:
    """Return the frame of a space that is open for a cube."""
    return closed_path([corners(middle, SIZE - 8)], fill="none", stroke=CUBE[1], stroke_width=4, stroke_dasharray="3 4")


def group_outlines(board: BoardPicture) -> str:
    """Return the lines around groups of several spaces, with the middle of the first space as the origin.

    Islands are outermost; no line is drawn twice.
    """
    drawn = {}
    scoring = [group for group in board.groups if group.points and len(group.spaces) > 1]
    for group in sorted(scoring, key=lambda group: _inset(group, board.side)):
        places = frozenset(map(place_of, group.spaces))
        if places not in drawn:
            drawn[places] = closed_path(
                outlines(places, SIZE, _inset(group, board.side)),
                fill="none",
                stroke=LINE_OF.get(group.row, INK),
                stroke_width=3,
                stroke_linejoin="round",
                stroke_dasharray="6 4" if group.row == "spirit" else "none",
            )
    return "".join(drawn.values())


def group_badges(board: BoardPicture, middles: Mapping[str, Point]) -> str:
    """Return the points of every group, beside its first space.

    Parameters
    ----------
    board
        The board.
    middles
        The middle of each space.
    """
    return "".join(_badge(board, group, middles[group.spaces[0]]) for group in board.groups if group.spaces)


def _inset(group: Item, side: str) -> float:
    """Return how far inside its border to outline a group, so no two lines coincide."""
    if is_island(group, side):
        return 2.5
    return 8.0 if group.row == "spirit" else 5.5


def _badge(board: BoardPicture, group: Item, middle: Point) -> str:
    x, y = middle
    colour = LINE_OF.get(group.row, INK)
    if group.row == "spirit":
        return badge((x + 37, y), group.points, colour, square=True)
    if is_island(group, board.side):
        return badge((x + 21, y - 35), group.points, colour)
    return badge((x - 37, y), group.points, colour)
