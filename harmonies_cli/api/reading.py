"""Read records from files, text or plain values; copy the sample records."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from harmonies_cli.api.arguments import Path, Paths, invalid, listed_paths, one_path, one_side, truth
from harmonies_cli.api.record_kinds import Game, Position, Unreadable
from harmonies_cli.api.record_views import Record
from harmonies_cli.errors import HarmoniesError, UsageError
from harmonies_cli.records import notation
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document, read_records
from harmonies_cli.report.phrases import file_place
from harmonies_cli.safe_text import printable
from harmonies_cli.sample_records import copy_samples

__all__ = ["InvalidRecordError", "read", "read_all", "record", "record_of", "samples"]


class InvalidRecordError(HarmoniesError):
    """A record that cannot be read.

    Parameters
    ----------
    unreadable
        The record.

    Attributes
    ----------
    problems
        All its problems.
    """

    def __init__(self, unreadable: Unreadable) -> None:
        self.problems: list[Problem] = unreadable.problems
        first = self.problems[0]
        more = f"; {len(self.problems) - 1} more in .problems" if len(self.problems) > 1 else ""
        hint = f" ({first.hint})" if first.hint else ""
        place = file_place(unreadable.source, unreadable.line, first)
        super().__init__(f"{place}: {first.sentence}{hint}{more}")


def read(path: Path, *, side: str | None = None, cross_check: bool = False) -> Game | Position:
    """Read a file with a single record.

    Parameters
    ----------
    path
        A file of the notation, or one saved from Board Game Arena; ``.gz`` is unpacked.
    side
        The side to assume, ``"A"`` or ``"B"``: it replaces that of a position, and is used for a log that names none.
    cross_check
        Whether `verify` compares the legal moves listed in a log of Board Game Arena with ours.

    Raises
    ------
    InvalidRecordError
        If the record cannot be read.
    UsageError
        If the file is missing, has no record or several, or is a game that names the other side.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> game = h.read("samples/games/three-players-side-b.json")
    >>> game.verify().verdict
    'legal'
    """
    name = one_path("path", path)
    records = read_all([name], side=side, cross_check=cross_check)
    found = next(records, None)
    if found is None:
        raise UsageError(f"there is no record in {printable(name)}")
    if next(records, None) is not None:
        raise UsageError(f"{printable(name)} has several records: read_all reads them")
    return _require_readable(found)


def read_all(paths: Paths, *, side: str | None = None, cross_check: bool = False) -> Iterator[Record]:
    """Read all records of files and folders, one at a time.

    Parameters
    ----------
    paths
        Files and folders.
    side
        The side to assume, ``"A"`` or ``"B"``: it replaces that of a position, and is used for a log that names none.
    cross_check
        Whether `verify` compares the legal moves listed in a log of Board Game Arena with ours.

    Yields
    ------
    Record
        A `Game`, a `Position`, or an `Unreadable` if the record cannot be read.

    Raises
    ------
    UsageError
        Immediately, if there is no path, or one is missing or not readable; later, if a game names the other side.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> [record.verify().verdict for record in h.read_all("samples/positions")].count("legal")
    8
    """
    side = one_side(side)
    options = ReadOptions(side=side, cross_check=truth("cross_check", cross_check))
    return (_made(reading, side) for reading in read_records(listed_paths(paths), options))


def record(value: Mapping[str, Any] | str | bytes, *, side: str | None = None) -> Game | Position:
    """Return a record from plain values, or from its JSON text.

    Parameters
    ----------
    value
        The record as in the notation, or the text of a file that `read` accepts.
    side
        The side to assume, as in `read`.

    Raises
    ------
    InvalidRecordError
        If it is not a record.
    UsageError
        If the value is neither a mapping of plain values nor text, or the side does not fit.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> position = h.record({"format": "harmonies-position", "version": 1, "side": "A",
    ...                      "players": [{"name": "Ann", "board": {"c3": "TTL"}, "cards": {}}]})
    >>> position.scores().totals
    [7]
    """
    return record_of(_data(value), "record", side=one_side(side))


def record_of(data: bytes, source: str, line: int | None = None, *, side: str | None = None) -> Game | Position:
    """Return the record in a text; `source` and `line` are its place."""
    return _require_readable(_made(read_document(Document(source, line, data), ReadOptions(side=side)), side))


def _data(value: object) -> bytes:
    """Return the JSON text of a record."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, Mapping):
        try:
            value = json.dumps(value)
        except (TypeError, ValueError, RecursionError) as error:
            raise invalid("value", f"a record can hold only plain values: {error}.") from None
    if not isinstance(value, str):
        raise invalid("value", f"{type(value).__name__} is neither a mapping nor the text of a record.")
    return value.encode("utf-8", "surrogatepass")


def _made(reading: Reading, side: str | None) -> Record:
    record = reading.record
    if record is None:
        return Unreadable(reading)
    if isinstance(record, notation.Position | notation.PaperSheet):
        return Position(reading, side)
    game = Game(reading)
    if side is not None and game.side != side:
        place = printable(file_place(reading.source, reading.line))
        raise invalid("side", f"{place} is a game on side {game.side}; leave side out.")
    return game


def _require_readable(found: Record) -> Game | Position:
    if isinstance(found, Game | Position):
        return found
    assert isinstance(found, Unreadable)
    raise InvalidRecordError(found)


def samples(folder: Path) -> list[FilePath]:
    """Copy the sample records to a folder, as ``harmonies samples`` does, and return the files written.

    Parameters
    ----------
    folder
        The folder; created if missing. Nothing in it is overwritten.

    Raises
    ------
    UsageError
        If one of the files already exists, or the folder cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> files = h.samples("harmonies-samples")  # doctest: +SKIP
    """
    return copy_samples(FilePath(one_path("folder", folder)))
