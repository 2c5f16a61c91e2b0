"""Files of other programs and sites: what a reader returns, and the registry of readers."""

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
"""Modules that read files of other programs, each a `Reader`. A module loads when a file is not of the notation."""

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
        What is wrong, where, and the remedy; its code is one of those explained in ``data/codes.toml``.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


@dataclass
class ForeignRecord:
    """A file of another program: the record in it, and what the file claims besides, which is nothing by default.

    Attributes
    ----------
    record
        The record in the notation, as JSON values. It names its rule set.
    problem
        Why the file lacks a part of the record, which then ends before that part; None if it lacks nothing.
    """

    record: dict[str, Any]
    problem: Problem | None = None

    @property
    def has_results(self) -> bool:
        """Whether the file has results of its own."""
        return False

    def position_problems(self, standing: Callable[[RuleSet], Standing]) -> list[Problem]:
        """Compare what the file counts and its own results of a position with ours.

        Parameters
        ----------
        standing
            Returns our scoresheets and winners under a rule set.
        """
        return []

    def result_violations(
        self, state: GameState, sheets: Sequence[Scoresheet], winners: Sequence[int]
    ) -> list[Violation] | None:
        """Compare the file's own results of a game with ours; None where the file has none.

        Parameters
        ----------
        state
            The state at the end of the game.
        sheets, winners
            Our scoresheets and winners under the rule set of the record.
        """
        return None

    def move_violations(self, log: GameLog) -> list[Violation]:
        """Compare what the file says about single moves with ours: counts, and legal moves if requested."""
        return []

    def carry_results(self, verified: VerifiedRecord) -> list[str]:
        """Put the file's own results into the record; return, in words, those for which a record has no field.

        Parameters
        ----------
        verified
            The record, verified under its own rule set.
        """
        return []


class Reader(Protocol):
    """Reads the files of one program or site; a module with these functions is one."""

    def recognise(self, data: bytes) -> object:
        """Return a true value if the unpacked bytes are such a file, even a damaged one."""

    def holds_record(self, data: bytes) -> bool:
        """Return whether such a file holds a record; used to pick it from everything that a browser saved."""

    def read(self, data: bytes, *, name: str, side: str | None, cross_check: bool) -> ForeignRecord:
        """Read such a file.

        Parameters
        ----------
        data
            The file's bytes, unpacked.
        name
            The file's name.
        side
            The side of the boards to assume where the file does not say.
        cross_check
            Whether to read the legal moves that the file lists.

        Raises
        ------
        UnreadableError
            If it is damaged, or lacks what a record needs.
        """


class Collection(Protocol):
    """Reads the files in which a program keeps many records; a module with these functions is one."""

    def recognise(self, data: bytes) -> bool:
        """Return whether the unpacked bytes are such a file: also one that is damaged."""

    def documents(self, source: str, data: bytes) -> Iterator[Document]:
        """Yield its records as documents of the notation, or what keeps them from being records.

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
    """Return the reader that recognises a file; None for a file of the notation, or of no kind known here."""
    for name in READERS:
        reader = cast(Reader, import_module(name))
        if reader.recognise(data):
            return reader
    return None
