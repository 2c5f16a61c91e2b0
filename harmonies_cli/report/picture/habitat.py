"""Habitats of cards, drawn like the boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from harmonies_cli.board_geometry import HALF_HEIGHT, Place, centre, habitat_place
from harmonies_cli.report.picture.board_picture import stack_words
from harmonies_cli.report.picture.canvas import Canvas
from harmonies_cli.report.picture.markup import document
from harmonies_cli.report.picture.space_svg import SIZE, cube, hexagon, pile
from harmonies_cli.report.picture.space_text import SOLID, Cell, draw_cells, size_of

if TYPE_CHECKING:
    from harmonies_cli.rules.board.cards import HabitatSpace

__all__ = ["habitat_svg", "habitat_text"]

_MARGIN = 8.0


def habitat_text(habitat: Sequence[HabitatSpace], *, colour: bool = False, ascii_only: bool = False) -> str:
    """Return a habitat drawn with characters.

    Parameters
    ----------
    habitat
        The spaces, the one that takes the cube first; ``?H`` is a building on any base.
    colour
        Whether to add colours, as escape sequences of the 256-colour palette.
    ascii_only
        Whether to use nothing but ASCII.
    """
    sign = "#" if ascii_only else "■"
    cells = [
        Cell(place, space.stack, cube=sign if number == 0 else "", foot="cube" if number == 0 else "")
        for number, (place, space) in enumerate(zip(_places(habitat), habitat, strict=True))
    ]
    canvas = Canvas(*size_of(cells))
    draw_cells(canvas, (0, 0), cells, lambda one, other: SOLID)
    return "".join(f"{line.rstrip()}\n" for line in canvas.lines(colour=colour))


def habitat_svg(habitat: Sequence[HabitatSpace], *, title: str = "Habitat") -> str:
    """Return a habitat as an SVG document, with a cube on the space that takes it.

    Parameters
    ----------
    habitat
        The spaces, the one that takes the cube first; ``?H`` is a building on any base.
    title
        What the drawing is, for screen readers and tooltips.
    """
    places = _places(habitat)
    left, top = _MARGIN + SIZE, _MARGIN + SIZE * HALF_HEIGHT
    middles = [(left + x, top + y) for x, y in (centre(place, SIZE) for place in places)]
    piles = [pile(middle, space.stack) for middle, space in zip(middles, habitat, strict=True)]
    grounds = [hexagon(middle, space.stack) for middle, space in zip(middles, habitat, strict=True)]
    others = "; ".join(stack_words(space.stack) for space in habitat[1:])
    return (
        document(
            max(x for x, _ in middles) + left,
            max(y for _, y in middles) + top,
            title,
            f"The cube is on {stack_words(habitat[0].stack)}, beside: {others}.",
            *grounds,
            *(tokens for tokens, _ in piles),
            cube(piles[0][1]),
        )
        + "\n"
    )


def _places(habitat: Sequence[HabitatSpace]) -> list[Place]:
    """Return the places of a habitat's spaces, moved to the upper left corner."""
    places = [habitat_place(space.q, space.r) for space in habitat]
    left, top = min(column for column, _ in places), min(half for _, half in places)
    return [(column - left, half - top) for column, half in places]
