"""Seat order: who moves first, second, ..."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.regression import mean_effects
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["seats_table"]

_MOST_SEATS = 4


def seats_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return win share and mean total by seat; points over the game's mean compare the seats of the same games."""
    seats, game = sample.seats, sample.game
    number = seats["seat"].to_numpy(int) - 1
    total = seats["total"].to_numpy(float)
    game_mean = (np.bincount(game, total) / np.bincount(game))[game]
    table = pd.DataFrame(
        {
            "seat": np.arange(1, _MOST_SEATS + 1),
            "n": np.bincount(number, minlength=_MOST_SEATS),
            "wins": np.bincount(number, sample.win_share, minlength=_MOST_SEATS),
            "total_sum": np.bincount(number, total, minlength=_MOST_SEATS).astype(int),
        }
    )
    with np.errstate(invalid="ignore"):
        fair = np.bincount(number, 1 / seats["players"].to_numpy(), minlength=_MOST_SEATS) / table["n"]
    table["win_share_expected"] = fair
    for name, values in (
        ("win_share", sample.win_share),
        ("win_points", sample.win_points),
        ("total", adjusted(total, sample.stratum)),
        ("points_over_game_mean", total - game_mean),
    ):
        mean, low, high = sample.resampling.means(game, number, values, _MOST_SEATS)
        table = table.assign(**{name: mean, f"{name}_low": low, f"{name}_high": high})
    for name, values in (("win_points", sample.win_points - 1), ("points_over_game_mean", total - game_mean)):
        p = mean_effects(game, number, values, _MOST_SEATS, alike=True)["p"].where(table["n"] >= limits.ranked)
        table = table.assign(**{f"{name}_p": p, f"{name}_q": benjamini_hochberg(p)})
    return with_certainty(table[table["n"] > 0].reset_index(drop=True), limits, "n", "win_points")
