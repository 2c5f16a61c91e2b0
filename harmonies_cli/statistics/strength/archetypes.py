"""Archetypes and openings: a seat's strategy, as its final board and its early turns show it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import mean, share
from harmonies_cli.statistics.strength.logit import plackett_luce
from harmonies_cli.statistics.strength.regression import coefficient_columns
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import OPENINGS

__all__ = [
    "ARCHETYPES",
    "archetypes_of",
    "archetypes_sums",
    "archetypes_table",
    "groups_sums",
    "groups_table",
    "openings_sums",
    "openings_table",
]

_LANDSCAPES = ("trees", "mountains", "fields", "buildings", "water")
_LEADING = (*_LANDSCAPES, "several")
ARCHETYPES = tuple(f"{leading}{animals}" for animals in ("", " + animals") for leading in _LEADING)
"""Leading landscape (several if tied), and whether animals make up more than half."""


def archetypes_of(seats: pd.DataFrame) -> NDArray[np.int64]:
    """Return the number in `ARCHETYPES` of each seat."""
    points = seats[list(_LANDSCAPES)].to_numpy(float)
    highest = points.max(axis=1, initial=0)
    level = (points == highest[:, None]).sum(axis=1) > 1
    leading = np.where(level, len(_LANDSCAPES), points.argmax(axis=1) if len(points) else 0)
    mostly_animals = 2 * seats["animals"].to_numpy(float) > seats["total"].to_numpy(float)
    return np.asarray(leading + len(_LEADING) * mostly_animals, np.int64)


def groups_sums(sample: Sample, group: NDArray[Any], groups: int) -> dict[str, Floats]:
    """Return the sums that show how groups of seats fare; seats of a negative group are left out."""
    return {
        "n": sample.sums(group, groups),
        "wins": sample.sums(group, groups, sample.column("win12")),
        "win_points": sample.sums(group, groups, sample.column("win12") * sample.column("players")),
        "expected": sample.sums(group, groups, 12 // sample.column("players")),
        "total": sample.sums(group, groups, sample.column("total")),
    }


def groups_table(sums: Sums, limits: Limits) -> Columns:
    """Return number, wins, win share, win points (tested against 1) and mean total of groups of seats."""
    n = sums["n"].sum(axis=(0, 1))
    points = mean(sums["win_points"] / 12, sums["n"], null=1.0)
    return {
        "n": n.astype(int),
        "wins": sums["wins"].sum(axis=(0, 1)) / 12,
        "total_sum": sums["total"].sum(axis=(0, 1)).astype(int),
        **mean(sums["wins"] / 12, sums["n"]).columns("win_share", 0, 1),
        "win_share_expected": share(sums["expected"].sum(axis=(0, 1)) / 12, n),
        **points.columns("win_points", 0),
        "win_points_p": np.where(n >= limits.ranked, points.p, np.nan),
        **mean(sums["total"], sums["n"], adjusted=True).columns("total"),
    }


def archetypes_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the archetypes."""
    return groups_sums(sample, archetypes_of(sample.seats), len(ARCHETYPES))


def archetypes_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return win share, mean total and Plackett-Luce worth of each archetype."""
    return _with_worths("archetype", ARCHETYPES, archetypes_of(sample.seats), sums, sample, limits)


def openings_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the openings."""
    return groups_sums(sample, sample.column("opening"), len(OPENINGS))


def openings_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the same for each opening: the most frequent token colour and the number of cards in three turns."""
    return _with_worths("opening", OPENINGS, sample.column("opening"), sums, sample, limits)


def _with_worths(
    name: str, names: tuple[str, ...], of: NDArray[Any], sums: Sums, sample: Sample, limits: Limits
) -> Columns:
    table: Columns = {name: names} | groups_table(sums, limits)
    number = table["n"]
    ranked = (of >= 0) & (number[of] >= limits.ranked)
    worth = plackett_luce(sample.game[ranked], of[ranked], sample.column("rank")[ranked], len(names))
    columns = coefficient_columns(
        "log_worth", worth["worth"], worth["error"], worth["clusters"], number >= limits.ranked
    )
    table = with_q(table | columns, "win_points", "log_worth")
    return with_certainty(rows_where(table, number > 0), limits, "n", "win_points")
