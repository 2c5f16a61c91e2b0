"""Spots of a JSON text that may be broken or too deep for a parser: found token by token, without recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["CLOSING", "open_brackets", "outside_strings", "too_deep"]

CLOSING = {"[": "]", "{": "}"}
_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?'
_BRACKETS = re.compile(_STRING + r"|([\[\]{}])", re.DOTALL)


def outside_strings(text: str, pattern: str) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern, as group 1, that are not within a string of valid JSON."""
    return (match for match in re.finditer(f"{_STRING}|({pattern})", text, re.DOTALL) if match[1])


def too_deep(text: str, deepest: int) -> int:
    """Return the offset of the first bracket that lies deeper than allowed."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[1]:
            depth += 1 if match[1] in CLOSING else -1
            if depth > deepest:
                return match.start()
    return 0


def open_brackets(text: str, end: int) -> list[int]:
    """Return the offsets of the brackets not closed before a place, the outermost first."""
    waiting: list[int] = []
    for match in _BRACKETS.finditer(text, 0, end):
        if match[1] in CLOSING:
            waiting.append(match.start())
        elif match[1] and waiting:
            waiting.pop()
    return waiting
