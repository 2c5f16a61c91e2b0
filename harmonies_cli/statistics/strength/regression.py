"""Least squares with errors clustered by game: the effect of a yes or no, means of differences, and shrinkage.

statsmodels takes about a millisecond for a regression, without absorbed constants; 32 cards and 500 pairs in each kind
of game need thousands of regressions. The tests compare these numbers with those of statsmodels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from harmonies_cli.statistics.strength.intervals import LEVEL, SAME

__all__ = [
    "EFFECT_PARTS",
    "Effect",
    "coefficient_columns",
    "effect_columns",
    "effect_of",
    "effect_parts",
    "effects_from",
    "mean_difference",
    "p_value",
    "reach_of",
    "shrunk",
    "shrunk_columns",
]

Floats = NDArray[np.float64]
_MOST_SWEEPS = 200
_CLOSE = 1e-10


class Effect(NamedTuple):
    """A coefficient, its error, and the number of clusters.

    The error is the larger of the clustered and the plain one: a card taken a few times, always for nothing, has no
    spread, but its effect is not certain. Interval and p-value both use this error.
    """

    value: float
    error: float
    clusters: int


UNKNOWN = Effect(np.nan, np.nan, 0)


def p_value(value: ArrayLike, error: ArrayLike, clusters: ArrayLike) -> Floats:
    """Return two-sided p-values by Student's t with clusters - 1 degrees of freedom; missing without an error."""
    from scipy.special import stdtr

    value, error, clusters = np.asarray(value, float), np.asarray(error, float), np.asarray(clusters)
    usable = (clusters > 1) & (error > SAME)
    ratio = np.divide(np.abs(value), error, out=np.full(value.shape, np.nan), where=usable)
    return np.asarray(2 * stdtr(np.maximum(clusters - 1, 1), -ratio), float)


def reach_of(error: ArrayLike, clusters: ArrayLike) -> Floats:
    """Return how far 95 % intervals reach to either side; missing if the spread is unknown."""
    from scipy.special import stdtrit

    error, clusters = np.asarray(error, float), np.asarray(clusters)
    reach = error * stdtrit(np.maximum(clusters - 1, 1), (1 + LEVEL) / 2)
    return np.where((clusters > 1) & (error > SAME), reach, np.nan)


def coefficient_columns(
    name: str, value: Any, error: Any, clusters: Any, ranked: NDArray[np.bool_]
) -> dict[str, Floats]:
    """Return the columns of coefficients: the values, their intervals, and the p-values of the rows that are ranked.

    Rows with too few observations to be ranked are not tested, and do not affect the q-values of the others.
    """
    value, reach = np.asarray(value, float), reach_of(error, clusters)
    return {
        name: value,
        f"{name}_low": value - reach,
        f"{name}_high": value + reach,
        f"{name}_p": np.where(ranked & ~np.isnan(reach), p_value(value, error, clusters), np.nan),
    }


def effect_columns(name: str, effects: list[Effect], ranked: NDArray[np.bool_]) -> dict[str, Floats]:
    """Return the columns of a list of effects: see `coefficient_columns`."""
    value, error, clusters = np.array([tuple(one) for one in effects], float).reshape(-1, 3).T
    return coefficient_columns(name, value, error, clusters, ranked)


def effect_of(
    flag: NDArray[Any], y: ArrayLike, cell: NDArray[Any], game: NDArray[Any], term: NDArray[Any] | None = None
) -> Effect:
    """Return the coefficient of a yes or no in a regression with a constant for each cell.

    Parameters
    ----------
    flag
        Yes or no for each observation.
    y
        The explained variable; observations without it are left out.
    cell
        The cell of each observation, from 0: observations are compared within a cell.
    game
        The cluster of each observation, from 0.
    term
        A second group of each observation with a constant of its own, such as the player.
    """
    given = np.asarray(y, float)
    known = ~np.isnan(given)
    flag, game = flag[known], game[known]
    of = given[known]
    constants = [np.unique(one[known], return_inverse=True)[1] for one in (cell, term) if one is not None]
    if len(of) == 0:
        return UNKNOWN
    x, explained = _without(flag.astype(float), constants), _without(of, constants)
    spread = float(x @ x)
    if spread < 1e-9:
        return UNKNOWN
    value = float(x @ explained) / spread
    left = explained - value * x
    # Constants of two kinds overlap in at least one.
    used = 1 + sum(int(one.max()) + 1 for one in constants) - (len(constants) - 1)
    _, cluster = np.unique(game, return_inverse=True)
    clusters, free = int(cluster.max()) + 1, len(of) - used
    if clusters < 2 or free < 1:
        return Effect(value, np.nan, clusters)
    scores = np.bincount(cluster, x * left)
    clustered = np.sqrt(scores @ scores * clusters / (clusters - 1) * (len(of) - 1) / free) / spread
    plain = np.sqrt(left @ left / free / spread)
    return Effect(value, float(max(clustered, plain)), clusters)


