"""Printable text on a terminal: as wide as it is counted, shortened, filled up and wrapped."""

from __future__ import annotations

from codecs import register_error
from textwrap import wrap
from unicodedata import bidirectional, category, normalize

__all__ = ["display_width", "encoded", "fitted", "in_ascii", "on_terminal", "shortened", "wrapped"]

_LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
_MOST_MARKS = 3
"""Combining marks kept on a letter: no script needs more, and a hundred would cover the lines above."""
_PLAIN_BELOW = "\u0300"
"""Up to here every letter takes one column, so that the width library need not be loaded."""


def in_ascii(text: str) -> str:
    """Return a text in ASCII: accents left out, and ``?`` for what has no ASCII letter."""
    if text.isascii():
        return text
    plain = "".join(letter for letter in normalize("NFKD", text) if category(letter) not in ("Mn", "Me"))
    return plain.encode("ascii", "replace").decode("ascii")


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return in_ascii(error.object[error.start : error.end]), error.end


register_error("harmonies-ascii", _without_accents)


def encoded(text: str, encoding: str) -> bytes:
    """Return a text in the encoding of a terminal; what that lacks is written in ASCII as far as it can be."""
    return text.encode(encoding, "harmonies-ascii")


def on_terminal(text: str, *, unicode: bool = True) -> str:
    """Return a text that takes the same number of columns on every terminal.

    Terminals disagree on joined emoji and on marks that choose a variant: their parts are shown apart. A text with
    letters that run from right to left stands between marks that keep what is around it where it belongs.

    Parameters
    ----------
    text
        A printable text.
    unicode
        Whether the terminal shows more than ASCII.
    """
    if text.isascii():
        return text
    letters = []
    marks = 0
    for letter in normalize("NFC", text):
        kind = category(letter)
        if kind == "Cf" or "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef":
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            letters.append(letter)
    shown = "".join(letters)
    if not unicode:
        return in_ascii(shown)
    turned = any(bidirectional(letter) in ("R", "AL", "AN") for letter in shown)
    return f"{_LEFT_TO_RIGHT}{shown}{_LEFT_TO_RIGHT}" if turned else shown


def _is_plain(text: str) -> bool:
    return text.isascii() or max(text) < _PLAIN_BELOW


def display_width(text: str) -> int:
    """Return how many terminal columns a text takes."""
    if _is_plain(text):
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))


def shortened(text: str, width: int, *, unicode: bool = True) -> str:
    """Return a text cut to a width, with an ellipsis where something is left out."""
    if display_width(text) <= width:
        return text
    ellipsis = "…" if unicode else "..."
    kept = text[: 4 * width]
    while kept and display_width(kept) > width - len(ellipsis):
        kept = kept[:-1]
    return on_terminal(kept.rstrip() + ellipsis, unicode=unicode)


def fitted(text: str, width: int, *, right: bool = False) -> str:
    """Return a text filled up with blanks to a width."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """Return a text in lines no wider than a width, as far as its words allow.

    Parameters
    ----------
    text
        The text.
    width
        Columns.
    first, then
        What the first and the further lines begin with; further lines begin with as many blanks if left out.
    """
    further = " " * len(first) if then is None else then
    if _is_plain(text):
        return wrap(text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False) or [first]
    import wcwidth

    return wcwidth.wrap(
        text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False, control_codes="ignore"
    )
