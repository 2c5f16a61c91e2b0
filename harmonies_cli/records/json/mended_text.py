"""A text without its slips, and the map from its places to those in the typed text."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from harmonies_cli.records.json.quoting import line_and_column

__all__ = ["Comment", "MendedText", "Slip"]


class Slip(NamedTuple):
    """One slip.

    Attributes
    ----------
    offset
        Its place in the typed text.
    message, hint
        The fault and the remedy.
    is_plain
        Whether the author's intention is certain, so the slip may be mended in the file.
    """

    offset: int
    message: str
    hint: str
    is_plain: bool = True


class Comment(NamedTuple):
    """A comment.

    Attributes
    ----------
    text
        Its words.
    path
        Keys and indices of the value around it, or of the member that ends before it on the same line.
    """

    text: str
    path: tuple[str | int, ...]


class MendedText(NamedTuple):
    """A text without its slips.

    Attributes
    ----------
    text
        JSON, unless there are other faults; its lines are those of the typed text.
    typed
        The text as typed.
    slips, comments
        The slips and comments, in the order of the text.
    shifts
        Ascending offsets in `text`, and the same places in `typed`.
    """

    text: str
    typed: str
    slips: list[Slip]
    comments: list[Comment]
    shifts: list[tuple[int, int]]

    def typed_offset(self, offset: int) -> int:
        """Return the place in the typed text of a place in `text`."""
        mended, typed = self.shifts[bisect_right(self.shifts, offset, key=lambda shift: shift[0]) - 1]
        return min(typed + offset - mended, len(self.typed))

    def typed_column(self, line: int, column: int) -> int:
        """Return the column in the typed text of a place in `text`; the line is the same."""
        start = 0
        for _ in range(line - 1):
            start = self.text.find("\n", start) + 1
        return line_and_column(self.typed, self.typed_offset(start + column - 1))[1]
