"""Names of people as they may safely be drawn: on one line, no longer than there is room for."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category, east_asian_width, normalize

__all__ = ["display_width", "drawn_width", "in_ascii", "printable", "shortened"]

_REORDERING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def printable(text: str) -> str:
    """Return a text on one line, without characters that drive a terminal, turn lines around or break XML."""
    return "".join(map(_safe, " ".join(text.split())))


def in_ascii(text: str) -> str:
    """Return a text in ASCII: accents left out, and ``?`` for what has no ASCII letter."""
    plain = "".join(letter for letter in normalize("NFKD", text) if category(letter) != "Mn")
    return plain.encode("ascii", "replace").decode("ascii")


def display_width(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return sum(map(_columns, text))


def drawn_width(text: str) -> float:
    """Return about how wide a text is in the bold font of a drawing, in ems; rather too much than too little."""
    return sum(_ems(letter) for letter in text)


def shortened(text: str, width: float, measure: Callable[[str], float] = display_width) -> str:
    """Return a text cut to a width, with an ellipsis where something is left out."""
    if measure(text) <= width:
        return text
    kept, room = "", width - measure("…")
    for letter in text:
        room -= measure(letter)
        if room < 0:
            break
        kept += letter
    return kept.rstrip() + "…"


def _safe(letter: str) -> str:
    drawn = category(letter) not in ("Cc", "Cs") and letter not in _REORDERING
    return letter if drawn and ord(letter) & 0xFFFE != 0xFFFE else _REPLACEMENT


def _columns(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1


def _ems(letter: str) -> float:
    if letter in "MW@%":
        return 1.15
    if letter.isupper():
        return 0.9
    return 1.0 if _columns(letter) == 2 else 0.68 * _columns(letter)
