"""The types of records in the notation, decoded and checked in one pass (docs/notation.md).

The classes accept nothing that the schemas refuse; for a record that they refuse, the schema decides. The rules look up
words (cards, stacks, letters) later.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from harmonies_cli.rules.replay.actions import (
    CardName,
    CardT,
    LetterT,
    NotesT,
    ReplacedT,
    SpaceT,
    Start,
    Tokens,
    TokensT,
    Turn,
)
from harmonies_cli.rules.scoring.landscapes import RuleSet

__all__ = [
    "AnyRecord",
    "BoardForm",
    "ClaimedRows",
    "Game",
    "GamePlayer",
    "PaperSheet",
    "Position",
    "PositionPlayer",
    "Record",
    "Result",
    "SheetPlayer",
    "is_solo",
    "value_of",
]

SideLetter = Literal["A", "B", "a", "b"]
Text = str | UnsetType
StackForm: TypeAlias = str | list[str]
BoardForm: TypeAlias = list[str] | dict[str, StackForm]
"""A board: columns from the left, or stacks by space."""
CubesForm: TypeAlias = list[str] | dict[str, str | int]


class _Closed(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of structures that forbid unknown fields."""


class ClaimedRows(_Closed):
    """Rows of points that a record claims."""

    trees: int | UnsetType = UNSET
    mountains: int | UnsetType = UNSET
    fields: int | UnsetType = UNSET
    buildings: int | UnsetType = UNSET
    water: int | UnsetType = UNSET
    landscapes: int | UnsetType = UNSET
    animals: int | UnsetType = UNSET
    spirit: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    suns: int | UnsetType = UNSET


class GamePlayer(_Closed, kw_only=True):
    """A player of a game."""

    name: Annotated[str, Meta(min_length=1)]
    id: str | UnsetType = UNSET
    rating: int | float | UnsetType = UNSET
    notes: Text = UNSET


class PositionPlayer(GamePlayer, kw_only=True):
    """A player of a position, with the board and the cards above it."""

    board: BoardForm
    cards: dict[str, int] | UnsetType = UNSET
    cubes: CubesForm | UnsetType = UNSET
    score: int | ClaimedRows | UnsetType = UNSET


class Result(_Closed, kw_only=True):
    """The recorded result of a game."""

    scores: list[int | ClaimedRows]
    winners: list[int] | UnsetType = UNSET
    ranks: list[Annotated[int, Meta(ge=1, le=4)]] | UnsetType = UNSET
    cubes: list[Annotated[int, Meta(ge=0)]] | UnsetType = UNSET


class _Shared(_Closed, kw_only=True, tag_field="format"):
    """The fields that both kinds of record have."""

    version: Literal[1]
    schema: str | UnsetType = msgspec.field(default=UNSET, name="$schema")
    id: Text = UNSET
    date: Text = UNSET
    source: Text = UNSET
    notes: Text = UNSET
    side: SideLetter
    rules: RuleSet | UnsetType = UNSET
    spirits: bool | UnsetType = UNSET


class Position(_Shared, kw_only=True, tag="harmonies-position"):
    """Boards, typed from a photograph; final boards unless `unfinished`."""

    players: Annotated[list[PositionPlayer], Meta(min_length=1, max_length=4)]
    solo: bool | UnsetType = UNSET
    unfinished: bool | UnsetType = UNSET


class SheetPlayer(GamePlayer, kw_only=True):
    """A player of a paper sheet: the score, and the cards if known; `cubes` mean nothing without a board."""

    score: int | ClaimedRows
    cards: dict[str, int] | UnsetType = UNSET
    cubes: CubesForm | UnsetType = UNSET


class PaperSheet(_Closed, kw_only=True, tag_field="format", tag="harmonies-position"):
    """A paper score sheet: a position in which all players have a score and none has a board.

    It is not part of `Record`, which has one class for each format, so good records decode in one pass.
    """

    version: Literal[1]
    schema: str | UnsetType = msgspec.field(default=UNSET, name="$schema")
    id: Text = UNSET
    date: Text = UNSET
    source: Text = UNSET
    notes: Text = UNSET
    side: SideLetter | UnsetType = UNSET
    rules: RuleSet | UnsetType = UNSET
    spirits: bool | UnsetType = UNSET
    solo: bool | UnsetType = UNSET
    unfinished: bool | UnsetType = UNSET
    players: Annotated[list[SheetPlayer], Meta(min_length=1, max_length=4)]


class Game(_Shared, Generic[LetterT, SpaceT, TokensT, CardT, NotesT, ReplacedT], kw_only=True, tag="harmonies-game"):
    """A full log of moves."""

    players: Annotated[list[GamePlayer], Meta(min_length=1, max_length=4)]
    start: Start[TokensT, CardT] | UnsetType = UNSET
    turns: list[Turn[LetterT, SpaceT, TokensT, CardT, NotesT, ReplacedT]]
    result: Result | UnsetType = UNSET
    unfinished: bool | UnsetType = UNSET


Record: TypeAlias = Position | Game[str, str, Tokens, CardName, str, bool]


AnyRecord: TypeAlias = Record | PaperSheet


def is_solo(record: AnyRecord) -> bool:
    """Return whether a record is a solo game: of one player and, unless it is a game, marked as solo."""
    return len(record.players) == 1 and (isinstance(record, Game) or record.solo is True)


def value_of(field: str | UnsetType) -> str | None:
    """Return an optional text of a record; None if absent."""
    return None if isinstance(field, UnsetType) else field
