"""Which rows of points win: the winners' advantage by row, each row's share of the margin, the worth of 5 points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS
from harmonies_cli.statistics.strength.certainty import Columns, Limits, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import bootstrap, fixed, mean
from harmonies_cli.statistics.strength.logit import lone_logits
from harmonies_cli.statistics.strength.regression import coefficient_columns, mean_difference
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums

__all__ = ["ROW_MEASURES", "STEP", "row_points", "rows_sums", "rows_table", "winners_sums", "winners_table"]

STEP = 5
"""The unit of points in the logit of winning."""
ROW_MEASURES = (*POINT_ROWS, "total")
_SHARE = "share "


def row_points(sample: Sample) -> Floats:
    """Return the points of each seat by row, missing if unknown; the spirit row exists only in games with spirits."""
    points: Floats = sample.seats[list(ROW_MEASURES)].to_numpy(float, copy=True)
    points[points < 0] = np.nan
    without = ~np.array([kind.spirits for kind in sample.kinds], bool)[sample.column("kind")]
    points[without, ROW_MEASURES.index("spirit")] = np.nan
    return points


def rows_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the rows of points, of their shares of the total, and of products within games."""
    points = row_points(sample)
    total = points[:, -1]
    share = np.divide(points, total[:, None], out=np.full(points.shape, np.nan), where=total[:, None] > 0)
    sums = winners_sums(sample, points)
    sums |= {f"{_SHARE}{name}": part for name, part in winners_sums(sample, share).items()}
    return sums | _products(sample, points)


def _products(sample: Sample, points: Floats) -> dict[str, Floats]:
    """Return sums of squares of each row, and of its products with the total, as deviations from the game's mean."""
    known = np.nan_to_num(points)
    # n times the deviation is an integer: products add up exactly.
    players = sample.column("players").astype(float)[:, None]
    of_game = np.stack([np.bincount(sample.game, column) for column in known.T], axis=1)
    deviation = players * known - of_game[sample.game]
    # A game counts if all rows of all its seats are known; only games with spirits have a spirit row.
    unknown = (
        np.isnan(points).sum(axis=1)
        > (1 - np.array([kind.spirits for kind in sample.kinds], int))[sample.column("kind")]
    )
    whole = np.bincount(sample.game, unknown, minlength=len(sample.games))[sample.game] == 0
    cell = np.where(np.repeat(whole, len(ROW_MEASURES)), np.tile(np.arange(len(ROW_MEASURES)), len(sample)), -1)
    seat = np.repeat(np.arange(len(sample)), len(ROW_MEASURES))

    def summed(values: Floats) -> Floats:
        return sample.sums(cell, len(ROW_MEASURES), fixed(values / players**2).ravel(), seat)

    return {"squares": summed(deviation**2), "products": summed(deviation * deviation[:, -1:])}


def rows_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return points by row: winners against others, share of the margin, a conditional logit of winning.

    Each row has its own logit: the winner has the largest sum of all rows, so one logit of all rows would predict
    winning perfectly and have no coefficients.
    """
    table = {"row": ROW_MEASURES, "points_sum": sums["all"].sum(axis=(0, 1)).astype(int)} | winners_table(sums, limits)
    shares = winners_table(
        Sums(
            sums.kinds, {name.removeprefix(_SHARE): one for name, one in sums.arrays.items() if name.startswith(_SHARE)}
        ),
        limits,
    )
    table |= {"share_winners": shares["winners"], "share_others": shares["others"]} | _margin(sums)
    logit = coefficient_columns("logit_per_5", *_logits(sample), table["n"] >= limits.ranked)
    table |= {"logit_per_5": logit["logit_per_5"], "odds_per_5": np.exp(logit["logit_per_5"])} | logit
    return with_certainty(with_q(table, "difference", "logit_per_5"), limits, "n", "difference")


def _logits(sample: Sample) -> tuple[Floats, Floats, Floats]:
    """Return coefficients of winning, errors and clusters by row; a game counts if the row is known for all seats."""
    points, game = row_points(sample), sample.game
    found = np.full((3, len(ROW_MEASURES)), np.nan)
    found[2] = 0
    missing = np.stack([np.bincount(game, column) for column in np.isnan(points[:, :-1]).T]) > 0
    alike: dict[bytes, list[int]] = {}
    for row, without in enumerate(missing):
        alike.setdefault(without.tobytes(), []).append(row)
    for rows in alike.values():
        known = ~missing[rows[0]][game]
        fit = lone_logits(points[known][:, rows] / STEP, game[known], sample.win_share[known])
        found[:, rows] = [fit.value, fit.error, np.where(np.isnan(fit.value), 0, fit.clusters)]
    return found[0], found[1], found[2]


def _margin(sums: Sums) -> dict[str, Floats]:
    """Return each row's share of the margin, cov(row, total) / var(total) within games, actual and if shuffled.

    Shuffling each row among the seats of its game would make rows uncorrelated: a row's share would be its share of the
    sum of the rows' variances.
    """
    last = len(ROW_MEASURES) - 1

    def of_margin(products: Floats, squares: Floats) -> Floats:
        return np.asarray(products.sum(axis=1) / squares[:, :, last:].sum(axis=1))

    def shuffled(squares: Floats) -> Floats:
        parts = squares.sum(axis=1)
        return np.asarray(parts / parts[:, :last].sum(axis=1, keepdims=True))

    def beyond(products: Floats, squares: Floats) -> Floats:
        return of_margin(products, squares) - shuffled(squares)

    products, squares = sums["products"], sums["squares"]
    columns: dict[str, Floats] = {}
    for name, estimate in (
        ("margin_share", bootstrap(of_margin, products, squares, present=sums["all_n"])),
        ("margin_share_shuffled", bootstrap(shuffled, squares, present=sums["all_n"])),
        ("margin_share_beyond", bootstrap(beyond, products, squares, present=sums["all_n"])),
    ):
        some = estimate.columns(name) if name != "margin_share_shuffled" else {name: estimate.value}
        columns |= {column: np.where(np.arange(last + 1) < last, values, np.nan) for column, values in some.items()}
    return columns


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


def winners_table(sums: Sums, limits: Limits) -> Columns:
    """Compare winners with the other seats.

    Returns
    -------
    Columns
        A row for each measure: `n` (the games with both winners and others), `winners_n`, `winners`, `others_n`,
        `others` (means with intervals, adjusted for the kinds of game), and `difference` within games, with interval
        and p-value.
    """
    test = mean_difference(*(sums[name].sum(axis=0) for name in ("difference", "difference_squares", "games")))
    n = test["n"].to_numpy()
    columns: Columns = {"n": n}
    for name, unit in (("winners", 12), ("others", 1)):
        number = sums[f"{name}_n"] / unit
        columns[f"{name}_n"] = number.sum(axis=(0, 1))
        columns |= mean(sums[name] / unit, number, base=(sums["all"], sums["all_n"])).columns(name)
    return columns | coefficient_columns("difference", test["mean"], test["error"], n, n >= limits.ranked)
