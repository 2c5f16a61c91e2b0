"""The games of one player: in the order of their dates, runs of wins, and the best of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.sample import Floats, Ints, Sample

__all__ = ["best_games", "dated_seats", "days_in_words", "days_of", "streaks"]

_MOST = 10
_FIRST_DAY = pd.Timestamp("2020-01-01", tz="UTC")
_SECONDS = 86400


def days_of(sample: Sample) -> Floats:
    """Return the date of each game in days; missing without a date."""
    dates = pd.to_datetime(
        pd.Series(sample.games["date"].to_numpy(object)), errors="coerce", utc=True, format="ISO8601"
    )
    return np.asarray((dates - _FIRST_DAY).dt.total_seconds().to_numpy(float) / _SECONDS, float)


def dated_seats(sample: Sample, own: NDArray[np.bool_]) -> tuple[Ints, Floats]:
    """Return the player's seats in games with a date, in the order of the dates, and the dates in days."""
    days = days_of(sample)
    seat = np.flatnonzero(own & ~np.isnan(days[sample.game]))
    when = days[sample.game[seat]]
    order = np.argsort(when, kind="stable")
    return seat[order], when[order]


def days_in_words(when: Floats) -> list[str]:
    """Return days as dates."""
    return list((_FIRST_DAY + pd.to_timedelta(when * _SECONDS, unit="s").round("s")).strftime("%Y-%m-%d"))


def streaks(sample: Sample, own: NDArray[np.bool_]) -> pd.DataFrame:
    """Return the longest runs of games won and not won, and the current run, with their first and last days.

    A shared victory is a victory here. Only games with a date count; the later of two equally long runs is returned.
    """
    seat, when = dated_seats(sample, own)
    if len(seat) == 0:
        return pd.DataFrame()
    won = sample.column("rank")[seat] == 1
    edges = np.flatnonzero(np.r_[True, won[1:] != won[:-1], True])
    runs = [(int(last - first), first, last - 1) for first, last in pairwise(edges)]
    wins, others = ([run for run in runs if won[run[1]] == victory] for victory in (True, False))
    words = "present run of wins" if won[-1] else "present run without a win"
    named = [("longest run of wins", wins), ("longest run without a win", others), (words, runs[-1:])]
    rows = [(name, *max(some, key=lambda run: (run[0], run[1]))) for name, some in named if some]
    days = days_in_words(when)
    return pd.DataFrame(
        [(name, length, days[first], days[last]) for name, length, first, last in rows],
        columns=["streak", "n", "first_day", "last_day"],
    )


def best_games(sample: Sample, own: NDArray[np.bool_]) -> pd.DataFrame:
    """Return the player's games with the highest totals; games of several players."""
    seat = np.flatnonzero(own)
    total, dates = sample.column("total"), sample.games["date"].to_numpy(object)[sample.game]
    seat = seat[np.lexsort((sample.game[seat], -total[seat]))][:_MOST]
    rows = []
    for one in seat:
        others = np.flatnonzero((sample.game == sample.game[one]) & (np.arange(len(sample)) != one))
        best = others[np.argmax(total[others])]
        kind = sample.kinds[int(sample.column("kind")[one])]
        rank = int(sample.column("rank")[one])
        game = int(sample.games["game"].to_numpy()[sample.game[one]])
        name = sample.column("name")[best]
        rows.append(
            (
                game,
                str(dates[one])[:10] or "not known",
                str(kind),
                int(total[one]),
                rank,
                name,
                int(total[one] - total[best]),
            )
        )
    columns = ["game", "day", "kind", "total", "rank", "opponent_name", "margin"]
    return pd.DataFrame(rows, columns=columns)
