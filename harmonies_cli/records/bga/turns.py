"""A turn while its log is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["Progress", "Turn"]


@dataclass(slots=True)
class Progress:
    """How far a turn was when the site could last go back to it."""

    actions: int = 0
    taken: int | None = None
    placed: int = 0
    legal_moves: int = 0


@dataclass(slots=True)
class Turn:
    """One turn.

    Attributes
    ----------
    player
        The site's id of the player.
    taken
        How many tokens were taken, or None while none were.
    placed
        How many of them were placed.
    absent
        Whether the site said that it played for a player who had left.
    restore
        What an undo goes back to: the turn at the end of the packet that started it.
    """

    player: str
    actions: list[dict[str, Any]] = field(default_factory=list)
    central: dict[str, str] | None = None
    row: list[str] | None = None
    taken: int | None = None
    placed: int = 0
    absent: bool = False
    restore: Progress = field(default_factory=Progress)

    @property
    def is_complete(self) -> bool:
        """Whether tokens were taken and all of them placed."""
        return not self.absent and self.taken is not None and self.placed >= self.taken
