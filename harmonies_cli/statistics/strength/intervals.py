"""Bootstrap intervals of whole groups of games for shares and means."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "GROUPS",
    "LEVEL",
    "SAME",
    "Estimate",
    "adjusted_mean",
    "bootstrap",
    "fixed",
    "group_of",
    "mean",
    "share",
    "weights",
]

LEVEL = 0.95
GROUPS = 64
"""Games are resampled in this many groups, so the sums behind the replicates stay small and can be merged."""
_REPLICATES = 1000
_SEED = 1
_TAIL = 10  # replicates: a smaller tail is that of a normal distribution
_MOST_CELLS = 500_000  # a block of replicates that fits into the processor's cache takes half the time
SAME = 1e-9
"""A spread below this comes from rounding: the observations are equal, so the true spread is unknown."""
_FIXED = 2.0**20

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A share or mean for each cell, its 95 % interval, and the p-value of the null value (missing without a null)."""

    value: Floats
    low: Floats
    high: Floats
    p: Floats

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where the spread is known; elsewhere there is no interval and no p-value."""
        return ~np.isnan(self.low)

    def columns(self, name: str, least: float = -np.inf, most: float = np.inf) -> dict[str, Floats]:
        """Return the value and its interval, cut at the least and the most possible value, as columns of a table."""
        low, high = np.maximum(self.low, least), np.minimum(self.high, most)
        return {name: self.value, f"{name}_low": low, f"{name}_high": high}


def fixed(values: ArrayLike) -> Floats:
    """Return values rounded to 2^-20: sums over ten million games are exact, whatever the order."""
    return np.asarray(np.rint(np.asarray(values, float) * _FIXED) / _FIXED)


def group_of(games: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the group (from 0) of each game, by the low bits of its 64-bit number."""
    mixed = games.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return np.asarray(mixed >> np.uint64(58), np.int64)


@cache
def weights() -> Floats:
    """Return the weight of each group in each replicate: exponential, so no weight is ever zero.

    This is Rubin's Bayesian bootstrap (Ann. Statist. 9, 1981): ratios stay defined, however few groups a row has.
    """
    return np.random.default_rng(_SEED).exponential(size=(_REPLICATES, GROUPS))


