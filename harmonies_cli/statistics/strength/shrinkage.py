"""Many noisy values pulled towards 0, the less certain the more."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.intervals import LEVEL

__all__ = ["shrunk", "shrunk_columns"]

Floats = NDArray[np.float64]
_STEPS = 400
_WIDEST = 4.0
_FEWEST = 3


def shrunk(value: Floats, error: Floats, used: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return values pulled towards 0, and their standard errors.

    The model: true values are normal about 0 with an unknown spread, and every size of the spread is equally likely
    beforehand (Gelman et al., Bayesian Data Analysis, 5.4). The result is the posterior mean and standard deviation of
    each true value. The spread is learned from the rows `used`, at least three; with fewer, everything is missing.
    """
    used = used & ~np.isnan(value) & (error > 0)
    missing = np.full(value.shape, np.nan)
    if np.count_nonzero(used) < _FEWEST:
        return missing, missing
    y, s = value[used], error[used]
    widest = _WIDEST * max(float(np.sqrt(np.mean(y**2))), float(np.median(s)))
    spread = (np.arange(_STEPS) + 0.5) / _STEPS * widest
    variance = spread[:, None] ** 2 + s**2
    likelihood = -0.5 * (np.log(variance) + y**2 / variance).sum(axis=1)
    weight = np.exp(likelihood - likelihood.max())
    weight /= weight.sum()
    with np.errstate(invalid="ignore", divide="ignore"):
        kept = spread[:, None] ** 2 / (spread[:, None] ** 2 + error**2)
        means = kept * value
        best = weight @ means
        around = weight @ (kept * error**2 + (means - best) ** 2)
    known = error > 0
    return np.where(known, best, np.nan), np.where(known, np.sqrt(around), np.nan)


def shrunk_columns(name: str, value: Any, error: Any, used: NDArray[np.bool_]) -> dict[str, Floats]:
    """Return `shrunk` values with their 95 % intervals as columns of a table."""
    from scipy.special import ndtri

    best, spread = shrunk(np.asarray(value, float), np.asarray(error, float), used)
    reach = float(ndtri((1 + LEVEL) / 2)) * spread
    return {f"{name}_shrunk": best, f"{name}_shrunk_low": best - reach, f"{name}_shrunk_high": best + reach}
