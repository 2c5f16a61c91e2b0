"""Colours of the tokens and rows, on paper, on a screen and on a terminal.

The tokens differ in lightness as well as hue, and every token has its letter: no drawing relies on colour alone.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "ANY_BASE",
    "CUBE",
    "FAINT",
    "INK",
    "LINE_OF",
    "MARK",
    "PAINTS",
    "PAPER",
    "TERMINAL_MARK",
    "Paint",
    "TerminalPaint",
]


class TerminalPaint(NamedTuple):
    """Numbers of the 256-colour palette: a token and the letter on it.

    They are always set together, so they are readable on dark and light terminals.
    """

    body: int
    ink: int


class Paint(NamedTuple):
    """The colours of a token.

    Attributes
    ----------
    body, lid
        The token's side and top.
    ink
        The letter on it.
    ground
        The space below it.
    terminal
        Its colours on a terminal.
    """

    body: str
    lid: str
    ink: str
    ground: str
    terminal: TerminalPaint


PAINTS = {
    "W": Paint("#2268a8", "#5b9bd3", "#ffffff", "#dcebf8", TerminalPaint(25, 231)),
    "M": Paint("#9aa0a8", "#c3c8ce", "#1c1c1c", "#e8eaed", TerminalPaint(245, 16)),
    "T": Paint("#6f4524", "#a0744f", "#ffffff", "#eee2d6", TerminalPaint(94, 231)),
    "L": Paint("#2f7d3a", "#67b06f", "#ffffff", "#dff0df", TerminalPaint(28, 231)),
    "F": Paint("#f0c02e", "#f9dd7e", "#1c1c1c", "#fdf5d3", TerminalPaint(220, 16)),
    "H": Paint("#c2352b", "#e27a70", "#ffffff", "#fae0dd", TerminalPaint(160, 231)),
}
ANY_BASE = Paint("#ffffff", "#ffffff", "#1c1c1c", "#ffffff", TerminalPaint(231, 16))
"""A building's lower token in a habitat: red, brown or gray."""

PAPER = "#ffffff"
INK = "#22262b"
FAINT = "#6b7178"
MARK = "#c4007a"
CUBE = ("#ffb347", "#e08a1e", "#b96a0c")
"""A cube's top, left and right faces."""

LINE_OF = {
    "trees": "#2f7d3a",
    "mountains": "#5c636b",
    "fields": "#a87900",
    "buildings": "#c2352b",
    "water": "#2268a8",
    "spirit": "#6a3fa0",
}
"""Row of the scoresheet to the colour of its outlines and points."""

TERMINAL_MARK = TerminalPaint(162, 231)
