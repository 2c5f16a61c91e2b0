"""How certain a row is: enough observations to be ranked, p-values of many comparisons, Wilson's interval.

Tables are made as columns by name: a data frame for each step would take most of the time of an analysis.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from harmonies_cli.statistics.strength.intervals import LEVEL, Floats

__all__ = [
    "ENOUGH",
    "FEW",
    "PROVISIONAL",
    "Columns",
    "Limits",
    "benjamini_hochberg",
    "rows_where",
    "stacked",
    "wilson",
    "with_certainty",
    "with_q",
]

Columns: TypeAlias = dict[str, Any]
"""The columns of a table: arrays of the same length by name."""

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


def rows_where(table: Columns, kept: NDArray[np.bool_]) -> Columns:
    """Return some rows of a table."""
    return {name: np.asarray(column)[kept] for name, column in table.items()}


def stacked(tables: Sequence[Columns]) -> Columns:
    """Return the rows of several tables with the same columns, one table after the other."""
    return {name: _concatenated([table[name] for table in tables]) for name in tables[0]}


def _concatenated(columns: list[Any]) -> Any:
    if isinstance(columns[0], pd.api.extensions.ExtensionArray):
        return pd.concat([pd.Series(column) for column in columns], ignore_index=True).array
    return np.concatenate(columns)


def with_q(table: Columns, *names: str) -> Columns:
    """Return a table with the q-values of some tests, which are one family: a column `*_q` beside each `*_p`."""
    q = benjamini_hochberg(np.stack([np.asarray(table[f"{name}_p"], float) for name in names], axis=1))
    made: Columns = {}
    for column, values in table.items():
        made[column] = values
        name = column.removesuffix("_p")
        if name in names and name != column:
            made[f"{name}_q"] = q[:, names.index(name)]
    return made


def with_certainty(table: Columns, limits: Limits, n: str | Sequence[str], by: str | None = None) -> Columns:
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
    number = np.fmin.reduce([np.asarray(table[name], float) for name in columns])
    certainty = np.where(number < limits.ranked, FEW, np.where(number < limits.firm, PROVISIONAL, ENOUGH))
    if by is None:
        return table | {"certainty": certainty}
    value = np.asarray(table[by], float)
    ranked = (number >= limits.ranked) & ~np.isnan(np.asarray(table.get(f"{by}_low", value), float))
    place = np.searchsorted(np.sort(-value[ranked]), -np.where(ranked, value, 0)) + 1
    return table | {"certainty": certainty, "place": pd.arrays.IntegerArray(place.astype(np.int64), ~ranked)}


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
