"""What sets winners apart from the others: means of both, and the difference within games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.intervals import fixed, mean
from harmonies_cli.statistics.strength.regression import coefficient_columns, mean_difference
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums

__all__ = ["winners_sums", "winners_table"]


def winners_sums(sample: Sample, values: NDArray[Any]) -> dict[str, Floats]:
    """Return sums of winners and of the other seats; each of k who share a victory counts 1/k.

    Parameters
    ----------
    sample
        The games.
    values
        Seats by measures; missing values are left out.
    """
    games, measures, kinds = len(sample.games), values.shape[1], len(sample.kinds)
    win12, game = sample.column("win12"), sample.game
    known = ~np.isnan(values)
    seat, measure = np.nonzero(known)
    value = fixed(values[seat, measure])
    sums: dict[str, Floats] = {}
    sums |= {"all": sample.sums(measure, measures, value, seat), "all_n": sample.sums(measure, measures, seat=seat)}
    means = []
    for name, weight in (("winners", win12[seat] * 1.0), ("others", (win12[seat] == 0) * 1.0)):
        sums[name] = sample.sums(measure, measures, weight * value, seat)
        sums[f"{name}_n"] = sample.sums(measure, measures, weight, seat)
        key = game[seat] * measures + measure
        total, number = (np.bincount(key, part, minlength=games * measures) for part in (weight * value, weight))
        with np.errstate(divide="ignore", invalid="ignore"):
            means.append((total / number).reshape(games, measures))
    differences = fixed(means[0] - means[1])
    kind = sample.games["kind"].to_numpy(np.int64)
    some = ~np.isnan(differences)
    for name, part in (
        ("games", some * 1.0),
        ("difference", np.where(some, differences, 0)),
        ("difference_squares", np.where(some, fixed(differences**2), 0)),
    ):
        sums[name] = np.stack([part[kind == number].sum(axis=0) for number in range(kinds)])
    return sums


def winners_table(sums: Sums, limits: Limits) -> pd.DataFrame:
    """Compare winners with the other seats.

    Returns
    -------
    pandas.DataFrame
        A row for each measure: `n`, the games that have winners and others, `winners_n`, `winners`, `others_n`,
        `others` (means with intervals, adjusted for the kinds of game), and within games `difference`, with interval
        and p-value.
    """
    test = mean_difference(*(sums[name].sum(axis=0) for name in ("difference", "difference_squares", "games")))
    n = test["n"].to_numpy()
    columns: dict[str, Any] = {"n": n}
    for name, unit in (("winners", 12), ("others", 1)):
        number = sums[f"{name}_n"] / unit
        columns[f"{name}_n"] = number.sum(axis=(0, 1))
        columns |= mean(sums[name] / unit, number, base=(sums["all"], sums["all_n"])).columns(name)
    columns |= coefficient_columns("difference", test["mean"], test["error"], n, n >= limits.ranked)
    return pd.DataFrame(columns)
