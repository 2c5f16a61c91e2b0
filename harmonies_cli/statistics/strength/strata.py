"""Kinds of game: what is compared with what, and means freed of the mixture of kinds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

__all__ = ["STRATUM", "adjusted", "stratum_label"]

STRATUM = ["players", "side", "spirits"]
"""What tells the kinds of game apart: player count, side, spirits on or off."""


def stratum_label(players: int, side: str, spirits: bool) -> str:
    """Return a kind of game in words."""
    number = "solo" if players == 1 else f"{players} players"
    return f"{number}, side {side}, {'with' if spirits else 'no'} spirits"


def adjusted(values: ArrayLike, strata: NDArray[Any]) -> NDArray[np.float64]:
    """Return values less the mean of their kind of game, plus the mean of all.

    Means of these compare like with like, whatever kinds of game each group comes from. Where there is one kind
    they are the values themselves.
    """
    known = pd.Series(np.asarray(values, float))
    if len(strata) == 0 or (strata == strata[0]).all():
        return np.asarray(known, float)
    return np.asarray(known - known.groupby(strata).transform("mean") + known.mean(), float)
