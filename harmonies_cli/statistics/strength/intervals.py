"""Intervals: Wilson's for one yes or no a seat, bootstrap intervals that resample whole games for all else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

__all__ = ["LEVEL", "Resampling", "wilson"]

LEVEL = 0.95
_REPLICATES = ((5_000, 1000), (100_000, 400))
_FEWEST_REPLICATES = 200
_BLOCK = 50
_MOST_KEPT = 64_000_000
_SPARSE = 0.1

Floats = NDArray[np.float64]
Sums = Any
"""Sums by game and group, dense or sparse (scipy's sparse arrays carry no types)."""


def wilson(yes: ArrayLike, seats: ArrayLike) -> tuple[Floats, Floats]:
    """Return Wilson's 95 % interval of a rate that is one yes or no a seat; missing where there is no seat."""
    from statsmodels.stats.proportion import proportion_confint

    yes, seats = np.asarray(yes, float), np.asarray(seats, float)
    some = seats > 0
    low, high = proportion_confint(yes[some], seats[some], alpha=1 - LEVEL, method="wilson")
    both = np.full((2, *seats.shape), np.nan)
    both[0, some], both[1, some] = low, high
    return both[0], both[1]


class Resampling:
    """Bootstrap samples of whole games, the same for every statistic and every run.

    Parameters
    ----------
    games
        Number of games.
    replicates
        Number of samples; if left out 1000, fewer for many games, whose intervals are narrow anyway.
    seed
        What chance follows from.
    """

    def __init__(self, games: int, replicates: int | None = None, seed: int = 1) -> None:
        self.games = games
        usual = next((number for most, number in _REPLICATES if games <= most), _FEWEST_REPLICATES)
        self.replicates = replicates or usual
        self._seed = seed
        self._kept: list[NDArray[np.uint8]] = []

    def _drawn(self, block: int) -> NDArray[np.uint8]:
        rows = min(_BLOCK, self.replicates - block * _BLOCK)
        draws = np.random.default_rng((self._seed, block)).integers(0, self.games, size=(rows, self.games))
        draws += np.arange(rows)[:, None] * self.games
        # A game drawn more than 255 times would wrap; with 255 draws or fewer it cannot be, with more it never is.
        return np.bincount(draws.ravel(), minlength=rows * self.games).reshape(rows, -1).astype(np.uint8)

    def _blocks(self) -> Iterator[NDArray[np.float32]]:
        number = -(-self.replicates // _BLOCK) if self.games else 0
        keep = self.replicates * self.games <= _MOST_KEPT
        for block in range(number):
            weights = self._kept[block] if block < len(self._kept) else self._drawn(block)
            if keep and block == len(self._kept):
                self._kept.append(weights)
            yield weights.astype(np.float32)

    def sums(self, game: NDArray[Any], group: NDArray[Any], values: ArrayLike, groups: int) -> Sums:
        """Return the sums of values by game and group, for `interval`."""
        weights = np.broadcast_to(np.asarray(values, float), game.shape)
        if len(game) >= _SPARSE * self.games * groups:
            flat = np.bincount(game * groups + group, weights, minlength=self.games * groups)
            return flat.reshape(self.games, groups)
        return csr_array((weights, (game, group)), shape=(self.games, groups))

    def interval(self, statistic: Callable[..., Floats], *sums: Sums) -> tuple[Floats, Floats]:
        """Return the 95 % percentile interval of a statistic of sums over games.

        Parameters
        ----------
        statistic
            From the total of each of `sums`, a row for each replicate, to the statistic.
        sums
            Sums by game and group.
        """
        # Single precision: what it rounds is far below what chance leaves of an interval's ends.
        single = [one.astype(np.float32) if isinstance(one, np.ndarray) else one.T.astype(np.float32) for one in sums]
        rows = []
        with np.errstate(divide="ignore", invalid="ignore"):
            for weights in self._blocks():
                totals = [weights @ one if isinstance(one, np.ndarray) else (one @ weights.T).T for one in single]
                rows.append(statistic(*(total.astype(float) for total in totals)))
        values = np.concatenate(rows) if rows else np.full((1, sums[0].shape[1]), np.nan)
        low, high = _percentiles(values)
        return low, high

    def means(
        self, game: NDArray[Any], group: NDArray[Any], values: ArrayLike, groups: int
    ) -> tuple[Floats, Floats, Floats]:
        """Return the mean of values by group and its interval; missing values are left out.

        A group seen in a single game has a mean but no interval.
        """
        known = ~np.isnan(np.asarray(values, float))
        game, group, value = game[known], group[known], np.asarray(values, float)[known]
        total = self.sums(game, group, value, groups)
        number = self.sums(game, group, 1.0, groups)
        low, high = self.interval(np.divide, total, number)
        single = np.asarray((number > 0).sum(axis=0)).ravel() < 2
        low[single], high[single] = np.nan, np.nan
        with np.errstate(divide="ignore", invalid="ignore"):
            mean = np.asarray(total.sum(axis=0)).ravel() / np.asarray(number.sum(axis=0)).ravel()
        return mean, low, high


def _percentiles(values: Floats) -> Floats:
    """Return the ends of the interval by column; replicates without the group (missing, sorted last) do not count."""
    values = np.sort(np.where(np.isinf(values), np.nan, values), axis=0)
    known = (~np.isnan(values)).sum(axis=0)
    ends = []
    for share in ((1 - LEVEL) / 2, (1 + LEVEL) / 2):
        place = share * np.maximum(known - 1, 0)
        below = place.astype(int)
        above = np.minimum(below + 1, np.maximum(known - 1, 0))
        first, second = (np.take_along_axis(values, at[None], axis=0)[0] for at in (below, above))
        ends.append(first + (second - first) * (place - below))
    return np.stack(ends)
