"""Text layout for a terminal: the width of characters, wrapped prose, accents."""

from __future__ import annotations

import re
from codecs import register_error
from collections.abc import Callable
from textwrap import wrap
from unicodedata import bidirectional, category, normalize

import msgspec

from harmonies_cli.report.terminal import Style, Terminal
from harmonies_cli.safe_text import printable

__all__ = [
    "Prose",
    "display_width",
    "encode_for",
    "fit_width",
    "in_ascii",
    "on_terminal",
    "prose_width",
    "shorten",
    "wrap_lines",
]

_LEFT_TO_RIGHT = "\N{LEFT-TO-RIGHT MARK}"
_MOST_MARKS = 3
"""Combining marks to keep on a letter: no script needs more, and a hundred would cover the lines above."""
_PLAIN_BELOW = "\u0300"
"""Every letter up to this one takes one column, so such a text does not need the width library."""


def in_ascii(text: str) -> str:
    """Return a text in ASCII: without accents, and with ``?`` for characters without an ASCII letter."""
    if text.isascii():
        return text
    plain = "".join(letter for letter in normalize("NFKD", text) if category(letter) not in ("Mn", "Me"))
    return plain.encode("ascii", "replace").decode("ascii")


def _without_accents(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return in_ascii(error.object[error.start : error.end]), error.end


register_error("harmonies-ascii", _without_accents)


def encode_for(text: str, encoding: str) -> bytes:
    """Return a text in the encoding of a terminal, with ASCII for characters that the encoding lacks."""
    return text.encode(encoding, "harmonies-ascii")


def on_terminal(text: str, *, unicode: bool = True) -> str:
    """Return a text that takes the same number of columns on every terminal.

    Terminals disagree on joined emoji and on variant selectors: their parts are shown separately. A text with
    right-to-left letters is enclosed in marks that keep the text around it in place.

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
    """Return the width of a text in terminal columns."""
    if _is_plain(text):
        return len(text)
    from wcwidth import wcswidth

    return max(0, wcswidth(text))


def shorten(text: str, width: float, *, unicode: bool = True, measure: Callable[[str], float] = display_width) -> str:
    """Cut a text to a width, with an ellipsis if something is left out.

    Parameters
    ----------
    text
        A text that is safe to show.
    width
        The width available.
    unicode
        Whether the output shows more than ASCII.
    measure
        Returns the width of a text: terminal columns by default.
    """
    if measure(text) <= width:
        return text
    ellipsis = "…" if unicode else "..."
    kept = text[: 4 * int(width)]
    while kept and measure(kept) > width - measure(ellipsis):
        kept = kept[:-1]
    return on_terminal(kept.rstrip() + ellipsis, unicode=unicode)


def fit_width(text: str, width: int, *, right: bool = False) -> str:
    """Return a text padded with blanks to a width."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def wrap_lines(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """Wrap a text into lines no wider than a width, except for a wider word.

    Parameters
    ----------
    text
        The text.
    width
        Columns.
    first, then
        The start of the first and of further lines; by default, further lines are indented by the width of `first`.
    """
    further = " " * len(first) if then is None else then
    if _is_plain(text):
        return wrap(text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False) or [first]
    import wcwidth

    return wcwidth.wrap(
        text, width, initial_indent=first, subsequent_indent=further, break_on_hyphens=False, control_codes="ignore"
    )


_PROSE_WIDTH = 100
"""The most columns of an easily readable line."""
_ESCAPES = r"(\x1b\[[0-9;]*m)"


def prose_width(terminal: Terminal) -> int:
    """Return the width of a line of prose: that of the terminal, or less for easy reading."""
    return min(terminal.width, _PROSE_WIDTH)


class Prose(msgspec.Struct, frozen=True):
    """Writes words for a terminal.

    Attributes
    ----------
    terminal
        What it can show.
    """

    terminal: Terminal

    def shown(self, text: str) -> str:
        """Return a foreign text in a form that the terminal can show."""
        return on_terminal(printable(text), unicode=self.terminal.unicode)

    def paint(self, text: str, style: Style) -> str:
        """Return a text in a style, if there are colours."""
        return style.paint(text) if self.terminal.colour else text

    def wrap_lines(
        self, text: str, indent: str = "", hanging: str | None = None, *, width: int | None = None
    ) -> list[str]:
        """Return a text in lines.

        Parameters
        ----------
        text
            A text that is safe to show.
        indent
            The start of the first line.
        hanging
            The start of the other lines; by default, blanks as wide as the indent.
        width
            The columns available; by default those of the terminal, or fewer for easy reading.
        """
        after = " " * len(indent) if hanging is None else hanging
        columns = prose_width(self.terminal) if width is None else width
        return wrap_lines(text, max(columns, len(after) + 8), indent, after) if text else [indent.rstrip()]

    def accent(self, lines: list[str], word: str, style: Style) -> list[str]:
        """Paint a word of the first line, after wrapping: escape sequences would make it wrap too early."""
        return [lines[0].replace(word, self.paint(word, style), 1), *lines[1:]]

    def clip(self, line: str) -> str:
        """Cut a line, painted or not, to the terminal's width."""
        parts = re.split(_ESCAPES, line)
        room = self.terminal.width
        if sum(display_width(text) for text in parts[::2]) <= room:
            return line
        kept = []
        for index, part in enumerate(parts):
            if index % 2 == 0:
                while display_width(part) > room:
                    part = part[:-1]
                room -= display_width(part)
            kept.append(part)
        return "".join(kept)
