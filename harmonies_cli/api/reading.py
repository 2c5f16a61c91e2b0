"""Records out of files, text or plain values."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import Any

from harmonies_cli.api.record_views import Game, Position, Record, Unreadable
from harmonies_cli.errors import HarmoniesError, UsageError
from harmonies_cli.records import notation
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document, read_records
from harmonies_cli.report.phrases import file_place

__all__ = ["InvalidRecordError", "read", "read_all", "record"]


class InvalidRecordError(HarmoniesError):
    """A record that cannot be read.

    Parameters
    ----------
    unreadable
        What was read.

    Attributes
    ----------
    problems
        Everything that is wrong with it.
    """

    def __init__(self, unreadable: Unreadable) -> None:
        self.problems: list[Problem] = unreadable.problems
        first = self.problems[0]
        more = f"; {len(self.problems) - 1} more in .problems" if len(self.problems) > 1 else ""
        hint = f" ({first.hint})" if first.hint else ""
        place = file_place(unreadable.source, unreadable.line, first)
        super().__init__(f"{place}: {first.message.splitlines()[0]}{hint}{more}")


def read(path: str | PathLike[str], *, side: str | None = None) -> Game | Position:
    """Read the one record of a file.

    Parameters
    ----------
    path
        A file of the notation, or one saved from Board Game Arena; ``.gz`` is unpacked.
    side
        The side to assume, in place of a position's own, or where a log does not tell.

    Raises
    ------
    InvalidRecordError
        If it cannot be read.
    UsageError
        If the file is missing, or holds none or several records.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> game = h.read("samples/games/three-players-side-b.json")
    >>> game.verify().verdict
    'legal'
    """
    records = read_all([path], side=side)
    found = next(records, None)
    if found is None:
        raise UsageError(f"there is no record in {fspath(path)}")
    if next(records, None) is not None:
        raise UsageError(f"{fspath(path)} has several records: read_all reads them")
    return _readable(found)


def read_all(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]], *, side: str | None = None
) -> Iterator[Record]:
    """Read all records of files and folders, one at a time.

    Parameters
    ----------
    paths
        Files and folders.
    side
        The side to assume, in place of a position's own, or where a log does not tell.

    Yields
    ------
    Record
        A `Game`, a `Position`, or `Unreadable` for what cannot be read.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> [record.verify().verdict for record in h.read_all("samples/positions")].count("legal")
    8
    """
    listed = [paths] if isinstance(paths, str | PathLike) else paths
    return map(_made, read_records([fspath(path) for path in listed], ReadOptions(side=side)))


def record(value: Mapping[str, Any] | str | bytes) -> Game | Position:
    """Return a record out of plain values, or out of its JSON text.

    Raises
    ------
    InvalidRecordError
        If it is none.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> position = h.record({"format": "harmonies-position", "version": 1, "side": "A",
    ...                      "players": [{"name": "Ann", "board": {"c3": "TTL"}, "cards": {}}]})
    >>> position.scores().totals
    [7]
    """
    text = json.dumps(value) if isinstance(value, Mapping) else value
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return _readable(_made(read_document(Document("record", None, data), ReadOptions())))


def _made(reading: Reading) -> Record:
    if reading.record is None:
        return Unreadable(reading)
    return Position(reading) if isinstance(reading.record, notation.Position) else Game(reading)


def _readable(found: Record) -> Game | Position:
    if isinstance(found, Game | Position):
        return found
    assert isinstance(found, Unreadable)
    raise InvalidRecordError(found)
