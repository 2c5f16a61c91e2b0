"""The output of one record or many, in order: any process makes it, one writes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from harmonies_cli.records.files.documents import Document

__all__ = ["RecordJob", "RecordOutput", "count", "join_outputs"]


class RecordOutput(NamedTuple):
    """A part of the output of a command.

    Attributes
    ----------
    out
        For the output.
    said
        For standard error, with its line ends.
    counts
        How many records came to what.
    records
        How many records it covers.
    is_last
        Whether the records after it no longer matter.
    """

    out: bytes = b""
    said: str = ""
    counts: Mapping[str, int] = {}
    records: int = 1
    is_last: bool = False


class RecordJob(Protocol):
    """What a command does with records; it can be pickled, and depends on nothing but the records."""

    @property
    def between(self) -> bytes:
        """The separator between parts of the output that are not empty."""

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield a piece for each record."""


def count(counts: dict[str, int], piece: RecordOutput) -> None:
    """Add what a piece counts."""
    for what, number in piece.counts.items():
        counts[what] = counts.get(what, 0) + number


def join_outputs(pieces: Iterable[RecordOutput], between: bytes) -> RecordOutput:
    """Return one piece for several.

    Parameters
    ----------
    pieces
        The pieces, in the order of the records.
    between
        The separator between those that are not empty.
    """
    outs: list[bytes] = []
    said: list[str] = []
    counts: dict[str, int] = {}
    records = 0
    is_last = False
    for piece in pieces:
        if piece.out:
            outs.append(piece.out)
        if piece.said:
            said.append(piece.said)
        count(counts, piece)
        records += piece.records
        is_last = piece.is_last
    return RecordOutput(between.join(outs), "".join(said), counts, records, is_last)
