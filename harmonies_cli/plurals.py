"""Numbers of things in words."""

from __future__ import annotations

__all__ = ["count_of", "plural"]


def plural(noun: str, number: int) -> str:
    """Return a regular noun as it follows a number."""
    return noun if number == 1 else f"{noun}s"


def count_of(number: int, noun: str) -> str:
    """Return a number of things: ``1 record``, ``2 records``."""
    return f"{number} {plural(noun, number)}"
