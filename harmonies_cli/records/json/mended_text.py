"""A text without its slips, and the way back from its places to the text as typed."""

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
        Where it is, in the text as typed.
    message, hint
        What is wrong, and the remedy.
    is_plain
        Whether it may be mended in the file, because what the author meant is certain.
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
        Keys and indices of what it stands in, or of the member that ends before it on the same line.
    """

    text: str
    path: tuple[str | int, ...]


class MendedText(NamedTuple):
    """A text without its slips.

    Attributes
    ----------
    text
        JSON, unless there are other faults; its lines are those of the text as typed.
    typed
        The text as typed.
    slips, comments
        What was found, in the order of the text.
    shifts
        Offsets in `text`, rising, and the same places in `typed`.
    """

    text: str
    typed: str
    slips: list[Slip]
    comments: list[Comment]
    shifts: list[tuple[int, int]]

    def typed_offset(self, offset: int) -> int:
        """Return where a place of `text` is in the text as typed."""
        mended, typed = self.shifts[bisect_right(self.shifts, offset, key=lambda shift: shift[0]) - 1]
        return min(typed + offset - mended, len(self.typed))

    def typed_column(self, line: int, column: int) -> int:
        """Return the column as typed of a place of `text`; its line is the same."""
        start = 0
        for _ in range(line - 1):
            start = self.text.find("\n", start) + 1
        return line_and_column(self.typed, self.typed_offset(start + column - 1))[1]
