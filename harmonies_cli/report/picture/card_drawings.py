"""Habitats of cards for pages: symbols drawn once and used beside every card name, with the ladder in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from harmonies_cli.plurals import count_of
from harmonies_cli.report.picture.habitat import habitat_svg
from harmonies_cli.rules.board.cards import CARDS, Card

__all__ = ["CardDrawing", "card_drawings", "ladder_words"]

_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')
_AROUND = re.compile(r"^<svg[^>]*>|<title>.*?</title>|<desc>.*?</desc>|<rect[^>]*/>|</svg>\s*$", re.DOTALL)
_NUMBER = re.compile(r"\d+\.\d+")
_REPEATED = re.compile(
    r' stroke="#(?:1c1c1c|b9bec4)"(?: stroke-width="0.8" stroke-opacity="0.55")?| font-weight="bold"'
)


class CardDrawing(NamedTuple):
    """A card as a page draws it.

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
    return {card.id: drawing for card, drawing in _drawn(CARDS)}


def ladder_words(card: Card) -> str:
    """Return what a card scores: its points after each cube, or a spirit's rule."""
    if card.is_spirit:
        return card.rule
    steps = " · ".join(map(str, card.points))
    return f"{steps} points for {'1 to ' if card.cubes > 1 else ''}{count_of(card.cubes, 'cube')}"


def _drawn(cards: Iterable[Card]) -> Iterable[tuple[Card, CardDrawing]]:
    for card in cards:
        svg = habitat_svg(card.habitat)
        box = _VIEW_BOX.search(svg)
        assert box is not None
        shapes = _NUMBER.sub(_short, _REPEATED.sub("", _AROUND.sub("", svg)))
        name = card.id.replace("-", " ")
        yield card, CardDrawing(card.id, name, card.is_spirit, _NUMBER.sub(_short, box[1]), shapes, ladder_words(card))


def _short(number: re.Match[str]) -> str:
    """Return a number as an integer, or with one decimal if small: a symbol is smaller than its own units."""
    value = float(number[0])
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")
