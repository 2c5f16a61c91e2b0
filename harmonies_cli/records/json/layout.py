"""Records laid out for people to read and fill in: a line for each column of a board and each action of a turn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["layout_json"]

_WIDTH = 100
_ALWAYS_OPEN = frozenset(("players", "board", "turns", "actions"))


def layout_json(value: Any, *, width: int = _WIDTH) -> str:
    """Return JSON in a layout that shows what belongs together.

    Parameters
    ----------
    value
        A record, or a part of one, made of plain values.
    width
        Columns that short lists and objects may take on one line.
    """
    return "\n".join(_lines(value, "", width, "")) + "\n"


def _lines(value: Any, key: str, width: int, head: str) -> Iterator[str]:
    text = json.dumps(value, ensure_ascii=False)
    # A board by space is a list of spaces like any other object; by columns each column is a line.
    opened = key in _ALWAYS_OPEN and value and not (key == "board" and isinstance(value, Mapping))
    if (
        not value
        or not isinstance(value, dict | list)
        or (not opened and len(head) + len(text) <= width and _is_flat(value))
    ):
        yield head + text
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield head + opening
    members = list(value.items()) if isinstance(value, dict) else [("", member) for member in value]
    for number, (name, member) in enumerate(members, 1):
        label = f"{json.dumps(name, ensure_ascii=False)}: " if isinstance(value, dict) else ""
        *before, last = _lines(member, name, width - 2, label)
        yield from (f"  {line}" for line in before)
        yield f"  {last}{',' if number < len(members) else ''}"
    yield closing


def _is_flat(value: Any) -> bool:
    """Return whether a list or object holds no list long enough to be opened."""
    members = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict) and not _ALWAYS_OPEN.isdisjoint(value):
        return False
    return all(_is_flat(member) for member in members if isinstance(member, dict | list))
