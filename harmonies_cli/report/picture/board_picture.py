"""Boards as drawings show them, also those of a record: piles, cubes, scoring groups and marked spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.record_boards import PlayerBoard, boards_of
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.tokens import LETTERS, TOKENS
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    from harmonies_cli.rules.scoring.score_items import Item

__all__ = ["BoardPicture", "is_island", "picture", "pictures", "stack_words"]


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """One board to draw.

    Parameters
    ----------
    side
        ``"A"`` or ``"B"``.
    stacks
        The stack on each space, letters from the bottom to the top; spaces left out are empty.
    cubes
        Spaces that hold a cube, each with the card that the cube came from, or None if unknown.
    groups
        Spaces that score together: the items of a scoresheet.
    name, total, player
        The player's name, points and number, for the heading.
    marks
        Spaces to point at, each with a remark, such as the place of an illegal move.
    new
        Spaces to frame because they have just changed.
    open
        Spaces open for a cube, each with the cards whose cube can go there.
    near
        Cards, each with the spaces where its cube can go after one more token: hidden until a page shows them.

    Raises
    ------
    UnknownNameError
        If a named space does not exist on the side, or a letter in a stack is not a token.
    """

    side: str
    stacks: Mapping[str, str]
    cubes: Mapping[str, str | None] = field(default_factory=dict)
    groups: Sequence[Item] = ()
    name: str = ""
    total: int | None = None
    player: int | None = None
    marks: Mapping[str, str] = field(default_factory=dict)
    new: Collection[str] = ()
    open: Mapping[str, Sequence[str]] = field(default_factory=dict)
    near: Mapping[str, Collection[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = set(self.spaces)
        scored = [space for group in self.groups for space in group.spaces]
        near = [space for spaces in self.near.values() for space in spaces]
        for space in (*self.stacks, *self.cubes, *self.marks, *self.new, *self.open, *near, *scored):
            if space not in known:
                raise UnknownNameError("space", space)
        for stack in self.stacks.values():
            for letter in stack:
                if letter not in LETTERS:
                    raise UnknownNameError("token", letter)

    @property
    def spaces(self) -> tuple[str, ...]:
        """All spaces of the side, in board order."""
        return side_named(self.side).spaces

    @property
    def columns(self) -> tuple[str, ...]:
        """Letters of the side's columns, from the left."""
        return tuple(dict.fromkeys(space[0] for space in self.spaces))

    @property
    def heading(self) -> str:
        """The player's number and name."""
        if self.player is None:
            return self.name or "Player"
        return f"{self.player}. {self.name}" if self.name else f"Player {self.player}"

    @property
    def points(self) -> str:
        """The total in words; empty if unknown."""
        if self.total is None:
            return ""
        return count_of(self.total, "point")

    def groups_at(self, space: str) -> Iterator[Item]:
        """Yield the groups that a space belongs to."""
        return (group for group in self.groups if space in group.spaces)


def is_island(group: Item, side: str) -> bool:
    """Return whether a group is an island of side B, which can contain other groups."""
    return group.row == "water" and side_named(side).name == "B"


def stack_words(stack: str) -> str:
    """Return a stack as colour words from the bottom to the top, or ``empty``; ``?`` is a building's base."""
    colour_of = {token.letter: token.colour for token in TOKENS} | {"?": "red, brown or gray"}
    return " under ".join(colour_of[letter] for letter in stack) or "empty"


def pictures(
    reading: Reading, record: ScoredRecord, *, side: str | None = None, turn: int | None = None
) -> list[BoardPicture]:
    """Return a drawing of each board of a scored record.

    Parameters
    ----------
    reading
        The record as read.
    record
        The scored record: its scoresheets determine the marks. The board of a player without a scoresheet has no marks.
    side, turn
        The side and turn used to score the record.
    """
    if record.kind is None:  # only the replay finds some invalid words
        return []
    sheets = {sheet.player: sheet for sheet in record.players}
    letter = record.side or "A"
    return [
        picture(letter, board, sheets.get(board.player), _marks(record, board.player))
        for board in boards_of(reading, side=side, turn=turn)
    ]


def _marks(record: ScoredRecord, player: int) -> dict[str, str]:
    return {problem.space: problem.message for problem in record.problems if problem.space and problem.player == player}


def picture(
    side: str, board: PlayerBoard, sheet: Scoresheet | None = None, marks: Mapping[str, str] | None = None
) -> BoardPicture:
    """Return the drawing of a board, with marks for the items of its scoresheet."""
    return BoardPicture(
        side,
        board.stacks,
        board.cubes,
        sheet.items if sheet else (),
        board.name,
        sheet.total if sheet else None,
        board.player,
        marks or {},
    )
