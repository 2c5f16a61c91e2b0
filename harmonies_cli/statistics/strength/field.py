"""One player against the field and against the player's own past: rows, pace and cards, the trend, the opponents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.selection import matching_names
from harmonies_cli.statistics.strength.certainty import Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import mean, share
from harmonies_cli.statistics.strength.offers import LADDER_ENDS
from harmonies_cli.statistics.strength.player_games import best_games, dated_seats, days_in_words, streaks
from harmonies_cli.statistics.strength.regression import (
    UNKNOWN,
    Effect,
    effect_columns,
    effect_of,
    reach_of,
    shrunk_columns,
)
from harmonies_cli.statistics.strength.rows import ROW_MEASURES, row_points
from harmonies_cli.statistics.strength.sample import Floats, Sample, bits_of, codes
from harmonies_cli.statistics.strength.seats import FIRST_COMPLETED, FIRST_TAKEN, round_scores

__all__ = ["FIELD_TABLES", "field_tables", "seats_of"]

FIELD_TABLES = ("field", "field_past", "field_trend", "field_opponents", "field_streaks", "field_games")

_PERIODS = 6
_DAYS = 365.25
_PACE = (2, 4, 6, 8)
_STRONGER = ("stronger opponents", "weaker opponents", "level, or unknown")


def seats_of(sample: Sample, player: str) -> NDArray[np.bool_]:
    """Return which seats are a player's, by identity or by name."""
    meant = matching_names(player, {*sample.names, *sample.labels})
    identity, label = (np.array([name in meant for name in names], bool) for names in (sample.names, sample.labels))
    return np.asarray(identity[sample.column("player")] | label[sample.column("label")], bool)


