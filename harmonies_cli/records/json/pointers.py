"""JSON pointers (RFC 6901), and the player and space that they name."""

from __future__ import annotations

import re

__all__ = ["escape", "owner_of"]

_PLAYER = r"/players/([0-9]+)(?:/|$)"
_BOARD_SPACE = r"/players/[0-9]+/board/([a-gA-G][1-5])(?:/|$)"


def escape(step: str | int) -> str:
    """Return a key or an index as a JSON pointer writes it."""
    return str(step).replace("~", "~0").replace("/", "~1")


def owner_of(pointer: str) -> tuple[int | None, str | None]:
    """Return the number of the player, and the space of the board, that a pointer leads to."""
    player = re.match(_PLAYER, pointer)
    space = re.match(_BOARD_SPACE, pointer)
    return int(player[1]) + 1 if player else None, space[1].lower() if space else None
