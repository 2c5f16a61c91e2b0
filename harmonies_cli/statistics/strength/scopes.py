"""Strength tables of all games together, and of each kind of game apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.sample import Sample

__all__ = ["ALL", "in_all_scopes", "scopes"]

ALL = "all"
"""The scope of a row about all games, adjusted for their kinds."""


def scopes(sample: Sample) -> Iterator[tuple[str, Sample]]:
    """Yield all games and, if there are several kinds, each kind of game with its name."""
    yield ALL, sample
    of_game = sample.games["stratum"].to_numpy()
    kinds = np.unique(of_game)
    if len(kinds) > 1:
        for number in kinds:
            yield sample.strata[number], sample.of(of_game == number)


def in_all_scopes(parts: list[tuple[str, Sample]], table_of: Callable[[Sample], pd.DataFrame]) -> pd.DataFrame:
    """Return a table of each scope, one below the other, with the scope in the first column."""
    tables = []
    for scope, sample in parts:
        table = table_of(sample)
        table.insert(0, "scope", scope)
        tables.append(table)
    return pd.concat(tables, ignore_index=True)
