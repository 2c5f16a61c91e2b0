"""Scored records as JSON: one document, or one record per line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Extras, Options

__all__ = ["JsonLinesWriter", "JsonWriter", "json_element"]

_encode = msgspec.json.Encoder().encode


def json_element(value: object) -> bytes:
    """Return a record, or any other structs and plain values, as JSON on one line."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # A file name not in the system's encoding holds half characters; only escapes can write those.
        import json

        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


class JsonLinesWriter:
    """Writes each record on its own line, as soon as it arrives.

    Parameters
    ----------
    write
        Takes the bytes.
    options
        Not used: programs get everything.
    """

    between = b""

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        self._write = write

    def begin(self) -> None:
        """Write nothing: JSON Lines has no head."""

    def add(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> None:
        """Write a record."""
        self.add_encoded(self.encode_record(record, solo=solo, extras=extras))

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record) + b"\n"

    def add_encoded(self, records: bytes) -> None:
        """Write encoded records."""
        self._write(records)

    def end(self) -> None:
        """Write nothing: JSON Lines has no foot."""


class JsonWriter:
    """Writes one document, ``{"records": [...]}``, one record per line.

    Parameters
    ----------
    write
        Takes the bytes.
    options
        Not used: programs get everything.
    """

    between = b",\n"

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        self._write = write
        self._before = b"\n"

    def begin(self) -> None:
        """Open the list of records."""
        self._write(b'{"records": [')

    def add(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> None:
        """Write a record."""
        self.add_encoded(self.encode_record(record, solo=solo, extras=extras))

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record)

    def add_encoded(self, records: bytes) -> None:
        """Write encoded records."""
        self._write(self._before + records)
        self._before = self.between

    def end(self, **members: Mapping[str, object]) -> None:
        """Close the document.

        Parameters
        ----------
        **members
            Further members of the document, such as ``summary``.
        """
        further = b"".join(b",\n" + json_element(name) + b": " + json_element(value) for name, value in members.items())
        self._write(b"\n]" + further + b"}\n")
