"""How a long run reports its progress."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Progress"]


class Progress(Protocol):
    """Receives every finished chunk."""

    def __call__(self, size: int, records: int) -> object:
        """Add the bytes and records of a chunk."""
