"""Thumbnails of boards: a hexagon in the colour of each stack's top token, a dot for a cube."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from harmonies_cli.board_geometry import HALF_HEIGHT, centre, corners, place_of
from harmonies_cli.report.picture.markup import closed_path, element, number
from harmonies_cli.rules.board.sides import Side

__all__ = ["thumbnail", "thumbnail_symbols"]

_SIZE = 10.0
_DOT = 3.2


def thumbnail_symbols(side: Side) -> str:
    """Return the symbols of a side's thumbnails, which a page holds once."""
    ground = "".join(_use("hexagon", space) for space in side.spaces)
    return (
        element("symbol", closed_path([corners((0, 0), _SIZE - 0.6)]), id="hexagon", overflow="visible")
        + element("symbol", ground, id="ground", overflow="visible")
        + element("symbol", element("circle", r=_DOT), id="cube", overflow="visible")
    )


def thumbnail(side: Side, stacks: Mapping[str, str], cubes: Collection[str], new: Collection[str] = ()) -> str:
    """Return a board drawn with the symbols of `thumbnail_symbols`; the page's style sheet says how they look.

    Parameters
    ----------
    side
        The side of the board.
    stacks
        Letters from the bottom to the top, by space.
    cubes, new
        Spaces that hold a cube, and those that have just changed.
    """
    width = _SIZE * (1.5 * len(side.columns) + 0.5)
    height = 2 * HALF_HEIGHT * _SIZE * max(side.columns)
    parts = _parts(stacks, cubes, new)
    box = f"{number(-_SIZE)} {number(-HALF_HEIGHT * _SIZE)} {number(width)} {number(height)}"
    return element("svg", *parts, viewBox=box, aria_hidden="true", **{"class": "thumbnail"})


def _parts(stacks: Mapping[str, str], cubes: Collection[str], new: Collection[str]) -> Iterator[str]:
    yield element("use", href="#ground")
    for space, stack in stacks.items():
        yield _use("hexagon", space, f"on-{stack[-1]}{' new' if space in new else ''}")
    for space in cubes:
        yield _use("cube", space)


def _use(symbol: str, space: str, look: str = "") -> str:
    x, y = centre(place_of(space), _SIZE)
    shown = {"class": look} if look else {}
    return element("use", href=f"#{symbol}", x=x, y=y, **shown)
