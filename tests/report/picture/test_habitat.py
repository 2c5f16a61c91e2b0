"""Habitats of all cards, drawn."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from harmonies_cli.board_looks import CUBE
from harmonies_cli.report.picture.habitat import habitat_svg, habitat_text
from harmonies_cli.rules.board.cards import CARDS, Card

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_token_of_a_habitat_is_drawn_with_one_cube(card: Card) -> None:
    tokens = Counter("".join(space.stack for space in card.habitat))
    svg = habitat_svg(card.habitat, title=card.id)
    root = ElementTree.fromstring(svg)
    assert Counter(element.text for element in root.iter(f"{SVG}text")) == tokens
    assert svg.count(CUBE[0]) == 1
    assert root.findtext(f"{SVG}title") == card.id

    text = habitat_text(card.habitat, ascii_only=True)
    assert text.isascii()
    assert Counter(letter for letter in text if letter.isupper() or letter == "?") == tokens
    assert text.count("#") == text.count("cube") == 1


def test_a_habitat_is_drawn_as_it_is_laid_out() -> None:
    bee = next(card for card in CARDS if card.id == "bee")
    assert habitat_text(bee.habitat) == BEE


BEE = r"""
         _____
        /     \
  _____/■ TL   \_____
 /     \ cube  /     \
/   F   \_____/   F   \
\       /     \       /
 \_____/   F   \_____/
       \       /
        \_____/
"""[1:]
