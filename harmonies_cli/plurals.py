"""Numbers and enumerations in words."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["count_of", "enumeration", "plural"]


def plural(noun: str, number: int) -> str:
    """Return a regular noun, in the plural unless the number is 1."""
    return noun if number == 1 else f"{noun}s"


def count_of(number: int, noun: str) -> str:
    """Return a number of things: ``1 record``, ``2 records``."""
    return f"{number} {plural(noun, number)}"


def enumeration(words: Iterable[str], last: str = "or") -> str:
    """Return words as an enumeration: ``a, b or c``."""
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end
