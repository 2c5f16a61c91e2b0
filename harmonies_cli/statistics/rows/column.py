"""Descriptions of a column and of a table, and the columns that several tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Literal

from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.tokens import LETTERS, MOST_TAKEN

__all__ = [
    "ANIMAL_IDS",
    "CARDS_UNKNOWN",
    "GAME",
    "NOT_GAME",
    "NOT_READ",
    "POSITION",
    "ROUND",
    "SEAT",
    "SPIRIT_IDS",
    "TOKEN_SETS",
    "TURN",
    "Column",
    "ColumnType",
    "TableSpec",
]

ColumnType = Literal["bool", "int8", "int16", "int64", "double", "string", "category"]
"""Names of pyarrow types; a category is a string out of `Column.values`, stored as a dictionary."""

TOKEN_SETS = tuple(
    "".join(letters) for size in range(MOST_TAKEN + 1) for letters in combinations_with_replacement(LETTERS, size)
)
"""What a central space can hold: letters in the order of `tokens.TOKENS`, from nothing to six tokens."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes
    ----------
    name
        Its name in every file format.
    type
        Name of the pyarrow type, or ``category``.
    meaning
        What a value means.
    unit
        What a number counts; empty for words and truth values.
    nullable
        When a value is missing, in words; empty if it never is.
    values
        The admitted values of a category, in the order of their codes.
    """

    name: str
    type: ColumnType
    meaning: str
    unit: str = ""
    nullable: str = ""
    values: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One row table.

    Attributes
    ----------
    name
        Its name in every file format.
    meaning
        What one row is.
    key
        The columns that identify a row; tables are read sorted by them.
    columns
        The columns in their order.
    """

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]


NOT_GAME = "a position"
NOT_READ = "the record cannot be read"
CARDS_UNKNOWN = "the player's cards are not recorded"
_IDS = tuple(card.id for card in CARDS)
ANIMAL_IDS = tuple(_IDS[index] for index in ANIMALS)
SPIRIT_IDS = tuple(_IDS[index] for index in SPIRITS)

GAME = Column("game", "int64", "Hash of what was played: side, rules, names, start and turns, or boards and cards")
SEAT = Column("seat", "int8", "The player's number in turn order", "from 1")
TURN = Column("turn", "int16", "Number of the turn in the game, all players counted", "from 1")
ROUND = Column("round", "int16", "Number of this turn among the seat's own", "from 1")
POSITION = Column("position", "int8", "Place of the card in the row", "from 1")
