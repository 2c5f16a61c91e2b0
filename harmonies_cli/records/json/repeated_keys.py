"""Keys that an object gives twice: a decoder silently drops the first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from harmonies_cli.records.json.locations import BLANKS, members, place_of
from harmonies_cli.records.json.pointers import escape, owner_of
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.problems import Problem

__all__ = ["RepeatedKeys", "repeated_keys"]

_MOST = 50


class RepeatedKeys:
    """An object hook that remembers whether a key was given twice."""

    def __init__(self) -> None:
        self.found = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return the object; of a key given twice the last value counts."""
        fields = dict(pairs)
        if len(fields) != len(pairs):
            self.found = True
        return fields


def repeated_keys(text: str, line: int | None) -> Iterator[Problem]:
    """Yield a problem for each repeated key, at most fifty; only members that hold one are searched."""
    repeats = RepeatedKeys()
    parse_member = json.JSONDecoder(object_pairs_hook=repeats).raw_decode
    waiting = [("", len(text) - len(text.lstrip(BLANKS)))]
    left = _MOST
    while waiting:
        parent, start = waiting.pop()
        seen: dict[str | int, int] = {}
        inner = []
        repeats.found = False
        for name, key, value in members(text, start, parse_member):
            pointer = f"{parent}/{escape(name)}"
            if name in seen:
                first = place_of(text, seen[name], line)
                message = f"the key {quote(name)} is given twice, first on line {first[0]}, column {first[1]}"
                key_line, column = place_of(text, key, line)
                player, space = owner_of(pointer)
                yield Problem(
                    "duplicate-key",
                    message,
                    pointer=pointer,
                    line=key_line,
                    column=column,
                    player=player,
                    space=space,
                    hint="keep one",
                )
                left -= 1
                if not left:
                    return
            seen.setdefault(name, key)
            if repeats.found:
                inner.append((pointer, value))
                repeats.found = False
                if len(inner) == left:
                    break
        waiting.extend(reversed(inner))
