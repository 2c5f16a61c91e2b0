"""How sure a row is: too few observations to rank, provisional, or enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

__all__ = ["ENOUGH", "FEW", "PROVISIONAL", "Limits", "with_certainty"]

FEW = "few"
PROVISIONAL = "provisional"
ENOUGH = "enough"


@dataclass(frozen=True)
class Limits:
    """From how many observations on a row is ranked, and is no longer provisional."""

    ranked: int = 30
    firm: int = 100


def with_certainty(table: pd.DataFrame, limits: Limits, n: str, by: str | None = None) -> pd.DataFrame:
    """Return a table with the columns `certainty` and, if its rows are placed, `place`.

    Parameters
    ----------
    table
        A strength table.
    limits
        When a row is ranked.
    n
        The column that counts the row's observations.
    by
        The column that rows are placed by, the highest first; rows with few observations have no place.
    """
    number = table[n].to_numpy(float)
    certainty = np.where(number < limits.ranked, FEW, np.where(number < limits.firm, PROVISIONAL, ENOUGH))
    table = table.assign(certainty=certainty)
    if by is None:
        return table
    place = table[by].where(number >= limits.ranked).rank(method="min", ascending=False)
    return table.assign(place=place.astype("Int64"))
