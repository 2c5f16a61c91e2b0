"""Tempo: the score after each round, and how soon the first card is taken and completed."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.winners import winners_and_others

__all__ = ["FIRST_COMPLETED", "FIRST_TAKEN", "SCORE", "tempo_table"]

SCORE = "score"
FIRST_TAKEN = "first card"
FIRST_COMPLETED = "first completed card"


def tempo_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return winners against others by round, and in the rounds to the first card taken and completed.

    Seats that never took, or never completed, a card have no such number.
    """
    cards, rounds = sample.cards, sample.scores.shape[1]
    players = sample.seats["players"].to_numpy()[cards["seat_index"].to_numpy()]
    completed = (cards["turn_completed"].to_numpy(float) - 1) // players + 1  # players move in turn
    firsts = [_first(sample, cards["round_taken"].to_numpy(float)), _first(sample, completed)]
    table = winners_and_others(sample, np.column_stack([sample.scores, *firsts]), limits)
    table.insert(0, "measure", [SCORE] * rounds + [FIRST_TAKEN, FIRST_COMPLETED])
    table.insert(1, "round", pd.array([*range(1, rounds + 1), None, None], "Int64"))
    return with_certainty(table, limits, "n")


def _first(sample: Sample, rounds: NDArray[np.float64]) -> NDArray[np.float64]:
    first = np.full(len(sample.seats), np.inf)
    known = ~np.isnan(rounds)
    np.minimum.at(first, sample.cards["seat_index"].to_numpy()[known], rounds[known])
    return np.where(np.isinf(first), np.nan, first)
