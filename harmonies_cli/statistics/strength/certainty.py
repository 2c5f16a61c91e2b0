"""How certain a row is: enough observations to be ranked, p-values of many comparisons, Wilson's interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from harmonies_cli.statistics.strength.intervals import LEVEL, Floats

__all__ = ["ENOUGH", "FEW", "PROVISIONAL", "Limits", "benjamini_hochberg", "wilson", "with_certainty", "with_q"]

FEW = "few"
PROVISIONAL = "provisional"
ENOUGH = "enough"


@dataclass(frozen=True)
class Limits:
    """The minimum numbers of observations for a row to be ranked, and for it not to be provisional."""

    ranked: int = 30
    firm: int = 100


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return the Benjamini-Hochberg q-value for each p-value; missing ones stay missing and do not count.

    Importing scipy.stats for these few lines would take a tenth of the time of an analysis.
    """
    p = np.asarray(p_values, float)
    known = ~np.isnan(p)
    falling = np.argsort(-p[known])
    number = len(falling)
    q = np.full(p.shape, np.nan)
    smallest = np.minimum.accumulate(p[known][falling] * (number / np.arange(number, 0, -1)))
    of_known = np.empty(number)
    of_known[falling] = smallest
    q[known] = of_known
    return q


def with_q(table: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return a table with the q-values of some tests, which are one family: a column `*_q` beside each `*_p`."""
    p = np.stack([table[f"{name}_p"].to_numpy(float) for name in names], axis=1)
    q = benjamini_hochberg(p)
    for number, name in enumerate(names):
        table.insert(table.columns.get_loc(f"{name}_p") + 1, f"{name}_q", q[:, number])
    return table


def with_certainty(table: pd.DataFrame, limits: Limits, n: str | Sequence[str], by: str | None = None) -> pd.DataFrame:
    """Return a table with the columns `certainty` and, if its rows are ranked, `place`.

    Parameters
    ----------
    table
        A strength table.
    limits
        When a row is ranked.
    n
        The column that counts the row's observations; of several, as when comparing groups, the smallest counts.
    by
        The column that ranks the rows, the highest first; rows with few observations, or without an interval of this
        column, have no place.
    """
    columns = [n] if isinstance(n, str) else n
    number = np.fmin.reduce([table[name].to_numpy(float) for name in columns])
    certainty = np.where(number < limits.ranked, FEW, np.where(number < limits.firm, PROVISIONAL, ENOUGH))
    if by is None:
        return table.assign(certainty=certainty)
    ranked = (number >= limits.ranked) & table.get(f"{by}_low", table[by]).notna().to_numpy()
    value = table[by].to_numpy(float)
    place = np.searchsorted(np.sort(-value[ranked]), -np.where(ranked, value, 0)) + 1
    return table.assign(certainty=certainty, place=pd.arrays.IntegerArray(place.astype(np.int64), ~ranked))


def wilson(yes: ArrayLike, seats: ArrayLike) -> tuple[Floats, Floats]:
    """Return Wilson's 95 % interval of a rate of a yes or no per seat; missing without seats."""
    from scipy.special import ndtri

    yes, n = np.asarray(yes, float), np.asarray(seats, float)
    z = float(ndtri((1 + LEVEL) / 2))
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = yes / n
        middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * np.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
        return np.where(n > 0, np.maximum(middle - reach, 0), np.nan), np.where(
            n > 0, np.minimum(middle + reach, 1), np.nan
        )
