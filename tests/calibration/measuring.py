"""Counts over many analyses: small p-values, findings, intervals that contain the truth, errors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import pandas as pd

from harmonies_cli.statistics.analysis import ALL, Analysis

__all__ = ["NULL", "Measured", "Number", "Tally"]


class Number(NamedTuple):
    """A number in a strength table whose true value is known if nothing is planted."""

    table: str
    column: str
    truth: float
    n: str


NULL = (
    Number("cards", "improvement", 0, "improvement_n"),
    Number("cards", "improvement_adjusted", 0, "improvement_n"),
    Number("cards", "logit", 0, "taken"),
    Number("cards", "points_over_others", 0, "taken"),
    Number("cards", "win_points_taken", 1, "taken"),
    Number("cards", "win_points_left", 1, "left"),
    Number("spirits", "improvement", 0, "improvement_n"),
    Number("spirits", "win_points_chosen", 1, "chosen"),
    Number("rows", "difference", 0, "n"),
    Number("rows", "logit_per_5", 0, "n"),
    Number("archetypes", "win_points", 1, "n"),
    Number("archetypes", "log_worth", 0, "n"),
    Number("openings", "win_points", 1, "n"),
    Number("seats", "win_points", 1, "n"),
    Number("seats", "points_over_game_mean", 0, "n"),
    Number("colours", "winners_difference", 0, "n"),
    Number("tempo", "difference", 0, "n"),
    Number("ends", "win_points", 1, "n"),
    Number("players", "win_points", 1, "n"),
    Number("pairs", "win_points_synergy", 0, "n"),
    Number("pairs", "points_synergy", 0, "n"),
)
_ENOUGH = 30


@dataclass
class Measured:
    """The counts for one number over all analyses."""

    analyses: int = 0
    rows: int = 0
    held: int = 0
    tests: int = 0
    small: int = 0
    findings: int = 0
    errors: list[float] = field(default_factory=list)
    planted: int = 0
    found: int = 0

    def share(self, part: str, whole: str) -> float:
        """Return one count as a share of another; NaN if the other is 0."""
        number = getattr(self, whole)
        return float(getattr(self, part) / number) if number else np.nan


class Tally:
    """Counts over many analyses.

    Parameters
    ----------
    truths
        True values other than those of `NULL`: table, column and row to value.
    watched
        A card that is also counted separately.
    """

    def __init__(self, truths: dict[tuple[str, str, str], float] | None = None, watched: str = "") -> None:
        self._truths = truths or {}
        self._watched = watched
        self.of_watched: dict[str, Measured] = defaultdict(Measured)
        self.measured: dict[tuple[str, str], Measured] = defaultdict(Measured)
        self.any_finding: dict[str, int] = defaultdict(int)
        self.analyses = 0
        self.widthless = 0

    def add(self, analysis: Analysis) -> None:
        """Count one analysis."""
        self.analyses += 1
        self.widthless += sum(_widthless(table) for table in analysis.tables.values())
        for number in NULL:
            table = analysis.tables.get(number.table)
            if table is not None:
                for scope, part in _scopes(table):
                    self._count(number, scope, part)

    def _count(self, number: Number, scope: str, table: pd.DataFrame) -> None:
        measured = self.measured[number.table, number.column]
        name = table.columns[1] if table.columns[0] == "scope" else table.columns[0]
        rows = table[name].astype(str)
        if name == "measure":
            rows = rows + " " + table["round"].astype(str)
        truth = np.array([self._truths.get((number.table, number.column, row), number.truth) for row in rows])
        value = table[number.column].to_numpy(float)
        known = (table[number.n] >= _ENOUGH).to_numpy() & table[f"{number.column}_low"].notna().to_numpy()
        if number.column in ("difference", "logit_per_5"):
            known &= (rows != "total").to_numpy()
        low, high = (table[f"{number.column}_{end}"].to_numpy(float) for end in ("low", "high"))
        if number.table == "cards" and self._watched:
            own = self.of_watched[number.column]
            at = known & (rows == self._watched).to_numpy()
            own.rows += int(at.sum())
            own.held += int(((low <= truth) & (truth <= high))[at].sum())
            own.errors += list(value[at] - truth[at])
        measured.analyses += 1
        measured.rows += int(known.sum())
        measured.held += int(((low <= truth) & (truth <= high))[known].sum())
        measured.errors += list(value[known] - truth[known])
        if f"{number.column}_p" not in table:
            return
        p, q = (table[f"{number.column}_{kind}"].to_numpy(float) for kind in ("p", "q"))
        null = known & (truth == number.truth)
        measured.tests += int((null & ~np.isnan(p)).sum())
        measured.small += int((p[null] < 0.05).sum())
        measured.findings += bool((q[null] <= 0.05).any())
        planted = truth != number.truth
        measured.planted += int(planted.sum())
        measured.found += int((q[planted] <= 0.05).sum())


def _scopes(table: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    if "scope" not in table:
        yield ALL, table
        return
    yield from ((str(scope), part.reset_index(drop=True)) for scope, part in table.groupby("scope"))


def _widthless(table: pd.DataFrame) -> int:
    lows = [column for column in table.columns if column.endswith("_low")]
    return sum(int((table[low] == table[low.removesuffix("low") + "high"]).sum()) for low in lows)
