"""What happened in a game: what the players chose (actions) and what chance gave (start and refills).

The classes decode straight from the notation; words (letters, colour names, card names in any language) are
looked up while the game is replayed, so that no second copy of the log is made.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

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
    """A log that names less than an action needs, so that it is no log."""


CardName: TypeAlias = str | int
"""A card's id, an alias, or its BGA number."""
Tokens: TypeAlias = str | list[str]
"""Tokens in any order: letters, or a list of letters and colour words."""
CentralSpace = Annotated[int, Meta(ge=1, le=5)]


class _Action(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of the actions; ``do`` tells them apart."""


class TakeTokens(_Action, tag="take-tokens"):
    """Take all tokens of one central space, named by its number, by its tokens, or by both."""

    space: CentralSpace | UnsetType = UNSET
    tokens: Tokens | UnsetType = UNSET
    notes: str | UnsetType = UNSET


class PlaceToken(_Action, tag="place-token"):
    """Place one of the tokens taken this turn."""

    token: str
    at: str
    notes: str | UnsetType = UNSET


class TakeCard(_Action, tag="take-card"):
    """Take an animal card from the row."""

    card: CardName
    notes: str | UnsetType = UNSET


class PlaceCube(_Action, tag="place-cube"):
    """Place a cube of a card above the board."""

    card: CardName
    at: str
    notes: str | UnsetType = UNSET


class ChooseSpirit(_Action, tag="choose-spirit"):
    """Keep one of the Nature's Spirit cards dealt."""

    card: CardName
    notes: str | UnsetType = UNSET


class DiscardCard(_Action, tag="discard-card"):
    """Discard a card of the row at the end of a solo turn."""

    card: CardName
    notes: str | UnsetType = UNSET


Action: TypeAlias = TakeTokens | PlaceToken | TakeCard | PlaceCube | ChooseSpirit | DiscardCard


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The setup: tokens of the central spaces, the row, the spirits dealt to each player; as far as recorded."""

    central: Annotated[list[Tokens], Meta(max_length=5)] | UnsetType = UNSET
    row: list[CardName] | UnsetType = UNSET
    spirits: list[list[CardName]] | UnsetType = UNSET


class Refill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was put out at the end of a turn: tokens by central space, and cards; as far as recorded."""

    central: dict[str, Tokens] | UnsetType = UNSET
    row: list[CardName] | UnsetType = UNSET


class Turn(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One turn of one player, numbered from 1."""

    player: Annotated[int, Meta(ge=1, le=4)]
    actions: list[Action]
    refill: Refill | UnsetType = UNSET
    replaced: bool | UnsetType = UNSET
    notes: str | UnsetType = UNSET
