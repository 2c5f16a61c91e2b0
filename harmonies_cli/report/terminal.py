"""What the output can show: its width, colours and letters beyond ASCII; and a grid of coloured characters."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import IO, Any, Literal

import msgspec

__all__ = [
    "COLOUR_CHOICES",
    "DEFAULT_WIDTH",
    "FAULT",
    "PLAIN",
    "PLAIN_FILE",
    "Canvas",
    "ColourChoice",
    "Style",
    "Terminal",
    "is_terminal",
    "paint",
    "terminal_of",
]

DEFAULT_WIDTH = 80
_NARROWEST = 20

ColourChoice = Literal["auto", "always", "never"]
COLOUR_CHOICES: tuple[ColourChoice, ...] = ("auto", "always", "never")


class Terminal(msgspec.Struct, frozen=True):
    """The abilities of an output.

    Attributes
    ----------
    width
        Columns of a line.
    colour
        Whether to write escape sequences for colours.
    unicode
        Whether to write more than ASCII.
    encoding
        The encoding of text.
    """

    width: int = DEFAULT_WIDTH
    colour: bool = False
    unicode: bool = True
    encoding: str = "utf-8"

    def paint(self, text: str, part: str = "") -> str:
        """Return a text painted as a part of a report (see `paint`), or unchanged without colours."""
        if not self.colour:
            return text
        return paint(text, part)


PLAIN_FILE = Terminal()
"""A file written by the program: UTF-8, 80 columns, no colours."""


def terminal_of(
    stream: IO[Any], colour: ColourChoice = "auto", *, environ: Mapping[str, str] | None = None
) -> Terminal:
    """Return what a stream can show.

    Parameters
    ----------
    stream
        Standard output or error.
    colour
        The user's choice; ``auto`` checks, in this order, ``NO_COLOR``, ``FORCE_COLOR`` and ``CLICOLOR_FORCE``,
        a ``TERM`` that is empty or ``dumb``, and whether the stream is a terminal.
    environ
        The environment; by default that of the process.
    """
    environ = os.environ if environ is None else environ
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return Terminal(
        _width(stream, environ),
        colour == "always" or (colour == "auto" and _wants_colour(stream, environ)),
        _shows_unicode(encoding, environ),
        encoding,
    )


def is_terminal(stream: IO[Any] | None) -> bool:
    """Return whether a standard stream is a terminal; one that is closed is none."""
    try:
        return stream is not None and stream.isatty()
    except (AttributeError, ValueError):  # closed later, or not a stream
        return False


def _wants_colour(stream: IO[Any], environ: Mapping[str, str]) -> bool:
    if environ.get("NO_COLOR"):
        return False
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    if environ.get("TERM") in ("dumb", "") or environ.get("CLICOLOR") == "0":
        return False
    # The old Windows console prints escape sequences as text; consoles that support them announce it.
    if os.name == "nt" and not any(name in environ for name in ("WT_SESSION", "ANSICON", "ConEmuANSI", "TERM")):
        return False
    return is_terminal(stream)


def _width(stream: IO[Any], environ: Mapping[str, str]) -> int:
    columns = environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdecimal() and int(columns[:6]):
        return max(_NARROWEST, int(columns[:6]))
    if is_terminal(stream):
        try:
            return max(_NARROWEST, os.get_terminal_size(stream.fileno()).columns or DEFAULT_WIDTH)
        except (OSError, ValueError):
            pass
    return DEFAULT_WIDTH


def _shows_unicode(encoding: str, environ: Mapping[str, str]) -> bool:
    # Under LC_ALL=C Python still writes UTF-8; a user who sets it wants ASCII.
    if environ.get("LC_ALL") in ("C", "POSIX"):
        return False
    try:
        "─\N{FOX FACE}".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class Style(msgspec.Struct, frozen=True):
    """How a character looks: numbers of the 256-colour palette, None for the terminal's own colours."""

    ink: int | None = None
    ground: int | None = None
    bold: bool = False

    def paint(self, text: str) -> str:
        """Return a text between the escape sequences that switch the style on and off."""
        if self == Style():
            return text
        codes = ["1"] if self.bold else []
        codes += [f"38;5;{self.ink}"] if self.ink is not None else []
        codes += [f"48;5;{self.ground}"] if self.ground is not None else []
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m"


PLAIN = Style()


class Canvas:
    """Characters at columns and lines, all blank at first.

    Parameters
    ----------
    width, height
        Size in characters; the caller must not write beyond it.
    """

    def __init__(self, width: int, height: int) -> None:
        self._cells: list[list[tuple[str, Style]]] = [[(" ", PLAIN)] * width for _ in range(height)]

    def write(self, column: int, line: int, text: str, style: Style = PLAIN) -> None:
        """Write characters one column wide, from a place to the right."""
        for offset, letter in enumerate(text):
            self._cells[line][column + offset] = (letter, style)

    def lines(self, *, colour: bool) -> list[str]:
        """Return the lines, each as wide as the canvas, with escape sequences only if `colour`."""
        if not colour:
            return ["".join(letter for letter, _ in cells) for cells in self._cells]
        return ["".join(map(_run, groupby(cells, key=lambda cell: cell[1]))) for cells in self._cells]


def _run(run: tuple[Style, Iterator[tuple[str, Style]]]) -> str:
    style, cells = run
    return style.paint("".join(letter for letter, _ in cells))


_LETTER_OF = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}
FAULT = Style(ink=1, bold=True)
_STYLES = {"fault": FAULT, "hint": Style(ink=6)}


def paint(text: str, part: str) -> str:
    """Return a text between the escape sequences for a part of a report.

    Parameters
    ----------
    text
        The text, as wide as the painted area.
    part
        A row of the pad (landscapes have their token's colour), ``fault`` or ``hint``; anything else is bold.
    """
    return _style_of(part).paint(text)


@cache
def _style_of(part: str) -> Style:
    if part not in _LETTER_OF:
        return _STYLES.get(part, Style(bold=True))
    from harmonies_cli.board_looks import PAINTS  # only coloured output needs it

    paints = PAINTS[_LETTER_OF[part]].terminal
    return Style(paints.ink, paints.body, bold=True)
