"""Lines of words for a terminal: safe to show, no wider than it, painted where it has colours."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import NamedTuple

from harmonies_cli.report.display import display_width, on_terminal
from harmonies_cli.report.picture.canvas import Style
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.safe_text import printable

__all__ = ["Prose"]

_WIDEST = 100
_ESCAPES = re.compile(r"(\x1b\[[0-9;]*m)")


class Prose(NamedTuple):
    """Writes words for a terminal.

    Attributes
    ----------
    terminal
        What it can show.
    """

    terminal: Terminal

    def shown(self, text: str) -> str:
        """Return what somebody else typed, as the terminal may show it."""
        return on_terminal(printable(text), unicode=self.terminal.unicode)

    def painted(self, text: str, style: Style) -> str:
        """Return a text in a style, where there are colours."""
        return style.paint(text) if self.terminal.colour else text

    def wrapped(
        self, text: str, indent: str = "", hanging: str | None = None, *, width: int | None = None
    ) -> list[str]:
        """Return a text in lines.

        Parameters
        ----------
        text
            A text that may be shown.
        indent
            What stands before the first line.
        hanging
            What stands before the others; blanks as wide as the indent unless given.
        width
            The columns that there are; those of the terminal, or fewer for easy reading, unless given.
        """
        after = " " * len(indent) if hanging is None else hanging
        columns = min(self.terminal.width, _WIDEST) if width is None else width
        return wrap(
            text,
            max(columns, len(after) + 8),
            initial_indent=indent,
            subsequent_indent=after,
            break_on_hyphens=False,
        ) or [indent.rstrip()]

    def accented(self, lines: list[str], word: str, style: Style) -> list[str]:
        """Return lines with a word of the first one painted; painted before, it would be wrapped too early."""
        return [lines[0].replace(word, self.painted(word, style), 1), *lines[1:]]

    def clipped(self, line: str) -> str:
        """Return a line, perhaps painted, without what goes beyond the terminal's width."""
        parts = _ESCAPES.split(line)
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
