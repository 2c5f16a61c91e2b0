"""The catalogue of animal and Nature's Spirit cards, from data/cards.json."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Literal

import msgspec

from harmonies_cli.errors import HarmoniesError, UnknownNameError

__all__ = [
    "ANIMALS",
    "BIT_OF_CARD",
    "CARDS",
    "CARD_DATA",
    "CARD_INDEX",
    "CARD_LIMIT",
    "CUBES",
    "SPIRITS",
    "AmbiguousCardError",
    "Card",
    "HabitatSpace",
    "SpiritRule",
    "card_index",
    "card_words",
    "fold",
    "name_forms",
]


class HabitatSpace(msgspec.Struct, frozen=True):
    """One space of a habitat: axial offset (q, r) from the cube's space, and the stack, ``?H`` for a building."""

    q: int
    r: int
    stack: str


class SpiritRule(msgspec.Struct, frozen=True):
    """A spirit's rule: the feature that scores, which of them count, and the points by size, by height or for each."""

    feature: Literal["field", "tree", "building", "mountain", "water"]
    per: Literal["group", "height", "token"]
    by_size: dict[str, int] = {}
    by_height: dict[str, int] = {}
    each: int = 0


class Card(msgspec.Struct, frozen=True):
    """One card.

    Attributes
    ----------
    id
        The name in records, like ``"fennec-fox"``.
    bga
        The card's number in the online adaptation.
    kind
        ``"animal"`` or ``"spirit"``.
    cube_on
        English colour of the top token of the cube's space.
    aliases
        Further names, by language code.
    points
        Points after 1, 2, ... cubes; empty for a spirit.
    habitat
        The cube's space first.
    suns_kind
        ``"group"`` or ``"landscape"``, for a spirit.
    scoring
        A spirit's rule.
    """

    id: str
    bga: int
    kind: Literal["animal", "spirit"]
    cube_on: str
    aliases: dict[str, list[str]]
    habitat: tuple[HabitatSpace, ...]
    points: tuple[int, ...] = ()
    suns_kind: Literal["group", "landscape", ""] = ""
    rule: str = ""
    scoring: SpiritRule | None = None

    @property
    def words(self) -> str:
        """The card's name as texts for people write it, like ``"fennec fox"``."""
        return card_words(self.id)

    @property
    def is_spirit(self) -> bool:
        """Whether this is a Nature's Spirit card."""
        return self.kind == "spirit"

    @property
    def cubes(self) -> int:
        """Number of cubes that come with the card."""
        return len(self.points) or 1


def card_words(card: str) -> str:
    """Return the id of a card as texts for people write it."""
    return card.replace("-", " ")


class AmbiguousCardError(HarmoniesError):
    """A name that fits several cards.

    Parameters
    ----------
    name
        The given name.
    candidates
        Ids of the cards that it fits.
    """

    def __init__(self, name: str, candidates: tuple[str, ...]) -> None:
        super().__init__(f"{name!r} may be {' or '.join(candidates)}")
        self.name = name
        self.candidates = candidates


class _Catalogue(msgspec.Struct):
    cards: tuple[Card, ...]


CARD_DATA = Path(__file__).parents[2] / "data" / "cards.json"


def _read() -> tuple[Card, ...]:
    # Not importlib.resources: loading it takes a quarter of the program's start.
    return msgspec.json.decode(CARD_DATA.read_bytes(), type=_Catalogue).cards


CARDS = _read()
ANIMALS = tuple(index for index, card in enumerate(CARDS) if not card.is_spirit)
CUBES = tuple(card.cubes for card in CARDS)
"""Cubes that come with each card."""
CARD_LIMIT = 4
"""The most unfinished cards that a player can have above the board."""
BIT_OF_CARD = tuple(1 << index for index in range(len(CARDS)))
"""Each card's bit in a set of cards, which is an integer."""
SPIRITS = tuple(index for index, card in enumerate(CARDS) if card.is_spirit)
_IGNORED = frozenset(" \t\u00a0-\u2010\u2011'\u2018\u2019`\u00b4")
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def fold(name: str) -> str:
    """Return `name` folded: without accents, spaces, hyphens and apostrophes, in one case."""
    letters = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in letters if not (unicodedata.combining(letter) or letter in _IGNORED))


def name_forms(name: str) -> set[str]:
    """Return the folded forms to find `name` by: as given, and with ae, oe, ue for umlauts."""
    return {fold(name), fold(unicodedata.normalize("NFC", name.casefold()).translate(_UMLAUTS))}


def _by_name() -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for index, card in enumerate(CARDS):
        for name in (card.id, *(alias for names in card.aliases.values() for alias in names)):
            for form in name_forms(name):
                found.setdefault(form, set()).add(index)
    # The id is the card's own name, even if it is an alias of another card.
    return found | {fold(card.id): {index} for index, card in enumerate(CARDS)}


class _CardIndex(dict[str | int, int]):
    """The index in `CARDS` by card name or number; only ids are cached, other names are looked up each time."""

    def __missing__(self, name: str | int) -> int:
        return _look_up(name)


CARD_INDEX = _CardIndex({card.id: index for index, card in enumerate(CARDS)})
"""The index in `CARDS` of a card, by id, BGA number or any other name, as in `card_index`."""
CARD_INDEX.update({card.bga: index for index, card in enumerate(CARDS)})
CARD_INDEX.update({str(card.bga): index for index, card in enumerate(CARDS)})
_names: dict[str, set[int]] = {}


def card_index(name: str | int) -> int:
    """Return the index in `CARDS` of a card, by its id, a name in any of the languages, or its BGA number.

    Raises
    ------
    UnknownNameError
        If no card has that name.
    AmbiguousCardError
        If several cards have it.
    """
    return CARD_INDEX[name]


def _look_up(name: str | int) -> int:
    if isinstance(name, int):
        raise UnknownNameError("card", name)
    if not _names:
        _names.update(_by_name())
    candidates = _names.get(fold(name), set())
    if len(candidates) > 1:
        raise AmbiguousCardError(name, tuple(CARDS[index].id for index in sorted(candidates)))
    if not candidates:
        by_word = tuple(card.id for card in CARDS if fold(name) in map(fold, card.id.split("-")))
        if len(by_word) > 1:
            raise AmbiguousCardError(name, by_word)
        raise UnknownNameError("card", name)
    return next(iter(candidates))
