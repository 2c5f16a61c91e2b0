"""Scored records as JSON: one document, or one record per line."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Extras, Options, Writer

__all__ = ["JsonLinesWriter", "JsonWriter", "json_element"]

_encode = msgspec.json.Encoder().encode


def json_element(value: object) -> bytes:
    """Return a record, or any structs and plain values, as JSON on one line."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # A file name outside the system's encoding contains half characters, which only escapes can write.
        import json

        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


class JsonLinesWriter(Writer):
    """Writes each record on its own line as soon as it arrives, always in full."""

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record) + b"\n"


class JsonWriter(Writer):
    """Writes one document, ``{"records": [...]}``, one record per line, always in full."""

    separator = b",\n"

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._before = b"\n"

    def begin(self) -> None:
        """Open the list of records."""
        self._write(b'{"records": [')

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record)

    def end(self, **members: Mapping[str, object]) -> None:
        """Close the document.

        Parameters
        ----------
        **members
            Further members of the document, such as ``summary``.
        """
        further = b"".join(b",\n" + json_element(name) + b": " + json_element(value) for name, value in members.items())
        self._write(b"\n]" + further + b"}\n")
