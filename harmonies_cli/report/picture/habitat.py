"""Habitats of cards, drawn like the boards: with characters, as SVG, and as symbols beside card names on pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from harmonies_cli.board_looks import HALF_HEIGHT, Place, centre, habitat_place
from harmonies_cli.plurals import count_of
from harmonies_cli.report.picture.board_picture import stack_words
from harmonies_cli.report.picture.space_svg import SIZE, cube, hexagon, pile
from harmonies_cli.report.picture.space_text import SOLID, Cell, draw_cells, size_of
from harmonies_cli.report.picture.svg import document
from harmonies_cli.report.terminal import Canvas
from harmonies_cli.rules.board.cards import CARDS, Card

if TYPE_CHECKING:
    from harmonies_cli.rules.board.cards import HabitatSpace

__all__ = ["CardDrawing", "card_drawings", "habitat_svg", "habitat_text", "ladder_words"]

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
        Whether to use only ASCII.
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
        A description for screen readers and tooltips.
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


_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
_AROUND = re.compile(r"^<svg[^>]*>|<title>.*?</title>|<desc>.*?</desc>|<rect[^>]*/>|</svg>\s*$", re.DOTALL)
_NUMBER = re.compile(r"\d+\.\d+")
_REPEATED = re.compile(
    r' stroke="#(?:1c1c1c|b9bec4)"(?: stroke-width="0.8" stroke-opacity="0.55")?| font-weight="bold"'
)


class CardDrawing(NamedTuple):
    """The drawing of a card on a page.

    Attributes
    ----------
    id, name
        The card's id, and its name as people write it.
    is_spirit
        Whether it is a Nature's Spirit card.
    view_box, shapes
        The habitat as SVG: the box and its contents.
    ladder
        The points in words: by cubes, or a spirit's rule.
    """

    id: str
    name: str
    is_spirit: bool
    view_box: str
    shapes: str
    ladder: str


@cache
def card_drawings() -> dict[str, CardDrawing]:
    """Return the drawings of all cards by id, animals first."""
    return {card.id: drawing for card, drawing in _symbols(CARDS)}


def ladder_words(card: Card) -> str:
    """Return what a card scores: its points after each cube, or a spirit's rule."""
    if card.is_spirit:
        return card.rule
    steps = " · ".join(map(str, card.points))
    return f"{steps} points for {'1 to ' if card.cubes > 1 else ''}{count_of(card.cubes, 'cube')}"


def _symbols(cards: Iterable[Card]) -> Iterable[tuple[Card, CardDrawing]]:
    for card in cards:
        svg = habitat_svg(card.habitat)
        box = _VIEW_BOX.search(svg)
        assert box is not None
        shapes = _NUMBER.sub(_short, _REPEATED.sub("", _AROUND.sub("", svg)))
        yield (
            card,
            CardDrawing(card.id, card.words, card.is_spirit, _NUMBER.sub(_short, box[1]), shapes, ladder_words(card)),
        )


def _short(number: re.Match[str]) -> str:
    """Return a number as an integer, or with one decimal if small; symbols are drawn smaller than their units."""
    value = float(number[0])
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")
