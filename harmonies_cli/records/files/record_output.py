"""Records as output: made in any process, joined in order, written to a file, compressed if ``.gz``."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol, TypeAlias

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.paths import printable

__all__ = [
    "RecordJob",
    "RecordOutput",
    "Write",
    "count",
    "join_outputs",
    "pack",
    "require_record_name",
    "write_records",
]


class RecordOutput(msgspec.Struct, frozen=True):
    """A part of the output of a command.

    Attributes
    ----------
    out
        The bytes for the output.
    messages
        The text for standard error, with line ends.
    counts
        Numbers of records by outcome.
    records
        Number of records that it covers.
    is_last
        Whether to ignore the following records.
    """

    out: bytes = b""
    messages: str = ""
    counts: Mapping[str, int] = {}
    records: int = 1
    is_last: bool = False


class RecordJob(Protocol):
    """The work of a command on records; it can be pickled, and depends only on the records."""

    @property
    def separator(self) -> bytes:
        """The separator between non-empty parts of the output."""

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield the output of each record."""


def count(counts: dict[str, int], piece: RecordOutput) -> None:
    """Add the counts of a piece."""
    for what, number in piece.counts.items():
        counts[what] = counts.get(what, 0) + number


def join_outputs(pieces: Iterable[RecordOutput], separator: bytes) -> RecordOutput:
    """Return one piece for several.

    Parameters
    ----------
    pieces
        The pieces, in the order of the records.
    separator
        The separator between non-empty pieces.
    """
    outs: list[bytes] = []
    messages: list[str] = []
    counts: dict[str, int] = {}
    records = 0
    is_last = False
    for piece in pieces:
        if piece.out:
            outs.append(piece.out)
        if piece.messages:
            messages.append(piece.messages)
        count(counts, piece)
        records += piece.records
        is_last = piece.is_last
    return RecordOutput(separator.join(outs), "".join(messages), counts, records, is_last)


Write: TypeAlias = Callable[[bytes], object]
_ONE = (".json", ".json.gz")
_LINES = (".jsonl", ".jsonl.gz")
_GZIP = 16 + zlib.MAX_WBITS


def require_record_name(path: str) -> None:
    """Raise `UsageError` if the name of a file does not show its format."""
    if not path.lower().endswith(_ONE + _LINES):
        raise UsageError(f'the output name "{printable(path)}" must end in .json, .jsonl, or .gz of either')


@contextmanager
def pack(write: Write, path: str) -> Iterator[Write]:
    """Provide a function that writes bytes through another, gzipped if the file name ends in .gz."""
    if not path.lower().endswith(".gz"):
        yield write
        return
    packer = zlib.compressobj(wbits=_GZIP)  # no name or time, so equal records make equal files
    yield lambda data: write(packer.compress(data))
    write(packer.flush())


def write_records(write: Write, path: str, records: Iterable[bytes]) -> int:
    """Write records, and return their number.

    Parameters
    ----------
    write
        Takes the uncompressed bytes of the file.
    path
        The name of the file; a ``.json`` file has exactly one record.
    records
        Bytes with one or more records each, a line per record.

    Raises
    ------
    UsageError
        If there is more than one record for a ``.json`` file, or none.
    """
    number = 0
    is_one = path.lower().endswith(_ONE)
    for lines in records:
        number += lines.count(b"\n")
        if is_one and number > 1:
            raise UsageError(f'"{printable(path)}" can hold only one record: write several to a .jsonl file')
        write(msgspec.json.format(lines.rstrip(), indent=2) + b"\n" if is_one else lines)
    if is_one and not number:
        raise UsageError(f'there is no record to write to "{printable(path)}"')
    return number
