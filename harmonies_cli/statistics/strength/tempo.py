"""Tempo: the score after each round, how soon the first card is taken and completed, and who triggers the end."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.archetypes import groups_sums, groups_table
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import share
from harmonies_cli.statistics.strength.rows import winners_sums, winners_table
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums

__all__ = [
    "FIRST_COMPLETED",
    "FIRST_TAKEN",
    "ROUNDS",
    "SCORE",
    "ends_sums",
    "ends_table",
    "round_scores",
    "tempo_sums",
    "tempo_table",
]

SCORE = "score"
FIRST_TAKEN = "first card"
FIRST_COMPLETED = "first completed card"
ROUNDS = 31
_ENDS = ("triggered it", "the other seats", "not known")
_BY = ("spaces", "pouch", "")


def round_scores(sample: Sample) -> Floats:
    """Return the score after each round, for games in which all seats played the round; missing elsewhere."""
    played = sample.scores >= 0
    if played.shape[1] == 0:  # boards without their games
        return np.zeros(played.shape)
    seats = np.bincount(sample.game, minlength=len(sample.games))
    whole = np.stack([np.bincount(sample.game, column, minlength=len(sample.games)) for column in played.T], axis=1)
    complete = (whole == seats[:, None])[sample.game]
    return np.where(complete, sample.scores, np.nan)


def tempo_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of scores by round and of the first rounds."""
    scores = np.full((len(sample), ROUNDS), np.nan)
    if sample.scores.shape[1]:
        scores[:, : sample.scores.shape[1]] = round_scores(sample)
    firsts = [sample.column(name).astype(float) for name in ("first_card", "first_completed")]
    return winners_sums(sample, np.column_stack([scores, *(np.where(one > 0, one, np.nan) for one in firsts)]))


def tempo_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return winners against others by round, and in the rounds to the first card taken and completed.

    A round counts only games that reach it: later rounds are of longer games. Seats that never took, or never
    completed, a card have no number for that.
    """
    table = winners_table(sums, limits)
    table.insert(0, "measure", [SCORE] * ROUNDS + [FIRST_TAKEN, FIRST_COMPLETED])
    table.insert(1, "round", pd.array([*range(1, ROUNDS + 1), None, None], "Int64"))
    reached = sums["all_n"].sum(axis=(0, 1)) > 0
    table = table[reached | (table["measure"] != SCORE).to_numpy()].reset_index(drop=True)
    return with_certainty(with_q(table, "difference"), limits, "n")


def ends_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the seats by what triggered the end, and by whether they triggered it."""
    end = np.array([_BY.index(one) if one in _BY else len(_BY) - 1 for one in sample.games["end"]], np.int64)
    triggered = sample.column("triggered")
    part = np.where(triggered == 1, 0, np.where(triggered == 0, 1, 2))
    group = end[sample.game] * len(_ENDS) + part
    own = groups_sums(sample, group, len(_BY) * len(_ENDS))
    kinds = len(sample.kinds)
    games = np.bincount(sample.games["kind"].to_numpy(np.int64) * len(_BY) + end, minlength=kinds * len(_BY))
    return own | {"games": games.reshape(kinds, len(_BY)).astype(float)}


def ends_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return who triggers the end, and how they fare against the other seats of the same games."""
    table = groups_table(sums, limits)
    games = sums["games"].sum(axis=0)
    table.insert(0, "end", np.repeat(["few empty spaces", "empty pouch", "not known"], len(_ENDS)))
    table.insert(1, "seats", _ENDS * len(_BY))
    table.insert(2, "share_of_games", np.repeat(share(games, games.sum()), len(_ENDS)))
    table = with_q(table[table["n"] > 0].reset_index(drop=True), "win_points")
    return with_certainty(table, limits, "n")
