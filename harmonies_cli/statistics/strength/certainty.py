"""How certain a row is: its observations enough to rank or not, p-values of many comparisons, Wilson's interval."""

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
    """The numbers of observations from which a row is ranked, and from which it is no longer provisional."""

    ranked: int = 30
    firm: int = 100


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return the Benjamini-Hochberg q-value for each p-value; missing ones stay missing and do not count."""
    from scipy.stats import false_discovery_control

    p = np.asarray(p_values, float)
    known = ~np.isnan(p)
    q = np.full(p.shape, np.nan)
    if known.any():
        q[known] = false_discovery_control(p[known])
    return q


def with_q(table: pd.DataFrame, *names: str) -> pd.DataFrame:
    """Return a table with the q-values of some tests, which are one family: a column `*_q` beside each `*_p`."""
    p = table[[f"{name}_p" for name in names]].to_numpy(float)
    q = benjamini_hochberg(p)
    for number, name in enumerate(names):
        at = list(table.columns).index(f"{name}_p") + 1
        table.insert(at, f"{name}_q", q[:, number])
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
    number = table[[n] if isinstance(n, str) else list(n)].min(axis=1).to_numpy(float)
    certainty = np.where(number < limits.ranked, FEW, np.where(number < limits.firm, PROVISIONAL, ENOUGH))
    table = table.assign(certainty=certainty)
    if by is None:
        return table
    ranked = (number >= limits.ranked) & table.get(f"{by}_low", table[by]).notna()
    place = table[by].where(ranked).rank(method="min", ascending=False)
    return table.assign(place=place.astype("Int64"))


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
