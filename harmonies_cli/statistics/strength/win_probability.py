"""How likely a seat wins, from its lead, the round and the empty spaces, and whether such predictions come true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty
from harmonies_cli.statistics.strength.intervals import fixed, group_of, mean, share
from harmonies_cli.statistics.strength.logit import conditional_logit
from harmonies_cli.statistics.strength.regression import reach_of
from harmonies_cli.statistics.strength.sample import Floats, Sample
from harmonies_cli.statistics.strength.seats import round_scores
from harmonies_cli.statistics.win_model import WIN_TERMS

__all__ = ["TERMS", "WIN_TABLES", "win_tables"]

WIN_TABLES = ("win_probability", "lead_by_round", "win_calibration", "win_model")

TERMS = WIN_TERMS[:4]
"""The terms of the log odds of winning after a whole round."""
_MOST_GAMES = 20_000
_LEADS = (-30, -20, -10, -5, 0, 1, 6, 11, 21, 31)
_LEAD_NAMES = (
    *("behind by 31 or more", "behind by 21 to 30", "behind by 11 to 20", "behind by 6 to 10", "behind by 1 to 5"),
    *("level", "ahead by 1 to 5", "ahead by 6 to 10", "ahead by 11 to 20", "ahead by 21 to 30", "ahead by 31 or more"),
)
_STAGES = (6, 11, 16)
_STAGE_NAMES = ("5 or fewer", "6 to 10", "11 to 15", "16 or more")
_FIRST_ROUND = 5
"""Before this round a lead says little."""
_ROUNDS = (8, 11, 14, 17)
_ROUND_NAMES = ("5 to 7", "8 to 10", "11 to 13", "14 to 16", "17 and later")
_BINS = 10


@dataclass(frozen=True)
class _Boards:
    """A row for each seat after each round but the last: `choice` is the game and round."""

    seat: NDArray[np.int64]
    choice: NDArray[np.int64]
    x: Floats
    lead: Floats
    least: NDArray[np.int64]
    round: NDArray[np.int64]


def win_tables(sample: Sample, limits: Limits) -> dict[str, Columns]:
    """Return the tables `win_probability`, `lead_by_round`, `win_calibration` and `win_model`.

    If there are more than 20,000 games, only those with the smallest numbers are used, which are as good as random. The
    model of each half of the games predicts the other half, so the calibration is on games that it has not seen.
    """
    key = sample.games["key"].to_numpy(np.int64)
    if len(key) > _MOST_GAMES:
        used = np.zeros(len(key), bool)
        used[np.argsort(key, kind="stable")[:_MOST_GAMES]] = True
        sample = sample.of_games(used)
    boards = _boards(sample)
    game, win12 = sample.game[boards.seat], sample.column("win12")[boards.seat]
    group = group_of(sample.games["key"].to_numpy(np.int64))[game]
    predicted = np.full(len(boards.seat), np.nan)
    whole = conditional_logit(boards.x, boards.choice, win12 / 12, game)
    start = None if np.isnan(whole.value).any() else whole.value
    for half in (0, 1):
        fitted = group % 2 != half
        fit = conditional_logit(boards.x[fitted], boards.choice[fitted], win12[fitted] / 12, game[fitted], start=start)
        predicted[~fitted] = _probabilities(boards.x[~fitted] @ fit.value, boards.choice[~fitted])
    reach = reach_of(whole.error, whole.clusters)
    model = {
        "term": TERMS,
        "n": np.full(len(TERMS), whole.clusters),
        "log_odds": whole.value,
        "log_odds_low": whole.value - reach,
        "log_odds_high": whole.value + reach,
    }
    with np.errstate(invalid="ignore"):
        tenth = np.minimum(np.nan_to_num(predicted) * _BINS, _BINS - 1).astype(np.int64)
    known = ~np.isnan(predicted)
    names = [f"{100 * one // _BINS} to {100 * (one + 1) // _BINS} %" for one in range(_BINS)]
    bins = {"predicted_bin": names}
    calibration = _observed(sample, boards, bins, np.where(known, tenth, -1), predicted, limits)
    lead, stage = np.searchsorted(_LEADS, boards.lead, side="right"), np.searchsorted(_STAGES, boards.least, "right")
    stages = {"empty_spaces": np.repeat(_STAGE_NAMES, len(_LEAD_NAMES)), "lead": _LEAD_NAMES * len(_STAGE_NAMES)}
    table = _observed(sample, boards, stages, stage * len(_LEAD_NAMES) + lead, predicted, limits)
    late = np.where(boards.round >= _FIRST_ROUND, np.searchsorted(_ROUNDS, boards.round, "right"), -1)
    by_round = {"lead": _LEAD_NAMES * len(_ROUND_NAMES), "round": np.repeat(_ROUND_NAMES, len(_LEAD_NAMES))}
    rounds = _observed(sample, boards, by_round, late * len(_LEAD_NAMES) + lead, predicted, limits)
    return {
        "win_probability": table,
        "lead_by_round": rounds,
        "win_calibration": calibration,
        "win_model": with_certainty(model, limits, "n"),
    }


def _boards(sample: Sample) -> _Boards:
    score = round_scores(sample)
    width = score.shape[1]
    known = ~np.isnan(score)
    last = known.sum(axis=1)
    seat, step = np.nonzero(known & (np.arange(width) < last[:, None] - 1))
    choice = sample.game[seat] * max(width, 1) + step
    order = np.lexsort((seat, choice))
    seat, step, choice = seat[order], step[order], choice[order]
    points, empty = score[seat, step], sample.empty[seat, step].astype(np.int64)
    starts = np.flatnonzero(np.r_[True, choice[1:] != choice[:-1]]) if len(choice) else np.zeros(0, np.int64)
    size = np.diff(np.r_[starts, len(choice)])
    if len(starts) == 0:
        nothing = np.zeros(0)
        return _Boards(seat, choice, np.zeros((0, len(TERMS))), nothing, seat, step)
    least = np.repeat(np.minimum.reduceat(empty, starts), size)
    best = np.repeat(np.maximum.reduceat(points, starts), size)
    at_best = points == best
    several = np.repeat(np.add.reduceat(at_best.astype(int), starts), size) > 1
    below = np.where(at_best, -np.inf, points)
    second = np.repeat(np.maximum.reduceat(below, starts), size)
    lead = points - np.where(at_best & ~several, second, best)
    tens = points / 10
    x = np.column_stack([tens, tens * least / 10, tens * (step + 1) / 10, empty / 10])
    return _Boards(seat, choice, x, lead, least, step + 1)


def _probabilities(utility: Floats, choice: NDArray[Any]) -> Floats:
    """Return the probability of each alternative among those of its choice."""
    if len(choice) == 0:
        return utility
    starts = np.flatnonzero(np.r_[True, choice[1:] != choice[:-1]])
    size = np.diff(np.r_[starts, len(choice)])
    odds = np.exp(utility - np.repeat(np.maximum.reduceat(utility, starts), size))
    return np.asarray(odds / np.repeat(np.add.reduceat(odds, starts), size))


def _observed(
    sample: Sample, boards: _Boards, names: Columns, cell: NDArray[Any], predicted: Floats, limits: Limits
) -> Columns:
    """Return by cell, with its names, the seats after rounds, their games, how many win, and how many should."""
    cells = len(next(iter(names.values())))
    win12 = sample.column("win12")[boards.seat]
    n = sample.sums(cell, cells, seat=boards.seat)
    won = mean(sample.sums(cell, cells, win12, boards.seat) / 12, n)
    known = (cell >= 0) & ~np.isnan(predicted)
    expected = np.bincount(cell[known], fixed(predicted[known]), minlength=cells)
    number = np.bincount(cell[known], minlength=cells)
    games = len(sample.games)
    place = (cell * games + sample.game[boards.seat])[cell >= 0]
    some = np.bincount(place, minlength=cells * games).reshape(cells, games) > 0
    table = names | {
        "n": n.sum(axis=(0, 1)).astype(int),
        "games": some.sum(axis=1),
        **won.columns("win_share", 0, 1),
        "predicted": share(expected, number),
    }
    return rows_where(with_certainty(table, limits, "games"), table["n"] > 0)
