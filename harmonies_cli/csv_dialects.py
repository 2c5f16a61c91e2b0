"""Ways to write CSV: for programs, and for spreadsheets that open a file with a double click."""

from __future__ import annotations

import msgspec

__all__ = ["DIALECTS", "PLAIN_CSV", "CsvDialect"]


class CsvDialect(msgspec.Struct, frozen=True):
    """A way to write CSV.

    Attributes
    ----------
    delimiter
        The sign between fields.
    decimal
        The decimal sign.
    mark
        The bytes before the heading: a byte order mark, by which Excel recognises UTF-8.
    """

    delimiter: str = ","
    decimal: str = "."
    mark: bytes = b""


PLAIN_CSV = CsvDialect()
"""The CSV of RFC 4180, for programs."""
_MARK = b"\xef\xbb\xbf"
DIALECTS = {
    "plain": PLAIN_CSV,
    "excel": CsvDialect(mark=_MARK),
    "excel-eu": CsvDialect(delimiter=";", decimal=",", mark=_MARK),
}
"""The dialects by name; the last is for Excel if Windows uses a decimal comma, as in most of Europe."""
