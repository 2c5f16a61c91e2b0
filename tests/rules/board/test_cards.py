from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.errors import HarmoniesError, UnknownNameError
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS, AmbiguousCardError, Card, card_index, card_words
from tests.rules.scoring.plain_rules import CARD_DATA

ALIASES = [(card.id, alias) for card in CARDS for names in card.aliases.values() for alias in names]
BEYOND = len(CARDS) + 1
"""A number that no card has."""
BASE_GAME = {"animal": range(1, 33), "spirit": range(33, 43)}
"""The site's numbers for the cards of the base game."""
BASE_GAME_CUBES = 96
"""Cubes on its animal cards."""
SPIRIT_KINDS = {
    "lion": "group",
    "butterfly": "group",
    "deer": "landscape",
    "owl": "landscape",
    "cat": "group",
    "stork": "group",
    "ram": "landscape",
    "marmot": "landscape",
    "dragonfly": "group",
    "turtle": "landscape",
}


def test_the_catalogue_is_the_file() -> None:
    assert [card.id for card in CARDS] == [card["id"] for card in CARD_DATA]
    assert [list(card.points) for card in CARDS] == [card.get("points", []) for card in CARD_DATA]
    assert sorted((*ANIMALS, *SPIRITS)) == list(range(len(CARDS)))
    assert sorted(card.bga for card in CARDS) == list(range(1, len(CARDS) + 1))


@pytest.mark.parametrize(("kind", "numbers"), BASE_GAME.items())
def test_the_base_game_is_in_the_catalogue(kind: str, numbers: range) -> None:
    assert [card.bga for card in CARDS if card.kind == kind][: len(numbers)] == list(numbers)


def test_spirits_and_their_kinds() -> None:
    kinds = {CARDS[index].id: CARDS[index].suns_kind for index in SPIRITS}
    assert kinds | SPIRIT_KINDS == kinds
    assert {*kinds.values()} == {"group", "landscape"}
    assert all(CARDS[index].is_spirit and CARDS[index].cubes == 1 for index in SPIRITS)


def test_animals_carry_as_many_cubes_as_they_have_points() -> None:
    assert all(CARDS[index].cubes == len(CARDS[index].points) for index in ANIMALS)
    assert sum(card.cubes for card in CARDS if card.bga in BASE_GAME["animal"]) == BASE_GAME_CUBES
    assert all(list(CARDS[index].points) == sorted(CARDS[index].points) for index in ANIMALS)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_cards_are_found_by_id_and_number(card: Card) -> None:
    index = CARDS.index(card)
    for name in (
        card.id,
        card.id.upper(),
        card.id.replace("-", " "),
        card.id.replace("-", ""),
        card.bga,
        str(card.bga),
    ):
        assert card_index(name) == index


@pytest.mark.parametrize(("card", "alias"), ALIASES, ids=lambda name: name)
def test_cards_are_found_by_every_alias_however_it_is_typed(card: str, alias: str) -> None:
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", alias) if not unicodedata.combining(letter))
    german = unicodedata.normalize("NFC", alias).translate({228: "ae", 246: "oe", 252: "ue"})
    forms = [alias, alias.upper(), alias.title(), unicodedata.normalize("NFD", alias), plain, german, german.upper()]
    forms += [alias.replace(" ", ""), alias.replace(" ", "-"), alias.replace("-", " "), alias.replace("-", "'")]
    for form in forms:
        assert CARDS[card_index(form)].id == card, form


@pytest.mark.parametrize(
    "name",
    ["", " ", "falcn", "dragon", 0, BEYOND, -1, 10**30, "0", str(BEYOND), "1.0", "+1", "½", "x" * 100_000],
)
def test_other_names_are_unknown(name: str | int) -> None:
    with pytest.raises(UnknownNameError) as error:
        card_index(name)
    assert error.value.what == "card"
    assert error.value.name == name


def test_a_card_is_named_in_words() -> None:
    assert CARDS[card_index("fennec-fox")].words == card_words("fennec-fox") == "fennec fox"


def test_a_word_of_two_names_is_ambiguous() -> None:
    with pytest.raises(AmbiguousCardError) as error:
        card_index("fox")
    assert set(error.value.candidates) == {"fennec-fox", "arctic-fox"}


@given(st.one_of(st.integers(), st.text()))
def test_any_name_finds_a_card_or_is_refused(name: str | int) -> None:
    try:
        assert 0 <= card_index(name) < len(CARDS)
    except HarmoniesError as error:
        assert repr(name) in str(error)


@given(st.sampled_from(CARDS), st.text("#*?.,;:!/_", min_size=1, max_size=3))
def test_only_case_accents_spaces_hyphens_and_apostrophes_are_ignored(card: Card, noise: str) -> None:
    with pytest.raises(UnknownNameError):
        card_index(card.id + noise)


def test_the_first_space_of_a_habitat_bears_the_colour_of_the_cube() -> None:
    colours = {"W": "blue", "M": "gray", "L": "green", "F": "yellow", "H": "red"}
    for card in CARDS:
        first = card.habitat[0]
        assert (first.q, first.r) == (0, 0)
        assert colours[first.stack[-1]] == card.cube_on
