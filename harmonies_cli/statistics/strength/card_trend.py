"""Animal cards over time: how often they are taken and what they bring, in periods with equal numbers of games."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.cards import CARDS as CATALOGUE
from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.intervals import mean, share
from harmonies_cli.statistics.strength.player_games import days_in_words, days_of
from harmonies_cli.statistics.strength.sample import CARDS, Sample, Sums, codes

__all__ = ["LADDER_ENDS", "card_trend_table"]

LADDER_ENDS = np.array([CATALOGUE[CARD_INDEX[name]].points[-1] for name in ANIMAL_IDS], float)
"""What each animal card brings when completed."""
_PERIODS = 6


def card_trend_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return takes, completions, points and win points of each card in each period; empty without several dates."""
    days = days_of(sample)
    dated = np.flatnonzero(~np.isnan(days))
    dated = dated[np.argsort(days[dated], kind="stable")]
    several = len(dated) > 0 and days[dated[0]] < days[dated[-1]]
    periods = max(1, min(_PERIODS, len(dated) // max(limits.ranked, 1))) if several else 1
    period = np.full(len(days), -1)
    period[dated] = np.arange(len(dated)) * periods // max(len(dated), 1)
    card, seat = codes(sample.cards["card"], ANIMAL_IDS), sample.cards["seat_index"].to_numpy(np.int64)
    points = sample.cards["points"].to_numpy(float)
    of_card = period[sample.game[seat]]
    cell, cells = np.where(of_card >= 0, of_card * CARDS + card, -1), periods * CARDS
    n = sample.sums(cell, cells, seat=seat)
    completed = sample.sums(cell, cells, points == LADDER_ENDS[card], seat).sum(axis=(0, 1))
    wins = (sample.column("win12") * sample.column("players"))[seat]
    taken = n.sum(axis=(0, 1))
    edges = [days[period == one] for one in range(periods)]
    first, last = (
        np.repeat(days_in_words(np.array([end(one) if len(one) else 0.0 for one in edges])), CARDS)
        for end in (np.min, np.max)
    )
    table = pd.DataFrame(
        {
            "card": np.tile(ANIMAL_IDS, periods),
            "first_day": first.astype(object),
            "last_day": last.astype(object),
            "taken": taken.astype(int),
            "completion_rate": share(completed, taken),
            **mean(sample.sums(cell, cells, points, seat), n, proportional=True).columns("points"),
            **mean(sample.sums(cell, cells, wins, seat) / 12, n).columns("win_points"),
        }
    )
    table = table[(table["taken"] > 0) & (periods > 1)].reset_index(drop=True)
    return with_certainty(table, limits, "taken")
