"""Files of other programs and sites: the results of readers, and the registry of readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.records.files.documents import Document
    from harmonies_cli.records.outcome import VerifiedRecord
    from harmonies_cli.rules.replay.faults import Violation
    from harmonies_cli.rules.replay.replay import GameLog
    from harmonies_cli.rules.replay.state import GameState
    from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = [
    "COLLECTIONS",
    "READERS",
    "Collection",
    "ForeignRecord",
    "Reader",
    "UnreadableError",
    "collection_of",
    "reader_of",
]

READERS = ("harmonies_cli.records.bga.bga_reader",)
"""Modules that read files of other programs, each a `Reader`. A module loads for a file that is not in the notation."""

COLLECTIONS = (
    "harmonies_cli.records.plays.bgstats",
    "harmonies_cli.records.plays.bgg",
    "harmonies_cli.records.plays.pad_file",
)
"""Modules that read files with many records of other programs, each a `Collection`."""
Standing = tuple[Sequence["Scoresheet"], Sequence[int]]
"""Scoresheets in player order, and the numbers of the winners."""


class UnreadableError(HarmoniesError):
    """A file that a reader recognises but cannot read.

    Parameters
    ----------
    problem
        The fault, its place and the remedy; ``data/codes.toml`` explains its code.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass
class ForeignRecord:
    """A file of another program: the record in it, and the file's further claims, by default none.

    Attributes
    ----------
    record
        The record in the notation, as JSON values. It names its rule set.
    problem
        The reason why a part of the record is missing; the record ends before that part. None if it is complete.
    """

    record: dict[str, Any]
    problem: Problem | None = None

    @property
    def has_results(self) -> bool:
        """Whether the file has its own results."""
        return False

    def position_problems(self, standing: Callable[[RuleSet], Standing]) -> list[Problem]:
        """Compare the file's counts and its own results of a position with ours.

        Parameters
        ----------
        standing
            Returns our scoresheets and winners under a rule set.
        """
        return []

    def result_violations(
        self, state: GameState, sheets: Sequence[Scoresheet], winners: Sequence[int]
    ) -> list[Violation] | None:
        """Compare the file's own results of a game with ours; None if the file has none.

        Parameters
        ----------
        state
            The state at the end of the game.
        sheets, winners
            Our scoresheets and winners under the rule set of the record.
        """
        return None

    def move_violations(self, log: GameLog) -> list[Violation]:
        """Compare the file's counts during the game, and its legal moves if requested, with ours."""
        return []

    def carry_results(self, verified: VerifiedRecord) -> list[str]:
        """Put the file's own results into the record; return sentences on those for which a record has no field.

        Parameters
        ----------
        verified
            The record, verified under its own rule set.
        """
        return []


class Reader(Protocol):
    """Reads the files of a program or site; a module with these functions is a reader."""

    def recognise(self, data: bytes) -> object:
        """Return a true value if the unpacked bytes are such a file, even a damaged one."""

    def holds_record(self, data: bytes) -> bool:
        """Return whether such a file contains a record; used to pick it from everything that a browser saved."""

    def read(self, data: bytes, *, name: str, side: str | None, cross_check: bool) -> ForeignRecord:
        """Read such a file.

        Parameters
        ----------
        data
            The file's bytes, unpacked.
        name
            The file's name.
        side
            The side of the boards to assume if the file does not name it.
        cross_check
            Whether to read the legal moves that the file lists.

        Raises
        ------
        UnreadableError
            If it is damaged, or lacks a part that a record needs.
        """


class Collection(Protocol):
    """Reads a program's files of many records; a module with these functions is a collection."""

    def recognise(self, data: bytes) -> bool:
        """Return whether the unpacked bytes are such a file, even a damaged one."""

    def documents(self, source: str, data: bytes) -> Iterator[Document]:
        """Yield its records as documents of the notation, or the problems that prevent it.

        Parameters
        ----------
        source
            The file's name.
        data
            Its bytes, unpacked.
        """


def collection_of(data: bytes) -> Collection | None:
    """Return the collection that recognises a file; None for any other file."""
    for name in COLLECTIONS:
        collection = cast(Collection, import_module(name))
        if collection.recognise(data):
            return collection
    return None


def reader_of(data: bytes) -> Reader | None:
    """Return the reader that recognises a file; None for a file of the notation or of an unknown kind."""
    for name in READERS:
        reader = cast(Reader, import_module(name))
        if reader.recognise(data):
            return reader
    return None