EFFECT_PARTS = ("observations", "cells", "clusters", "xx", "xy", "yy", "bb", "ab", "aa")
"""The sums behind effects with a constant for each cell: they add up over kinds of game, and so do effects."""


def effect_parts(
    flag: NDArray[Any], y: ArrayLike, cell: NDArray[Any], game: NDArray[Any], kind: NDArray[Any], kinds: int
) -> Floats:
    """Return `EFFECT_PARTS` by kind of game; cells and games are of one kind each. Parameters as in `effect_of`.

    With x and y less the means of their cell, these are the sums of their products and, for each game's sums a (of x
    times y) and b (of x times x), the sums of their squares and products over games.
    """
    given = np.asarray(y, float)
    known = ~np.isnan(given)
    flag, game, kind, of = flag[known], game[known], kind[known], given[known]
    parts = np.zeros((kinds, len(EFFECT_PARTS)))
    if len(of) == 0:
        return parts
    number = np.bincount(cell[known])
    x, left = flag.astype(float), of
    with np.errstate(invalid="ignore"):
        x = x - (np.bincount(cell[known], x) / number)[cell[known]]
        left = left - (np.bincount(cell[known], left) / number)[cell[known]]
    first = np.r_[True, game[1:] != game[:-1]]
    cluster, of_cluster = np.cumsum(first) - 1, kind[first]
    a, b = np.bincount(cluster, x * left), np.bincount(cluster, x * x)
    of_cell = np.zeros(len(number), np.int64)
    of_cell[cell[known]] = kind
    columns = (
        np.bincount(kind, minlength=kinds),
        np.bincount(of_cell[number > 0], minlength=kinds),
        np.bincount(of_cluster, minlength=kinds),
        *(np.bincount(kind, one, minlength=kinds) for one in (x * x, x * left, left * left)),
        *(np.bincount(of_cluster, one, minlength=kinds) for one in (b * b, a * b, a * a)),
    )
    return np.stack(columns, axis=1).astype(float)


def effects_from(parts: Floats) -> tuple[Floats, Floats, Floats]:
    """Return values, errors and clusters as `effect_of` does, from sums of `EFFECT_PARTS` in the last dimension."""
    n, cells, clusters, xx, xy, yy, bb, ab, aa = np.moveaxis(parts, -1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(xx < 1e-9, np.nan, xy / xx)
        free = n - 1 - cells
        scores = np.maximum(aa - 2 * value * ab + value**2 * bb, 0)
        clustered = np.sqrt(scores * clusters / (clusters - 1) * (n - 1) / free) / xx
        plain = np.sqrt(np.maximum(yy - value * xy, 0) / free / xx)
        error = np.where((clusters > 1) & (free > 0), np.maximum(clustered, plain), np.nan)
    return value, error, clusters


def _without(values: Floats, constants: list[NDArray[Any]]) -> Floats:
    """Return the residuals of values after fitting the constants."""
    sizes = [np.bincount(one) for one in constants]
    for _ in range(_MOST_SWEEPS):
        change = 0.0
        for one, size in zip(constants, sizes, strict=True):
            means = np.bincount(one, values) / size
            values = values - means[one]
            change = float(np.abs(means).max())
        if len(constants) == 1 or change < _CLOSE:
            break
    return values


def mean_difference(total: Floats, squares: Floats, number: Floats) -> pd.DataFrame:
    """Return the mean of differences, one per game, and its error: `n`, `mean`, `error`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = total / number
        error = np.sqrt(np.maximum(squares / number - mean**2, 0) / (number - 1))
    return pd.DataFrame({"n": number.astype(int), "mean": mean, "error": np.where(number > 1, error, np.nan)})


_STEPS = 400
_WIDEST = 4.0
_FEWEST = 3


def shrunk(value: Floats, error: Floats, used: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return values pulled towards 0, and their standard errors.

    In the model, true values are normal about 0 with an unknown spread, and a flat prior on the spread (Gelman et al.,
    Bayesian Data Analysis, 5.4). The result is the posterior mean and standard deviation of each true value. The rows
    `used` determine the spread; with fewer than three, everything is missing.
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