def field_tables(sample: Sample, player: str, limits: Limits, history: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the tables of `FIELD_TABLES` of a player.

    Parameters
    ----------
    sample
        All games; the field is all other seats, in the player's own games and in games without the player.
    player
        Identity or name.
    limits
        The numbers of games from which a comparison is tested.
    history
        What `players.history_of` returns: ratings for games that record none.
    """
    own = seats_of(sample, player)
    if not own.any():
        return {}
    return {
        "field": _compared(sample, own, own, np.ones(len(own), bool), limits),
        "field_past": _past(sample, own, limits),
        "field_trend": _trend(sample, own, limits),
        "field_opponents": _opponents(sample, own, limits, history),
        "field_streaks": streaks(sample, own),
        "field_games": best_games(sample, own),
    }


def _compared(
    sample: Sample, own: NDArray[np.bool_], flags: NDArray[np.bool_], among: NDArray[np.bool_], limits: Limits
) -> pd.DataFrame:
    """Compare some seats with others within kinds of game; differences are pulled towards 0, more so for a small n.

    Parameters
    ----------
    own
        The player's seats.
    flags
        The seats to compare with the others.
    among
        The seats that count; if all are the player's, there are no take rates and points of cards.
    """
    aspects = [("points by row", _row_points(sample)), ("cards in a game", _cards(sample)), ("pace", _pace(sample))]
    if not own[among].all():
        aspects += [("card taken when it could be", _takes(sample)), ("points of a card", _card_points(sample))]
    tables = []
    for aspect, measures in aspects:
        rows: list[dict[str, Any]] = []
        effects: list[Effect] = []
        for name, values in measures.items():
            known = ~np.isnan(values) & among
            flag, y = flags[known], values[known]
            numbers = int(flag.sum()), int((~flag).sum())
            effects.append(
                effect_of(flag, y, sample.column("kind")[known], sample.game[known]) if min(numbers) > 1 else UNKNOWN
            )
            means = [y[some].mean() if some.any() else np.nan for some in (flag, ~flag)]
            rows.append({"what": name, "n": numbers[0], "field_n": numbers[1], "own": means[0], "field": means[1]})
        table = pd.DataFrame(rows)
        table.insert(0, "aspect", aspect)
        ranked = table[["n", "field_n"]].min(axis=1).to_numpy() >= limits.ranked
        error = np.array([one.error for one in effects])
        table = table.assign(**effect_columns("difference", effects, ranked))
        usable = table["difference_low"].notna().to_numpy()
        tables.append(table.assign(**shrunk_columns("difference", table["difference"], error, usable)))
    table = pd.concat(tables, ignore_index=True)
    table = with_q(rows_where(dict(table.items()), table["n"] > 0), "difference")
    return pd.DataFrame(with_certainty(table, limits, ("n", "field_n")))


def _past(sample: Sample, own: NDArray[np.bool_], limits: Limits) -> pd.DataFrame:
    """Return the later half of the player's dated games against the earlier half; empty without dates."""
    seat, when = dated_seats(sample, own)
    if len(seat) < 2 or when[0] == when[-1]:
        return pd.DataFrame()
    later, among = np.zeros(len(own), bool), np.zeros(len(own), bool)
    among[seat] = True
    later[seat[len(seat) // 2 :]] = True
    table = _compared(sample, own, later, among, limits)
    return table.rename(columns={"n": "later_n", "field_n": "earlier_n", "own": "later", "field": "earlier"})


def _row_points(sample: Sample) -> dict[str, Floats]:
    return dict(zip(ROW_MEASURES, row_points(sample).T, strict=True))


def _pace(sample: Sample) -> dict[str, Floats]:
    measures = {}
    for name, column in ((FIRST_TAKEN, "first_card"), (FIRST_COMPLETED, "first_completed")):
        rounds = sample.column(column).astype(float)
        measures[f"round of the {name}"] = np.where(rounds > 0, rounds, np.nan)
    scores = round_scores(sample)
    for number in _PACE:
        if number <= scores.shape[1]:
            measures[f"score after round {number}"] = scores[:, number - 1]
    return measures


def _cards(sample: Sample) -> dict[str, Floats]:
    """Return how many animal cards each seat takes, completes, and takes without scoring."""
    card, seat = codes(sample.cards["card"], ANIMAL_IDS), sample.cards["seat_index"].to_numpy(np.int64)
    points = sample.cards["points"].to_numpy(float)
    taken, completed, nothing = (
        np.bincount(seat, one, minlength=len(sample)).astype(float)
        for one in (np.ones(len(seat)), points == LADDER_ENDS[card], points == 0)
    )
    measures = {
        "animal cards taken": taken,
        "animal cards completed": completed,
        "share of its animal cards completed": share(completed, taken),
        "animal cards that scored nothing": nothing,
    }
    is_known = sample.column("sheet") == 0
    return {name: np.where(is_known, values, np.nan) for name, values in measures.items()}


def _takes(sample: Sample) -> dict[str, Floats]:
    taken, could = (bits_of(sample.column(name)) for name in ("taken", "could"))
    chance = could | (taken & (sample.views > 0))
    return {card: np.where(chance[:, at], taken[:, at] * 1.0, np.nan) for at, card in enumerate(ANIMAL_IDS)}


def _card_points(sample: Sample) -> dict[str, Floats]:
    card, seat = codes(sample.cards["card"], ANIMAL_IDS), sample.cards["seat_index"].to_numpy(np.int64)
    points = np.full((len(sample), len(ANIMAL_IDS)), np.nan)
    points[seat, card] = sample.cards["points"].to_numpy(float)
    return {card: points[:, at] for at, card in enumerate(ANIMAL_IDS)}


def _trend(sample: Sample, own: NDArray[np.bool_], limits: Limits) -> pd.DataFrame:
    """Return the player's dated games in periods of equally many games, with the yearly change (least squares)."""
    seat, when = dated_seats(sample, own)
    if len(seat) == 0:
        return pd.DataFrame()
    periods = max(1, min(_PERIODS, len(seat) // max(limits.ranked, 1)))
    period = np.arange(len(seat)) * periods // len(seat)
    of_seat = np.full(len(sample), -1)
    of_seat[seat] = period
    n = sample.sums(of_seat, periods)
    every = np.zeros(len(sample), np.int64)
    base = sample.sums(every, 1, sample.column("total")), sample.sums(every, 1)
    wins = sample.column("win12") * sample.column("players")
    days_of = [days_in_words(when[period == one]) for one in range(periods)]
    table = {
        "first_day": [one[0] for one in days_of],
        "last_day": [one[-1] for one in days_of],
        "n": n.sum(axis=(0, 1)).astype(int),
        **mean(_win_points(sample, of_seat, periods, wins), n).columns("win_points", 0),
        **mean(sample.sums(of_seat, periods, sample.column("total")), n, base=base).columns("total"),
    }
    slopes = _slope(sample, seat, when, wins[seat] / 12, limits)
    table = with_certainty(table, limits, "n")
    return pd.DataFrame(table | {f"win_points_a_year{end}": one for end, one in slopes.items()})


def _win_points(sample: Sample, cell: NDArray[Any], cells: int, wins: NDArray[Any]) -> Floats:
    """Return sums of win points given in twelfths."""
    return sample.sums(cell, cells, wins) / 12


def _slope(sample: Sample, seat: NDArray[Any], when: Floats, y: Floats, limits: Limits) -> dict[str, float]:
    """Return the yearly change of a measure with the ends of its interval; missing for few games or a single day."""
    missing = {"": np.nan, "_low": np.nan, "_high": np.nan}
    years = (when - when.mean()) / _DAYS
    spread = float(years @ years)
    if len(seat) < max(limits.ranked, 3) or spread < 1e-12:
        return missing
    centred = y - y.mean()
    value = float(years @ centred) / spread
    left = centred - value * years
    _, cluster = np.unique(sample.game[seat], return_inverse=True)
    clusters, free = int(cluster.max()) + 1, len(seat) - 2
    scores = np.bincount(cluster, years * left)
    clustered = np.sqrt(scores @ scores * clusters / max(clusters - 1, 1) * (len(seat) - 1) / free) / spread
    error = max(float(clustered), float(np.sqrt(left @ left / free / spread)))
    reach = float(reach_of(error, clusters))
    return {"": value, "_low": value - reach, "_high": value + reach}


def _opponents(sample: Sample, own: NDArray[np.bool_], limits: Limits, history: pd.DataFrame) -> pd.DataFrame:
    """Return how the player fares against opponents who are, on average, stronger or weaker.

    Ratings are the recorded ones or, if a game lacks one, those computed from all games.
    """
    last = history.groupby("player", observed=True)["mu"].last()
    computed = last.reindex(np.array(sample.names, object)).to_numpy(float)[sample.column("player")]
    recorded = sample.column("rating")
    games = len(sample.games)
    lacking = np.bincount(sample.game, np.isnan(recorded), minlength=games) > 0
    rating = np.where(lacking[sample.game], computed, recorded)
    others = np.bincount(sample.game[~own], rating[~own], minlength=games)
    number = np.bincount(sample.game[~own], minlength=games)
    with np.errstate(invalid="ignore", divide="ignore"):
        difference = (others / number)[sample.game] - rating
    cell = np.where(difference > 0, 0, np.where(difference < 0, 1, 2))
    cell = np.where(own, cell, -1)
    n = sample.sums(cell, len(_STRONGER))
    wins = _win_points(sample, cell, len(_STRONGER), sample.column("win12") * sample.column("players"))
    table = {"opponents": _STRONGER, "n": n.sum(axis=(0, 1)).astype(int), **mean(wins, n).columns("win_points", 0)}
    return pd.DataFrame(with_certainty(rows_where(table, table["n"] > 0), limits, "n"))
