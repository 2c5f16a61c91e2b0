"""Synergy: what two cards bring together, against the sum of what each brings alone."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.regression import p_value
from harmonies_cli.statistics.strength.sample import Sample, codes
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["pairs_table", "shrunk"]

_CARDS = len(ANIMAL_IDS)
Floats = NDArray[np.float64]


def pairs_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the pairs of animal cards that a seat held together, with what they bring more than alone.

    Points are those of the two cards; alone is a seat with one of them and not the other. Win points together are
    held against 1 + (win points with the first - 1) + (win points with the second - 1).
    """
    taken = _Taken(sample)
    pairs = [(first, second) for first in range(_CARDS) for second in range(first + 1, _CARDS)]
    rows = [
        {"card": ANIMAL_IDS[first], "partner": ANIMAL_IDS[second]} | _pair(taken, first, second)
        for first, second in pairs
    ]
    table = pd.concat([pd.DataFrame(rows), _together(sample, taken, pairs)], axis=1)
    table = table[table["n"] > 0].reset_index(drop=True)
    for name in ("points", "win_points"):
        value, error, clusters = (table.pop(f"{name}_{part}").to_numpy() for part in ("synergy", "error", "clusters"))
        sure = table["n"].to_numpy() >= limits.ranked
        p = np.where(sure, p_value(value, error, clusters), np.nan)
        best, reach = shrunk(value, error, sure)
        table = table.assign(
            **{
                f"{name}_synergy": value,
                f"{name}_synergy_error": error,
                f"{name}_synergy_p": p,
                f"{name}_synergy_q": benjamini_hochberg(p),
                f"{name}_synergy_shrunk": best,
                f"{name}_synergy_shrunk_low": best - reach,
                f"{name}_synergy_shrunk_high": best + reach,
            }
        )
    return with_certainty(table, limits, "n", "points_synergy_shrunk")


class _Taken:
    """Who took each card of each game, cards by games: a card is there once in a game."""

    def __init__(self, sample: Sample) -> None:
        rows, shape = sample.cards, (_CARDS, sample.resampling.games)
        at = codes(rows["card"], ANIMAL_IDS), rows["game_index"].to_numpy()
        seat = rows["seat_index"].to_numpy()
        self.seat = np.full(shape, -1)
        self.seat[at] = seat
        self.points, self.win_points = np.zeros(shape), np.zeros(shape)
        self.points[at] = adjusted(rows["points"].to_numpy(float), rows["stratum"].to_numpy())
        self.win_points[at] = sample.win_points[seat]

    def parts(self, first: int, second: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return in which games a seat has both, the first alone, the second alone."""
        one, two = self.seat[first], self.seat[second]
        both = (one == two) & (one >= 0)
        return both, (one >= 0) & ~both, (two >= 0) & ~both


def _pair(taken: _Taken, first: int, second: int) -> dict[str, float]:
    """Return the numbers of a pair; the error follows from what each game adds to the three means."""
    both, one, two = parts = taken.parts(first, second)
    numbers = [int(part.sum()) for part in parts]
    row: dict[str, float] = dict(zip(("n", "alone_n", "partner_alone_n"), numbers, strict=True))
    clusters = int((both | one | two).sum())
    for name, points in (("points", taken.points), ("win_points", taken.win_points)):
        together = points[first] + points[second] if name == "points" else points[first]
        values = (together, points[first], points[second])
        means = [
            value[part].mean() if number else np.nan for value, part, number in zip(values, parts, numbers, strict=True)
        ]
        row[f"{name}_expected"] = means[1] + means[2] - (name == "win_points")
        row[f"{name}_synergy"] = means[0] - row[f"{name}_expected"]
        influence = sum(
            sign * part * (value - mean) / max(number, 1)
            for sign, value, part, mean, number in zip((1, -1, -1), values, parts, means, numbers, strict=True)
        )
        spread = float(np.square(influence).sum())
        row[f"{name}_error"] = np.sqrt(spread * clusters / (clusters - 1)) if clusters > 1 else np.nan
        row[f"{name}_clusters"] = clusters
    return row


def _together(sample: Sample, taken: _Taken, pairs: list[tuple[int, int]]) -> pd.DataFrame:
    """Return the means of the seats with both cards, with intervals."""
    games = [np.flatnonzero(taken.parts(first, second)[0]) for first, second in pairs]
    pair, game = np.repeat(np.arange(len(pairs)), [len(rows) for rows in games]), np.concatenate(games)
    first, second = (cards[pair] for cards in np.array(pairs).T)
    both = taken.points[first, game] + taken.points[second, game]
    table: dict[str, Floats] = {}
    for name, values in (("points", both), ("win_points", taken.win_points[first, game])):
        mean, low, high = sample.resampling.means(game, pair, values, len(pairs))
        table |= {f"{name}_together": mean, f"{name}_together_low": low, f"{name}_together_high": high}
    return pd.DataFrame(table)


def shrunk(value: Floats, error: Floats, used: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Return values drawn towards 0 by how unsure each is, and how far their 95 % intervals reach.

    The variance of the true values is the part of the spread that the errors do not explain (method of moments over
    the rows `used`); a value is multiplied by that variance over itself plus the squared error.
    """
    used = used & ~np.isnan(value) & (error > 0)
    between = max(0.0, float(np.mean(value[used] ** 2 - error[used] ** 2))) if used.any() else 0.0
    with np.errstate(invalid="ignore"):
        weight = between / (between + error**2)
        return value * weight + 0.0, 1.959964 * np.sqrt(weight) * error  # 0, not -0
