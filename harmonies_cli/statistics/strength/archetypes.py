"""Archetypes: a seat's leading landscape, and whether animals make up more than half of its points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.plackett_luce import plackett_luce
from harmonies_cli.statistics.strength.regression import mean_effects
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["ARCHETYPES", "archetypes_of", "archetypes_table"]

_LANDSCAPES = ("trees", "mountains", "fields", "buildings", "water")
_LEADING = (*_LANDSCAPES, "several")
ARCHETYPES = tuple(f"{leading}{animals}" for animals in ("", " + animals") for leading in _LEADING)
"""Leading landscape (several if two or more are level), and whether animals make up more than half."""


def archetypes_of(seats: pd.DataFrame) -> NDArray[np.int64]:
    """Return the number in `ARCHETYPES` of each seat."""
    points = seats[list(_LANDSCAPES)].to_numpy(float)
    highest = points.max(axis=1, initial=0)
    level = (points == highest[:, None]).sum(axis=1) > 1
    leading = np.where(level, len(_LANDSCAPES), points.argmax(axis=1) if len(points) else 0)
    mostly_animals = 2 * seats["animals"].to_numpy(float) > seats["total"].to_numpy(float)
    return np.asarray(leading + len(_LEADING) * mostly_animals, np.int64)


def archetypes_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return win share, mean total and Plackett-Luce worth of each archetype."""
    kind, number = archetypes_of(sample.seats), len(ARCHETYPES)
    game = sample.game
    table: dict[str, Any] = {"archetype": ARCHETYPES, "n": np.bincount(kind, minlength=number)}
    table["wins"] = np.bincount(kind, sample.win_share, minlength=number)
    table["total_sum"] = np.bincount(kind, sample.seats["total"].to_numpy(float), minlength=number).astype(int)
    expected = 1 / sample.seats["players"].to_numpy()
    measures = (
        ("win_share", sample.win_share),
        ("win_points", sample.win_points),
        ("total", adjusted(sample.seats["total"], sample.stratum)),
    )
    for name, values in measures:
        mean, low, high = sample.resampling.means(game, kind, values, number)
        table |= {name: mean, f"{name}_low": low, f"{name}_high": high}
        if name == "win_share":
            with np.errstate(invalid="ignore"):
                table["win_share_expected"] = np.bincount(kind, expected, minlength=number) / table["n"]
    test = mean_effects(game, kind, sample.win_points - 1, number, alike=True)
    p = test["p"].where(table["n"] >= limits.ranked)
    table |= {"win_points_p": p, "win_points_q": benjamini_hochberg(p)}
    ranked = table["n"][kind] >= limits.ranked
    worth = plackett_luce(game[ranked], kind[ranked], sample.seats["rank"].to_numpy(int)[ranked], number)
    table |= {"log_worth": worth["worth"], "log_worth_error": worth["error"], "log_worth_p": worth["p"]}
    table["log_worth_q"] = benjamini_hochberg(worth["p"])
    rows = pd.DataFrame(table)
    return with_certainty(rows[rows["n"] > 0].reset_index(drop=True), limits, "n", "win_points")
