"""Descriptions of a column and of a table, the columns that several tables share, and those of a record."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Literal

from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS, MOST_TAKEN
from harmonies_cli.rules.scoring.landscapes import RULE_SETS

__all__ = [
    "ANIMAL_IDS",
    "CARDS_UNKNOWN",
    "GAME",
    "GAMES",
    "NOT_GAME",
    "NOT_ON_SHEET",
    "NOT_READ",
    "PAPER",
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
"""The possible contents of a central space: letters in the order of `tokens.TOKENS`, from nothing to six tokens."""


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
        When a value is missing, in words; empty if never.
    values
        The values of a category, in the order of their codes.
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
        What a row describes.
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

PAPER = "a paper score sheet"
NOT_ON_SHEET = f"{PAPER} without it"
_NOT_COUNTED = "not finished, or no rows in seats"
_HANDS_UNKNOWN = f"{_NOT_COUNTED}, or {CARDS_UNKNOWN}"
GAMES = (
    GAME,
    Column("id", "string", "The record's id", nullable="the record has none"),
    Column("source", "string", "The file that the record was read from, or - for standard input"),
    Column("line", "int64", "Line of the file", "from 1", nullable="the record is the whole file"),
    Column("date", "string", "Date as recorded, ISO 8601", nullable="the record has none"),
    Column("kind", "category", "Full game or final boards", nullable=NOT_READ, values=("game", "position")),
    Column("players", "int8", "Number of players", "players", nullable=NOT_READ),
    Column("solo", "bool", "Whether the solo rules were used", nullable=NOT_READ),
    Column("side", "category", "Side of the boards", nullable=NOT_READ, values=tuple(SIDES)),
    Column("spirits", "bool", "Whether Nature's Spirit cards were in play", nullable=NOT_READ),
    Column("rules", "category", "Rule set of the scores", values=RULE_SETS),
    Column("turns", "int16", "Turns recorded", "turns", nullable=f"{NOT_READ}, or is {NOT_GAME}"),
    Column(
        "rounds",
        "int16",
        "Rounds started: turns of the first player in the record",
        "rounds",
        nullable=f"{NOT_READ}, or is {NOT_GAME}",
    ),
    Column("finished", "bool", "Whether the game reached its end, or the boards are final", nullable=NOT_READ),
    Column(
        "end",
        "category",
        "What triggered the end: few empty spaces, or an empty pouch",
        nullable=f"not finished, or {NOT_GAME}",
        values=("spaces", "pouch"),
    ),
    Column("winner_score", "int16", "Total of the winners", "points", nullable="nobody has won, or cards unknown"),
    Column(
        "margin",
        "int16",
        "Total of the winners less the best total of the others; 0 if the victory is shared or a tie was broken",
        "points",
        nullable="nobody has won, or one player",
    ),
    Column(
        "verdict",
        "category",
        "Whether the record agrees with the rules, breaks one, or cannot be read",
        values=("legal", "illegal", "invalid"),
    ),
    Column("fault", "string", "Code of the first broken rule or problem", nullable="legal"),
    Column(
        "fingerprint",
        "int64",
        "Hash of the side and all final boards: the same for all records of one game",
        nullable=_NOT_COUNTED,
    ),
    Column(
        "lacks",
        "int8",
        "How much the record lacks (0 for a complete log); of all records of a game, the one that lacks least counts",
        nullable=_NOT_COUNTED,
    ),
    Column("cards_hash", "int64", "Hash of all players' cards", nullable=_HANDS_UNKNOWN),
    Column("cubes_hash", "int64", "Hash of the cubes placed from all players' cards", nullable=_HANDS_UNKNOWN),
    Column("site_table", "int64", "Number of the table at the site", nullable="not recorded"),
    Column(
        "totals_hash",
        "int64",
        "Hash of all names and totals; a score sheet and boards of the same day that share it are one game",
        nullable="not finished, or a total unknown",
    ),
)
