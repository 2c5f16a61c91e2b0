"""Cards to look up, by any of their names or by their requirements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from harmonies_cli.errors import UsageError
from harmonies_cli.records.position.typed_cards import card_problem
from harmonies_cli.rules.board.cards import CARDS, Card, card_index, fold

__all__ = ["COLOURS", "KINDS", "LANGUAGES", "CardKind", "find_cards", "habitat_words", "name_in", "names_in"]

CardKind = Literal["animal", "spirit"]
KINDS: tuple[CardKind, ...] = ("animal", "spirit")
LANGUAGES = {"en": "English", "fr": "French", "it": "Italian", "es": "Spanish", "de": "German"}
"""Name of each language, by its code."""
COLOURS = tuple(dict.fromkeys(card.cube_on for card in CARDS))
"""Colours of the tokens below cubes."""
_AROUND = frozenset(((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)))


def find_cards(
    names: Sequence[str] = (),
    *,
    kind: CardKind | None = None,
    cube_on: str | None = None,
    max_cubes: int | None = None,
) -> list[Card]:
    """Return the requested cards, in the order of the catalogue.

    Parameters
    ----------
    names
        Names in any of the languages, or numbers; all cards if there are none. Several words can form one name, as
        in ``["fennec", "fox"]``.
    kind
        ``"animal"`` or ``"spirit"``.
    cube_on
        Colour of the token below the cubes.
    max_cubes
        The most cubes that a card can have.

    Raises
    ------
    UsageError
        If a name is neither a card's name nor a word in one.
    """
    if len(names) > 1 and card_problem(" ".join(names), "") is None:
        names = [" ".join(names)]
    wanted = {index for name in names for index in _cards_by_name(name)}
    return [
        card
        for index, card in enumerate(CARDS)
        if (not names or index in wanted)
        and kind in (None, card.kind)
        and cube_on in (None, card.cube_on)
        and (max_cubes is None or card.cubes <= max_cubes)
    ]


def _cards_by_name(name: str) -> set[int]:
    """Return the cards that a name matches: one, or all with the word in their names, like ``fox``."""
    problem = card_problem(name, "")
    if problem is None:
        return {card_index(name)}
    word = fold(name)
    alike = {
        index
        for index, card in enumerate(CARDS)
        if any(
            word in map(fold, alias.replace("-", " ").split())
            for alias in (card.id, *(alias for aliases in card.aliases.values() for alias in aliases))
        )
    }
    if not alike:
        raise UsageError(f"{problem.message}: {problem.hint}")
    return alike


def name_in(card: Card, language: str) -> str:
    """Return a card's usual name in a language, as people write it."""
    return names_in(card, language)[0]


def names_in(card: Card, language: str) -> list[str]:
    """Return all of a card's names in a language, the usual one first."""
    further = card.aliases.get(language, [])
    return [card.words, *further] if language == "en" else further or [card.id]


def habitat_words(card: Card) -> str:
    """Return a habitat as its stacks, ``W beside W, then TTL``: the cube's, its neighbours, the rest."""
    first, *others = card.habitat
    near = [space.stack for space in others if (space.q, space.r) in _AROUND]
    far = [space.stack for space in others if (space.q, space.r) not in _AROUND]
    return f"{first.stack} beside {', '.join(near)}" + (f", then {', '.join(far)}" if far else "")
