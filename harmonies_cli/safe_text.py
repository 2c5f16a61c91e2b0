"""Make foreign text safe to write: on one line, without terminal controls, and never a formula in a spreadsheet."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

__all__ = ["cell", "printable", "safe"]

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_REORDERING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNDRAWN = frozenset(("Cc", "Cs", "Zl", "Zp"))
_UNSEEN = frozenset(("Cc", "Cf", "Zl", "Zp", "Zs"))
_FORMULA_SIGNS = frozenset("=+-@＝＋－＠")


@lru_cache(4096)
def printable(text: str) -> str:
    """Return a text on one line, without characters that control a terminal or reverse lines."""
    return safe(" ".join(text.split()))


def safe(text: str) -> str:
    """Return a text with its blanks, but without characters that control a terminal or reverse lines."""
    return text if text.isprintable() else "".join(map(_safe, text))


def _safe(letter: str) -> str:
    bad = letter in _REORDERING or category(letter) in _UNDRAWN or ord(letter) & 0xFFFE == 0xFFFE
    return _REPLACEMENT if bad else letter


def cell(text: str) -> str:
    """Return a foreign text as a safe spreadsheet cell.

    It is on one line, without characters that control a terminal. A spreadsheet takes a cell that begins with one of
    ``= + - @`` for a formula, and may ignore blanks and invisible characters before the sign; such a text gets an
    apostrophe in front. Tabs and line ends become blanks.
    """
    first = text[:1]
    if text.isprintable() and first != " " and first not in _FORMULA_SIGNS:
        return text
    shown = text if text.isprintable() else printable(text)
    seen = "".join(letter for letter in shown if category(letter) not in _UNSEEN)
    return f"'{shown}" if len(seen) > 1 and seen[0] in _FORMULA_SIGNS else shown
