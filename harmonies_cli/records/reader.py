"""Read records from files of the notation, or of any program for which `foreign` has a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UnsetType

from harmonies_cli.records.decode import decode, decode_quickly, record_from_value
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.sources import iter_documents
from harmonies_cli.records.notation import AnyRecord, Record
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.records.foreign import ForeignRecord
    from harmonies_cli.records.json.parser import Parsed

__all__ = ["ReadOptions", "Reading", "read_document", "read_past_slips", "read_records"]


class ReadOptions(msgspec.Struct, frozen=True):
    """How to read records.

    Attributes
    ----------
    side
        The side to assume: it replaces the side of a position, and is used for a log that names none.
    cross_check
        Whether to read the legal moves listed in a log of the site.
    """

    side: str | None = None
    cross_check: bool = False


class Reading(msgspec.Struct):
    """A document, after reading.

    Attributes
    ----------
    source, line
        Its place; the line is None for a whole file.
    data
        Its text.
    record
        The record; None if there are problems.
    problems
        The reasons why it cannot be read.
    foreign
        The further contents of a file of another program; None for the notation.
    written
        The record in standard notation, if already known.
    notes
        Sentences on replacements and other remarks.
    pages
        The pages of plays in its file, for `plays.bgg.missing_pages`.
    is_made
        Whether the record was made from a file of another program.
    """

    source: str
    line: int | None
    data: bytes
    record: AnyRecord | None = None
    problems: list[Problem] = []
    foreign: ForeignRecord | None = None
    written: bytes = b""
    notes: list[str] = []
    pages: list[str] = []
    is_made: bool = False

    @property
    def rules(self) -> RuleSet | None:
        """The rule set that the record names; None if it names none."""
        if self.record is None or isinstance(self.record.rules, UnsetType):
            return None
        return self.record.rules


def read_records(paths: Sequence[str], options: ReadOptions | None = None) -> Iterator[Reading]:
    """Read all records of files and folders, one at a time, in the order given.

    Parameters
    ----------
    paths
        Files, folders, or ``-`` for standard input.
    options
        How to read.

    Raises
    ------
    UsageError
        Immediately, if a path is missing or not readable.
    """
    options = options or ReadOptions()
    return (read_document(document, options) for document in iter_documents(paths))


def read_document(document: Document, options: ReadOptions) -> Reading:
    """Read one document: a record of the notation, or a file of another program."""
    reading = Reading(document.source, document.line, document.data)
    if document.notes:
        reading.notes = document.notes
    if document.pages:
        reading.pages = document.pages
    if document.problem is not None:
        reading.problems = [document.problem, *document.further]
        return reading
    reading.record, reading.written = decode_quickly(document.data)
    if reading.record is None:
        _read_carefully(reading, options)
    if document.is_made:  # no place in its text is a place in the file
        reading.is_made, reading.data = True, b"{}"
    return reading


def _read_carefully(reading: Reading, options: ReadOptions) -> None:
    from harmonies_cli.records.foreign import UnreadableError, reader_of

    reader = reader_of(reading.data)
    if reader is None:
        if b"\\ud" in reading.data.lower():
            from harmonies_cli.records.json.parser import complete_names

            reading.data, reading.notes = complete_names(reading.data)
        reading.record, reading.problems = decode(reading.data, reading.line)
        return
    try:
        foreign = reader.read(reading.data, name=reading.source, side=options.side, cross_check=options.cross_check)
    except UnreadableError as error:
        reading.problems = [error.problem]
        return
    reading.foreign = foreign
    try:
        reading.record = msgspec.convert(foreign.record, Record)
    except msgspec.ValidationError:
        reading.record, reading.problems = record_from_value(foreign.record)


def read_past_slips(reading: Reading) -> tuple[Reading, Parsed] | None:
    """Read a record in spite of its typing slips, so its author learns of all mistakes in one run.

    Parameters
    ----------
    reading
        A document that could not be read.

    Returns
    -------
    tuple, or None
        The reading of the text without slips, and the map from its places to those in the typed text; None if other
        faults than slips make the record unreadable.
    """
    from harmonies_cli.records.json.parser import parse

    parsed = parse(reading.data, reading.line)
    if parsed.mended is None or parsed.value is None:
        return None
    record, _ = decode(parsed.data, reading.line)
    if record is None:
        return None
    return Reading(reading.source, reading.line, parsed.data, record), parsed
