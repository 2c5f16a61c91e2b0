"""What winners have and the others have not: means of both, and the difference within games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.regression import mean_effects
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["winners_and_others"]


def winners_and_others(sample: Sample, values: NDArray[Any], limits: Limits) -> pd.DataFrame:
    """Compare winners with the other seats; those who share a victory count 1/k each.

    Parameters
    ----------
    sample
        The games.
    values
        Seats by measures; missing values are left out.
    limits
        From how many games on a difference is tested.

    Returns
    -------
    pandas.DataFrame
        A row for each measure: `n`, the games that have winners and others, `winners_n`, `winners`, `others_n`,
        `others` (means, adjusted for the kinds of game), and within games `difference`, `difference_low`,
        `difference_high`, `p` and `q` (missing for few games).
    """
    means, differences = zip(*(_compared(sample, column) for column in values.T), strict=True)
    difference = np.column_stack(differences)
    games, measures = difference.shape
    game, measure = np.repeat(np.arange(games), measures), np.tile(np.arange(measures), games)
    mean, low, high = sample.resampling.means(game, measure, difference.ravel(), measures)
    test = mean_effects(game, measure, difference.ravel(), measures)
    table = pd.DataFrame({"n": test["n"]} | pd.DataFrame(means).to_dict("series"))
    table = table.assign(difference=mean, difference_low=low, difference_high=high)
    table["p"] = test["p"].where(test["n"] >= limits.ranked)
    return table.assign(q=benjamini_hochberg(table["p"]))


def _compared(sample: Sample, values: NDArray[Any]) -> tuple[dict[str, float], NDArray[Any]]:
    """Return the numbers and means of winners and others, and the difference within each game."""
    known = ~np.isnan(values)
    game, values = sample.game[known], np.asarray(values[known], float)
    winner, other = sample.win_share[known], (sample.win_share[known] == 0).astype(float)
    even = adjusted(values, sample.stratum[known])
    games = sample.resampling.games

    def mean_by_game(weights: NDArray[Any]) -> NDArray[Any]:
        part = np.bincount(game, weights * values, minlength=games)
        return part / np.bincount(game, weights, minlength=games)

    with np.errstate(divide="ignore", invalid="ignore"):
        means = {
            "winners_n": winner.sum(),
            "winners": (winner @ even) / winner.sum(),
            "others_n": int(other.sum()),
            "others": (other @ even) / other.sum(),
        }
        return means, mean_by_game(winner) - mean_by_game(other)