def bootstrap(statistic: Callable[..., Floats], *sums: Floats, present: Floats, null: float | None = None) -> Estimate:
    """Estimate a statistic of sums over games.

    Parameters
    ----------
    statistic
        Maps sums by replicate, kind of game and cell to a value by replicate and cell.
    sums
        Arrays of kind of game x group x cell; a single cell is used for all.
    present
        Observations of each cell, in the same shape: the number of groups with any decides how much the interval is
        widened.
    null
        The value to test.

    Notes
    -----
    Percentile intervals are too narrow for a row of few groups. They are widened as Hesterberg proposes (Am. Stat. 69,
    2015) for the ordinary bootstrap: the percentiles are those of sqrt((g + 1) / (g - 1)) times Student's t with g - 1
    degrees of freedom. The Bayesian bootstrap's variance is that of the ordinary one times g / (g + 1).
    """
    kinds, _, cells = np.broadcast_shapes(*(one.shape for one in sums))
    value = _value(statistic, *sums)
    groups = (present.sum(axis=0) > 0).sum(axis=0)
    low, high, p = (np.full(cells, np.nan) for _ in range(3))
    step = max(1, _MOST_CELLS // (_REPLICATES * kinds))
    for start in range(0, cells, step):
        part = slice(start, start + step)
        drawn = [_drawn(one[:, :, part] if one.shape[2] > 1 else one) for one in sums]
        with np.errstate(divide="ignore", invalid="ignore"):
            replicates = statistic(*drawn)
        low[part], high[part], p[part] = _read(replicates, value[part], groups[part], null)
    return Estimate(value, low, high, p)


def _drawn(one: Floats) -> Floats:
    kinds, groups, cells = one.shape
    flat = weights() @ one.transpose(1, 0, 2).reshape(groups, kinds * cells)
    return flat.reshape(-1, kinds, cells)


def _read(replicates: Floats, value: Floats, groups: NDArray[Any], null: float | None) -> Floats:
    """Return the ends of the interval and the p-value, by cell."""
    from scipy.special import ndtri, stdtr, stdtrit

    ordered = np.sort(replicates, axis=0)
    number = len(ordered)
    with np.errstate(invalid="ignore"):
        spread = ordered[-1] - ordered[0]
    free = np.maximum(groups - 1, 1)
    widened = np.sqrt((groups + 1) / free)
    known = (groups > 1) & np.isfinite(value) & np.isfinite(spread) & (spread > SAME * np.maximum(1, np.abs(value)))
    reach = widened * stdtrit(free, (1 + LEVEL) / 2)
    with np.errstate(invalid="ignore"):
        ends = [_at_score(ordered, sign * reach) for sign in (-1, 1)]
    p = np.full(value.shape, np.nan)
    if null is not None:
        below = (ordered < null).sum(axis=0) + 0.5 * (ordered == null).sum(axis=0)
        inside = np.clip(below, _TAIL, number - _TAIL)
        z = ndtri(inside / number)
        middle = _middle(ordered)
        with np.errstate(divide="ignore", invalid="ignore"):
            further = z * (null - middle) / (_quantile(ordered, inside / number) - middle)
        p = 2 * stdtr(free, -np.abs(np.where(below == inside, z, further)) / widened)
    return np.stack([np.where(known, one, np.nan) for one in (*ends, p)])


def _at_score(ordered: Floats, score: Floats) -> Floats:
    """Return the value at a normal score; beyond the last counted percentile the distance continues in proportion."""
    from scipy.special import ndtr, ndtri

    last = float(ndtri(1 - _TAIL / len(ordered)))
    counted = np.clip(score, -last, last)
    value, middle = _quantile(ordered, ndtr(counted)), _middle(ordered)
    beyond = np.divide(score, counted, out=np.ones_like(counted), where=np.abs(score) > last)
    return np.asarray(middle + (value - middle) * beyond)


def _middle(ordered: Floats) -> Floats:
    half = len(ordered) // 2
    return np.asarray((ordered[half - 1] + ordered[half]) / 2 if len(ordered) % 2 == 0 else ordered[half])


def _quantile(ordered: Floats, share: Floats) -> Floats:
    place = np.clip(share * len(ordered) - 0.5, 0, len(ordered) - 1)
    below, cell = place.astype(int), np.arange(ordered.shape[1])
    first, second = ordered[below, cell], ordered[np.minimum(below + 1, len(ordered) - 1), cell]
    return np.asarray(first + (second - first) * (place - below))


def mean(
    total: Floats,
    number: Floats,
    *,
    null: float | None = None,
    adjusted: bool = False,
    proportional: bool = False,
    base: tuple[Floats, Floats] | None = None,
) -> Estimate:
    """Estimate the mean of each cell.

    Parameters
    ----------
    total, number
        Sums and numbers of observations, kind of game x group x cell.
    null
        The mean to test.
    adjusted
        Whether to subtract from each value the mean of its kind of game over all cells, and add the mean of all. This
        compares like with like, whatever the kinds of game of a cell. Each replicate is adjusted by its own means.
    proportional
        Whether to adjust in proportion: the mean of all, times the sum of the values over the sum of the means of their
        kinds. For amounts, so their mean is never below 0.
    base
        Sums and numbers to adjust by, instead of those over all cells.
    """
    cells = total.shape[2]
    used = np.flatnonzero((number.sum(axis=0) > 0).sum(axis=0) > 1)
    few = Estimate(share(total.sum(axis=(0, 1)), number.sum(axis=(0, 1))), *np.full((3, cells), np.nan))
    part, count = total[:, :, used], number[:, :, used]
    if adjusted or proportional or base is not None:
        statistic = _in_proportion if proportional else _adjusted
        base = base or (total.sum(axis=2, keepdims=True), number.sum(axis=2, keepdims=True))
        few = few._replace(value=_value(statistic, total, number, *base))
        of_used = (one[:, :, used] if one.shape[2] > 1 else one for one in base)
        found = bootstrap(statistic, part.sum(axis=0)[None], count, *of_used, present=count, null=null)
    else:
        found = bootstrap(_plain, *(one.sum(axis=0)[None] for one in (part, count)), present=count, null=null)
    if proportional:  # the interval is wider than the replicates
        found = found._replace(low=np.maximum(found.low, 0))
    for column, values in zip(few[1:], found[1:], strict=True):
        column[used] = values
    return few


def _value(statistic: Callable[..., Floats], *sums: Floats) -> Floats:
    """Return a statistic of the sums over all groups."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(statistic(*(one.sum(axis=1)[None] for one in sums))[0])


def adjusted_mean(total: Floats, number: Floats) -> Floats:
    """Return the adjusted mean of each cell (see `mean`) without an interval."""
    base = (one.sum(axis=2, keepdims=True) for one in (total, number))
    return _value(_adjusted, total, number, *base)


def share(part: ArrayLike, whole: ArrayLike) -> Floats:
    """Return part / whole; missing where the whole is 0."""
    part, whole = np.broadcast_arrays(np.asarray(part, float), np.asarray(whole, float))
    return np.asarray(np.divide(part, whole, out=np.full(whole.shape, np.nan), where=whole != 0))


def _plain(total: Floats, number: Floats) -> Floats:
    return np.asarray(total.sum(axis=1) / number.sum(axis=1))


def _adjusted(total: Floats, number: Floats, base_total: Floats, base_number: Floats) -> Floats:
    of_kind = np.divide(base_total, base_number, out=np.zeros_like(base_number), where=base_number > 0)
    of_all = base_total.sum(axis=1) / base_number.sum(axis=1)
    expected = np.einsum("rkc,rkc->rc", number, of_kind)
    return np.asarray((total.sum(axis=1) - expected) / number.sum(axis=1) + of_all)


def _in_proportion(total: Floats, number: Floats, base_total: Floats, base_number: Floats) -> Floats:
    of_kind = np.divide(base_total, base_number, out=np.zeros_like(base_number), where=base_number > 0)
    of_all = base_total.sum(axis=1) / base_number.sum(axis=1)
    whole, expected = total.sum(axis=1), np.einsum("rkc,rkc->rc", number, of_kind)
    times = np.divide(whole, expected, out=np.zeros_like(whole), where=expected > 0)
    return np.asarray(np.where(number.sum(axis=1) > 0, times * of_all, np.nan))
