"""How a long run says how far it has come."""

from __future__ import annotations

from typing import Protocol

__all__ = ["Progress"]


class Progress(Protocol):
    """Receives every chunk that is done."""

    def __call__(self, size: int, records: int) -> object:
        """Add the bytes and records of a chunk."""
