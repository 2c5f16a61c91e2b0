"""How strong each animal card is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.intervals import wilson
from harmonies_cli.statistics.strength.logit import conditional_logit
from harmonies_cli.statistics.strength.regression import Effect, effect_of
from harmonies_cli.statistics.strength.sample import Sample, codes
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["card_points", "cards_table", "effect_columns"]

_CARDS = len(ANIMAL_IDS)


def cards_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the strength of each animal card: see docs/statistics.md."""
    card = codes(sample.cards["card"], ANIMAL_IDS)
    taken = np.zeros((len(sample.seats), _CARDS), bool)
    taken[sample.cards["seat_index"].to_numpy(), card] = True
    left = sample.seen & ~taken
    parts = card_points(sample, limits), _offer(sample, taken), _winning(sample, taken, left, limits)
    table = pd.concat([*parts, _logit(sample, taken, limits)], axis=1)
    return with_certainty(table, limits, "taken", "points")


def card_points(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return what each animal card brings to those who take it; this also holds of solo games."""
    rows, resampling = sample.cards, sample.resampling
    card, game = codes(rows["card"], ANIMAL_IDS), rows["game_index"].to_numpy()
    stratum = rows["stratum"].to_numpy()
    number = np.bincount(card, minlength=_CARDS)
    points = rows["points"].to_numpy(float)
    completed = rows["completed"].to_numpy(bool)
    held = rows["turns_held"].to_numpy(float)
    done = np.bincount(card, completed, minlength=_CARDS)
    mean, low, high = resampling.means(game, card, adjusted(points, stratum), _CARDS)
    done_low, done_high = wilson(done, number)
    timed = held > 0

    def average(column: str) -> NDArray[Any]:
        return _mean(card, adjusted(rows[column].to_numpy(float), stratum))

    table = pd.DataFrame(
        {
            "card": ANIMAL_IDS,
            "taken": number,
            "round_taken": average("round_taken"),
            "turns_on_offer": average("turns_on_offer"),
            "completed": done.astype(int),
            "completion_rate": _share(done, number),
            "completion_rate_low": done_low,
            "completion_rate_high": done_high,
            "completion_rate_adjusted": _mean(card, adjusted(completed, stratum)),
            "cubes_sum": np.bincount(card, rows["cubes"].to_numpy(float), minlength=_CARDS).astype(int),
            "cubes": average("cubes"),
            "points_sum": np.bincount(card, points, minlength=_CARDS).astype(int),
            "points": mean,
            "points_low": low,
            "points_high": high,
            "share_of_maximum": average("share_of_maximum"),
            "points_per_turn_held": _share(
                np.bincount(card[timed], points[timed], minlength=_CARDS),
                np.bincount(card[timed], held[timed], minlength=_CARDS),
            ),
        }
    )
    effects = [
        effect_of(card == one, points, stratum, game) if number[one] >= limits.ranked else None for one in range(_CARDS)
    ]
    return table.assign(**effect_columns("points_over_others", effects, number >= limits.ranked))


def _offer(sample: Sample, taken: NDArray[np.bool_]) -> pd.DataFrame:
    seen = sample.seen.sum(axis=0)
    chosen = (sample.seen & taken).sum(axis=0)
    low, high = wilson(chosen, seen)
    seat, card = np.nonzero(sample.seen)
    return pd.DataFrame(
        {
            "seen": seen,
            "seen_and_taken": chosen,
            "take_rate": _share(chosen, seen),
            "take_rate_low": low,
            "take_rate_high": high,
            "take_rate_adjusted": _mean(card, adjusted(taken[seat, card], sample.stratum[seat])),
        }
    )


def _winning(sample: Sample, taken: NDArray[np.bool_], left: NDArray[np.bool_], limits: Limits) -> pd.DataFrame:
    means: dict[str, NDArray[Any]] = {}
    for name, flags in (("taken", taken), ("left", left)):
        seat, card = np.nonzero(flags)
        mean, low, high = sample.resampling.means(sample.game[seat], card, sample.win_points[seat], _CARDS)
        means |= {f"win_points_{name}": mean, f"win_points_{name}_low": low, f"win_points_{name}_high": high}
    seat, card = np.nonzero(taken)
    over = sample.win_points - sample.seats["expected_points"].to_numpy()
    rated = ~np.isnan(over[seat])
    mean, low, high = sample.resampling.means(sample.game[seat], card, over[seat], _CARDS)
    effects: list[Effect | None] = []
    for one in range(_CARDS):
        offered = sample.seen[:, one]
        few = min(int((offered & taken[:, one]).sum()), int(left[:, one].sum())) < 2
        inside = (taken[offered, one], sample.win_points[offered], sample.stratum[offered], sample.game[offered])
        effects.append(None if few else effect_of(*inside))
    return pd.DataFrame(
        {
            "left": left.sum(axis=0),
            **means,
            **effect_columns("improvement", effects, taken.sum(axis=0) >= limits.ranked),
            "rated": np.bincount(card[rated], minlength=_CARDS),
            "win_points_over_rating": mean,
            "win_points_over_rating_low": low,
            "win_points_over_rating_high": high,
        }
    )


def _logit(sample: Sample, taken: NDArray[np.bool_], limits: Limits) -> pd.DataFrame:
    number = taken.sum(axis=0)
    used = np.flatnonzero((number >= limits.ranked) & (number < len(taken)))
    fit = conditional_logit(taken[:, used].astype(float), sample.game, sample.win_share)
    table = pd.DataFrame({"logit": np.nan, "logit_error": np.nan, "logit_p": np.nan}, index=range(_CARDS))
    table.loc[used] = np.stack([fit.value, fit.error, fit.p], axis=1)
    return table.assign(logit_q=benjamini_hochberg(table["logit_p"]))


def effect_columns(name: str, effects: list[Effect | None], ranked: NDArray[np.bool_]) -> dict[str, Any]:
    """Return the columns of a list of effects: the value, its interval, p and q; missing where there is none.

    A row with too few observations to rank is not tested: it has no p and q, and does not weigh on those of the others.
    """
    missing = (np.nan, np.nan, np.nan, np.nan)
    rows = [missing if one is None else (one.value, *one.interval, one.p) for one in effects]
    value, low, high, p = np.array(rows, float).reshape(-1, 4).T
    p = np.where(ranked, p, np.nan)
    return {
        name: value,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_p": p,
        f"{name}_q": benjamini_hochberg(p),
    }


def _share(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.divide(part, whole, out=np.full(len(part), np.nan), where=np.asarray(whole) > 0))


def _mean(card: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    known = ~np.isnan(values)
    number = np.bincount(card[known], minlength=_CARDS)
    return _share(np.bincount(card[known], values[known], minlength=_CARDS), number)
