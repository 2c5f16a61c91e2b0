"""Scoring groups on a board as SVG: lines around groups of several spaces, and the points of each group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from harmonies_cli.board_geometry import Point, outlines, place_of
from harmonies_cli.palette import INK, LINE_OF
from harmonies_cli.report.picture.board_picture import BoardPicture, is_island
from harmonies_cli.report.picture.markup import closed_path
from harmonies_cli.report.picture.space_svg import SIZE, badge

if TYPE_CHECKING:
    from harmonies_cli.rules.scoring.score_items import Item

__all__ = ["group_badges", "group_outlines"]


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
    """Return how far inside its own border a group is outlined, so no two lines coincide."""
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
