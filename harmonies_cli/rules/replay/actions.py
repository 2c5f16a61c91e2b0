"""The events of a game: the players' choices (actions) and the results of chance (start and refills).

The classes decode directly from the notation; the replay looks up their words (letters, colour names, card names in any
language), so no second copy of the log is needed. They are generic in the types of words, notes, and the mark of
replaced turns; a reader can restrict these types.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from harmonies_cli.errors import HarmoniesError

__all__ = [
    "Action",
    "CardName",
    "ChooseSpirit",
    "DiscardCard",
    "NotOfSchemaError",
    "PlaceCube",
    "PlaceToken",
    "Refill",
    "Start",
    "TakeCard",
    "TakeTokens",
    "Tokens",
    "Turn",
]


class NotOfSchemaError(HarmoniesError):
    """An action in the log lacks a required part."""


CardName: TypeAlias = str | int
"""A card's id, an alias, or its BGA number."""
Tokens: TypeAlias = str | list[str]
"""Tokens in any order: letters, or a list of letters and colour words."""
CentralSpace = Annotated[int, Meta(ge=1, le=5)]

if TYPE_CHECKING:
    from typing_extensions import TypeVar as WordsTypeVar

    LetterT = WordsTypeVar("LetterT", default=str)
    SpaceT = WordsTypeVar("SpaceT", default=str)
    TokensT = WordsTypeVar("TokensT", default=Tokens)
    CardT = WordsTypeVar("CardT", default=CardName)
    NotesT = WordsTypeVar("NotesT", default=str)
    ReplacedT = WordsTypeVar("ReplacedT", default=bool)
else:  # Python has defaults from 3.13 on
    LetterT, SpaceT, TokensT, CardT = map(TypeVar, ("LetterT", "SpaceT", "TokensT", "CardT"))
    NotesT, ReplacedT = map(TypeVar, ("NotesT", "ReplacedT"))


class _Action(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of the actions; ``do`` names the kind."""


class TakeTokens(_Action, Generic[TokensT, NotesT], tag="take-tokens"):
    """Take all tokens of a central space, named by its number, its tokens, or both."""

    space: CentralSpace | UnsetType = UNSET
    tokens: TokensT | UnsetType = UNSET
    notes: NotesT | UnsetType = UNSET


class PlaceToken(_Action, Generic[LetterT, SpaceT, NotesT], tag="place-token"):
    """Place one of the tokens taken this turn."""

    token: LetterT
    at: SpaceT
    notes: NotesT | UnsetType = UNSET


class TakeCard(_Action, Generic[CardT, NotesT], tag="take-card"):
    """Take an animal card from the row."""

    card: CardT
    notes: NotesT | UnsetType = UNSET


class PlaceCube(_Action, Generic[CardT, SpaceT, NotesT], tag="place-cube"):
    """Place a cube of a card above the board."""

    card: CardT
    at: SpaceT
    notes: NotesT | UnsetType = UNSET


class ChooseSpirit(_Action, Generic[CardT, NotesT], tag="choose-spirit"):
    """Keep one of the Nature's Spirit cards dealt."""

    card: CardT
    notes: NotesT | UnsetType = UNSET


class DiscardCard(_Action, Generic[CardT, NotesT], tag="discard-card"):
    """Discard a card of the row at the end of a solo turn."""

    card: CardT
    notes: NotesT | UnsetType = UNSET


Action: TypeAlias = (
    TakeTokens[Tokens, str]
    | PlaceToken[str, str, str]
    | TakeCard[CardName, str]
    | PlaceCube[CardName, str, str]
    | ChooseSpirit[CardName, str]
    | DiscardCard[CardName, str]
)


class Start(msgspec.Struct, Generic[TokensT, CardT], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The setup: tokens of the central spaces, the row, the spirits dealt to each player; each if recorded."""

    central: Annotated[list[TokensT], Meta(max_length=5)] | UnsetType = UNSET
    row: list[CardT] | UnsetType = UNSET
    spirits: list[list[CardT]] | UnsetType = UNSET


class Refill(msgspec.Struct, Generic[TokensT, CardT], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The refill at the end of a turn: tokens by central space, and cards; each if recorded."""

    central: dict[str, TokensT] | UnsetType = UNSET
    row: list[CardT] | UnsetType = UNSET


class Turn(
    msgspec.Struct,
    Generic[LetterT, SpaceT, TokensT, CardT, NotesT, ReplacedT],
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A turn of a player; players are numbered from 1."""

    player: Annotated[int, Meta(ge=1, le=4)]
    actions: list[
        TakeTokens[TokensT, NotesT]
        | PlaceToken[LetterT, SpaceT, NotesT]
        | TakeCard[CardT, NotesT]
        | PlaceCube[CardT, SpaceT, NotesT]
        | ChooseSpirit[CardT, NotesT]
        | DiscardCard[CardT, NotesT]
    ]
    refill: Refill[TokensT, CardT] | UnsetType = UNSET
    replaced: ReplacedT | UnsetType = UNSET
    notes: NotesT | UnsetType = UNSET
