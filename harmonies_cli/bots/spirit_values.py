"""What a spirit is worth to a bot on many boards at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import Planes
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.scoring.vectorised import spirit_rows

__all__ = ["spirit_values"]

SPIRIT_POINTS = {
    "lion": 17,
    "butterfly": 26,
    "deer": 7,
    "owl": 18,
    "cat": 15,
    "stork": 8,
    "ram": 9,
    "marmot": 13,
    "dragonfly": 6,
    "turtle": 16,
}
"""What each spirit is worth on average to a player who keeps it, as tournaments of greedy bots have shown."""


def spirit_values(
    side: Side,
    card: int,
    planes: Planes,
    chance: NDArray[np.int32] | np.int32,
    *,
    growth: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """Return the value of a spirit: its points, now and with some growth, times the chance of placing its cube."""
    points = spirit_rows(side, card, planes)
    if growth is None:
        return chance * points
    value: NDArray[np.int32] = chance * points + (chance * growth >> 10)
    return value
