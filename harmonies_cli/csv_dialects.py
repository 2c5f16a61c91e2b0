"""Ways to write CSV: for programs, and for spreadsheets that open a file at a double click."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["DIALECTS", "PLAIN_CSV", "CsvDialect"]


class CsvDialect(NamedTuple):
    """A way to write CSV.

    Attributes
    ----------
    delimiter
        What parts the fields.
    decimal
        The decimal sign.
    mark
        The bytes before the heading: a byte order mark, by which Excel knows UTF-8.
    """

    delimiter: str = ","
    decimal: str = "."
    mark: bytes = b""


PLAIN_CSV = CsvDialect()
"""Of RFC 4180, for programs."""
_MARK = b"\xef\xbb\xbf"
DIALECTS = {
    "plain": PLAIN_CSV,
    "excel": CsvDialect(mark=_MARK),
    "excel-eu": CsvDialect(delimiter=";", decimal=",", mark=_MARK),
}
"""By name: Excel reads the last where Windows is set to a decimal comma, as in most of Europe."""
