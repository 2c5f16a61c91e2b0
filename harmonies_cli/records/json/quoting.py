"""Offending text as messages show it, and its place: line and column, or JSON pointer (RFC 6901)."""

from __future__ import annotations

import re

__all__ = ["escape", "excerpt", "line_and_column", "owner_of", "quote"]

_WIDTH = 68
"""Columns of a quoted line: with dots at both ends and the indentation it fits into 80."""
_LONGEST = 60


def quote(value: object) -> str:
    """Return a JSON value as a message quotes it; a list or object is only described."""
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, int) and value.bit_length() > 200:
        return "a huge number"
    import json  # here, because every start loads this module

    if isinstance(value, str) and len(value) > _LONGEST:
        value = value[: _LONGEST - 3] + "..."
    return _printable(json.dumps(value, ensure_ascii=False))


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Return line and column, both from 1, of a place in a text."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def excerpt(text: str, offset: int) -> str:
    """Return the line around a place in a text, cut if long, with a caret under the place."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    if end < 0:
        end = len(text)
    left = max(start, min(offset - _WIDTH // 2, end - _WIDTH))
    right = min(end, left + _WIDTH)
    before = ("..." if left > start else "") + _one_line(text[left:offset])
    after = _one_line(text[offset:right].rstrip("\r")) + ("..." if right < end else "")
    return f"    {before}{after}\n    {' ' * _columns(before)}^"


def _one_line(text: str) -> str:
    return _printable(text.replace("\t", " "))


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    import unicodedata

    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


_PLAYER = r"/players/([0-9]+)(?:/|$)"
_BOARD_SPACE = r"/players/[0-9]+/board/([a-gA-G][1-5])(?:/|$)"


def escape(step: str | int) -> str:
    """Return a key or an index in the form of a JSON pointer."""
    return str(step).replace("~", "~0").replace("/", "~1")


def owner_of(pointer: str) -> tuple[int | None, str | None]:
    """Return the number of the player and the space of the board that a pointer leads to."""
    player = re.match(_PLAYER, pointer)
    space = re.match(_BOARD_SPACE, pointer)
    return int(player[1]) + 1 if player else None, space[1].lower() if space else None
