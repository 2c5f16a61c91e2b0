"""Colours of a terminal, and a grid of characters with colours to draw on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

__all__ = ["FAULT", "PLAIN", "Canvas", "Style", "paint"]


class Style(NamedTuple):
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
    from harmonies_cli.palette import PAINTS  # only coloured output needs it

    paints = PAINTS[_LETTER_OF[part]].terminal
    return Style(paints.ink, paints.body, bold=True)
