"""Cards looked up by name and by what they need."""

from __future__ import annotations

import pytest

from harmonies_cli.catalogue.card_entries import COLOURS, LANGUAGES, find_cards, habitat_words, name_in, names_in
from harmonies_cli.errors import UsageError
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS, card_index


def ids(**wanted: object) -> list[str]:
    return [card.id for card in find_cards(**wanted)]  # type: ignore[arg-type]


def test_no_name_means_all_cards() -> None:
    assert find_cards() == list(CARDS)
    assert ids(kind="animal") == [CARDS[index].id for index in ANIMALS]
    assert ids(kind="spirit") == [CARDS[index].id for index in SPIRITS]


def test_filters_hold_together() -> None:
    assert ids(cube_on="gray", max_cubes=2)[:4] == ["macaque", "falcon", "ram", "marmot"]
    assert all(card.cube_on == "gray" and card.cubes <= 2 for card in find_cards(cube_on="gray", max_cubes=2))
    animals = ["alligator", "ray", "fish", "otter", "frog", "duck", "flamingo"]
    assert ids(kind="animal", cube_on="blue")[: len(animals)] == animals
    assert ids(max_cubes=1) == ids(kind="spirit")
    assert sorted(card for colour in COLOURS for card in ids(cube_on=colour)) == sorted(ids())
    assert ids(names=["otter"], cube_on="red") == []


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["Loutre"], ["otter"]),
        (["23"], ["fennec-fox"]),
        (["fennec", "fox"], ["fennec-fox"]),
        (["renard", "polaire"], ["arctic-fox"]),
        (["frog", "otter"], ["otter", "frog"]),
        (["frog", "grenouille"], ["frog"]),
        (["fox"], ["fennec-fox", "arctic-fox"]),
        (["Renard"], ["fennec-fox", "arctic-fox"]),
        (["volpe", "otter"], ["otter", "fennec-fox", "arctic-fox"]),
        (["bear"], ["bear"]),
    ],
)
def test_names_in_any_language(names: list[str], found: list[str]) -> None:
    assert ids(names=names) == found


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["falcn"], 'no card is called "falcn": did you mean falcon?'),
        ([str(len(CARDS) + 1)], "no card is called"),
        (["otter", "falcn"], "did you mean falcon?"),
    ],
)
def test_an_unknown_name_is_reported_with_the_remedy(names: list[str], words: str) -> None:
    with pytest.raises(UsageError) as raised:
        find_cards(names)
    assert words in str(raised.value)


def test_every_name_shown_finds_its_card() -> None:
    for index, card in enumerate(CARDS):
        for language in LANGUAGES:
            assert name_in(card, language) == names_in(card, language)[0]
            for name in names_in(card, language):
                assert card_index(name) == index, name


def test_habitats_in_words() -> None:
    assert habitat_words(CARDS[card_index("alligator")]) == "W beside W, then TTL"
    assert habitat_words(CARDS[card_index("butterfly")]) == "F beside W, W, then F"
    for card in CARDS:
        assert habitat_words(card).startswith(f"{card.habitat[0].stack} beside ")
