"""Cubes that could still be placed: the most points, compared with every way to place them."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.bots.open_cubes import best_cubes
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.sides import bits
from tests.examples import examples

SPACES = 5


@st.composite
def hands(draw: st.DrawFn) -> tuple[dict[int, int], dict[int, int], int]:
    chosen = draw(st.lists(st.sampled_from(ANIMALS), max_size=3, unique=True))
    if draw(st.booleans()):
        chosen.append(draw(st.sampled_from(SPIRITS)))
    cards = {card: draw(st.integers(0, CUBES[card])) for card in chosen}
    spots = {card: draw(st.integers(0, (1 << SPACES) - 1)) for card in chosen}
    return cards, spots, draw(st.integers(0, 20))


def points_of(cards: dict[int, int], bonus: int) -> int:
    total = 0
    for card, placed in cards.items():
        total += bonus * placed if CARDS[card].is_spirit else (0, *CARDS[card].points)[placed]
    return total


@examples(0.5)
@given(hands())
def test_no_way_to_place_cubes_brings_more(hand: tuple[dict[int, int], dict[int, int], int]) -> None:
    cards, spots, bonus = hand
    best = 0
    for owners in product((None, *cards), repeat=SPACES):
        after = dict(cards)
        for bit, card in enumerate(owners):
            if card is not None and spots[card] >> bit & 1:
                after[card] += 1
        if all(after[card] <= CUBES[card] for card in after):
            best = max(best, points_of(after, bonus) - points_of(cards, bonus))
    found = best_cubes(cards, spots, bonus)
    assert found is not None
    assert found.points == best
    spaces = [bit for _, bit in found.cubes]
    assert len(set(spaces)) == len(spaces)
    assert all(bit in bits(spots[card]) for card, bit in found.cubes)


def test_a_card_must_become_complete_where_that_is_asked() -> None:
    card = next(card for card in ANIMALS if CUBES[card] == 2)
    assert best_cubes({card: 0}, {card: 0b1}, 0, one_complete={card}) is None
    found = best_cubes({card: 0}, {card: 0b11}, 0, one_complete={card})
    assert found is not None and len(found.cubes) == 2
