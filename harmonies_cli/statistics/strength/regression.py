"""Least squares with errors clustered by game, in closed form for many small regressions at once.

statsmodels fits one regression in about a millisecond and 32 cards, 500 pairs and thousands of players call for one
each; the tests hold these numbers to those of statsmodels.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

__all__ = ["Effect", "effect_of", "mean_effects", "p_value", "t_quantile"]

Floats = NDArray[np.float64]


class Effect(NamedTuple):
    """A coefficient, its clustered standard error, the p-value, and the number of clusters."""

    value: float
    error: float
    p: float
    clusters: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval."""
        reach = self.error * float(t_quantile(self.clusters))
        return self.value - reach, self.value + reach


_UNKNOWN = Effect(np.nan, np.nan, np.nan, 0)


def p_value(value: ArrayLike, error: ArrayLike, clusters: ArrayLike) -> Floats:
    """Return two-sided p-values by Student's t with clusters - 1 degrees of freedom; missing without an error."""
    from scipy.stats import t

    value, error, clusters = np.asarray(value, float), np.asarray(error, float), np.asarray(clusters)
    usable = (clusters > 1) & (error > 0)
    ratio = np.divide(np.abs(value), error, out=np.full(value.shape, np.nan), where=usable)
    return np.asarray(2 * t.sf(ratio, np.maximum(clusters - 1, 1)), float)


def t_quantile(clusters: ArrayLike, level: float = 0.95) -> Floats:
    """Return how many standard errors an interval reaches."""
    from scipy.stats import t

    return np.asarray(t.ppf((1 + level) / 2, np.maximum(np.asarray(clusters) - 1, 1)), float)


def effect_of(flag: NDArray[Any], y: ArrayLike, strata: NDArray[Any], game: NDArray[Any]) -> Effect:
    """Return the coefficient of a yes or no in a regression with a constant for each kind of game.

    Its error is clustered by game. The p-value takes the plain error if that is larger: a card that brought nothing the
    few times it was taken has no spread of its own, and would otherwise seem to be sure.

    Parameters
    ----------
    flag
        Yes or no for each observation.
    y
        What is explained; observations without it are left out.
    strata
        The kind of game.
    game
        The cluster. Games and kinds of game are numbered from 0.
    """
    known = ~np.isnan(np.asarray(y, float))
    flag, explained, strata, game = flag[known], np.asarray(y, float)[known], strata[known], game[known]
    if len(explained) == 0:
        return _UNKNOWN
    size = np.bincount(strata)
    some = np.maximum(size, 1)
    x = flag - (np.bincount(strata, flag) / some)[strata]
    explained = explained - (np.bincount(strata, explained) / some)[strata]
    spread = np.square(x).sum()
    if spread < 1e-9:
        return _UNKNOWN
    value = (x * explained).sum() / spread
    scores = np.bincount(game, x * (explained - value * x))
    clusters, free = int((np.bincount(game) > 0).sum()), len(explained) - int((size > 0).sum()) - 1
    if clusters < 2 or free < 1:
        return Effect(value, np.nan, np.nan, clusters)
    error = np.sqrt(np.square(scores).sum() * clusters / (clusters - 1) * (len(explained) - 1) / free) / spread
    plain = np.sqrt(np.square(explained - value * x).sum() / free / spread)
    return Effect(value, error, float(p_value(value, max(error, plain), clusters)), clusters)


def mean_effects(
    game: NDArray[Any], group: NDArray[Any], values: ArrayLike, groups: int, *, alike: bool = False
) -> pd.DataFrame:
    """Return by group the mean, its standard error clustered by game, and the p-value of a mean of 0.

    Parameters
    ----------
    game
        The cluster of each observation.
    group
        The group of each observation, from 0.
    values
        The observations; missing ones are left out.
    groups
        Number of groups.
    alike
        Whether all groups are measured alike: the p-value then takes the spread of all together if that is larger than
        the group's own, for one who won all of 30 games is not infinitely sure to win.
    """
    known = ~np.isnan(np.asarray(values, float))
    game, group, value = game[known], group[known], np.asarray(values, float)[known]
    number = np.bincount(group, minlength=groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(group, value, minlength=groups) / number
        cell, inverse = np.unique(np.asarray(group, np.int64) * (game.max(initial=0) + 1) + game, return_inverse=True)
        within = np.bincount(inverse, value - mean[group], minlength=len(cell))
        owner = cell // (game.max(initial=0) + 1)
        clusters = np.bincount(owner, minlength=groups)
        error = np.sqrt(np.bincount(owner, within**2, minlength=groups) * clusters / (clusters - 1)) / number
    error[clusters < 2] = np.nan
    careful = np.fmax(error, np.std(value) / np.sqrt(np.maximum(number, 1))) if alike and known.any() else error
    return pd.DataFrame({"n": number, "mean": mean, "error": error, "p": p_value(mean, careful, clusters)})
