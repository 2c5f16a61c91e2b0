"""False discovery rate: many cards, pairs and players are compared at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["benjamini_hochberg"]


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return the Benjamini-Hochberg q-value beside each p-value; missing ones stay missing and do not count."""
    from statsmodels.stats.multitest import multipletests

    p_values = np.asarray(p_values, float)
    known = ~np.isnan(p_values)
    q_values = np.full(p_values.shape, np.nan)
    if known.any():
        q_values[known] = multipletests(p_values[known], method="fdr_bh")[1]
    return q_values
