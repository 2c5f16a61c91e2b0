"""Plackett-Luce worths from finishing orders, ties broken both ways at half weight.

A finishing order is a row of choices: the first among all, the second among the rest, and so on, so that the
worths are a conditional logit. choix, to which the tests hold this, takes no weights and gives no errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, permutations, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.logit import conditional_logit

__all__ = ["orders", "plackett_luce"]


def orders(ranks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all orders of the places of `ranks` that agree with them: one if there is no tie."""
    by_rank = sorted(range(len(ranks)), key=lambda place: ranks[place])
    ties = [list(places) for _, places in groupby(by_rank, key=lambda place: ranks[place])]
    return [sum(parts, ()) for parts in product(*(permutations(tie) for tie in ties))]


def plackett_luce(game: NDArray[Any], item: NDArray[Any], rank: NDArray[Any], items: int) -> pd.DataFrame:
    """Return the log worth of each item (their mean is 0), its error clustered by game, and the p-value.

    Parameters
    ----------
    game
        The game of each row, in ascending order.
    item
        What took part, from 0; an item may take part more than once in a game.
    rank
        Its rank; equal ranks are ties.
    items
        Number of items; those that never took part have no worth.
    """
    parts = list(_choices(game, item, rank))
    missing = pd.DataFrame({"worth": np.nan, "error": np.nan, "p": np.nan}, index=range(items))
    used = np.unique(item)
    if not parts or len(used) < 2:
        return missing
    choice, cluster, what, chosen = (np.concatenate(column) for column in zip(*parts, strict=True))
    number = np.full(items, -1)
    number[used] = np.arange(len(used))
    # Deviations from the mean: the last item's worth is minus the sum of the others'.
    coding = np.vstack([np.eye(len(used) - 1), -np.ones(len(used) - 1)])
    for turned in (0, 1):  # fitted twice, so that the last item has an error of its own
        place = (number[what] + turned) % len(used)
        fit = conditional_logit(coding[place], choice, chosen, cluster)
        rows = used[(np.arange(len(used) - 1) - turned) % len(used)]
        missing.loc[rows, ["worth", "error", "p"]] = np.stack([fit.value, fit.error, fit.p], axis=1)
    return missing


def _choices(game: NDArray[Any], item: NDArray[Any], rank: NDArray[Any]) -> Iterator[tuple[NDArray[Any], ...]]:
    """Yield choice, game, item and weight of the alternatives, for all games of one pattern of ranks at once."""
    starts = np.flatnonzero(np.r_[True, game[1:] != game[:-1]]) if len(game) else np.zeros(0, int)
    sizes = np.diff(np.r_[starts, len(game)])
    choices = 0
    for size in np.unique(sizes[sizes > 1]):
        first = starts[sizes == size]
        rows = first[:, None] + np.arange(size)
        patterns, of = np.unique(rank[rows], axis=0, return_inverse=True)
        for number, pattern in enumerate(patterns):
            games = rows[of.ravel() == number]
            ways = orders(tuple(pattern))
            for way in ways:
                ordered = item[games[:, list(way)]]
                for stage in range(size - 1):
                    width = size - stage
                    choice = choices + np.repeat(np.arange(len(games)), width)
                    choices += len(games)
                    chosen = np.zeros((len(games), width))
                    chosen[:, 0] = 1 / len(ways)
                    yield choice, np.repeat(game[games[:, 0]], width), ordered[:, stage:].ravel(), chosen.ravel()
