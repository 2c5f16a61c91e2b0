"""How strong each player is, and who beats whom."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import Estimate, fixed, mean, share
from harmonies_cli.statistics.strength.ratings import expected_points, rating_history, ratings_after
from harmonies_cli.statistics.strength.sample import Floats, Sample

__all__ = ["KeptRatings", "head_to_head", "history_of", "names_of", "players_table", "thinned"]

_BLOCK = 400
_MOST_POINTS = 200


class KeptRatings(Protocol):
    """Keeps the ratings after the dated games, so later games continue from there."""

    def load(self, seats: pd.DataFrame) -> tuple[Floats, Floats] | None:
        """Return the kept result of `ratings.ratings_after` for the first of the seats, if any."""

    def save(self, seats: pd.DataFrame, mu: Floats, sigma: Floats) -> None:
        """Keep it for these seats."""


def history_of(sample: Sample, kept: KeptRatings | None = None) -> pd.DataFrame:
    """Return the rating of each player after each game, in the order of the dates; undated games come last.

    The column `dated` marks the games with a date.

    Parameters
    ----------
    sample
        The games.
    kept
        Where ratings after the dated games can be kept.
    """
    dates = sample.games["date"].to_numpy(str)
    place = np.argsort(np.argsort(np.where(dates == "", "~", dates), kind="stable"), kind="stable")
    rows = np.argsort(place[sample.game], kind="stable")
    seats = pd.DataFrame(
        {
            "game_index": sample.game,
            "game": sample.games["game"].to_numpy(np.int64)[sample.game],
            "player": np.array(sample.names, object)[sample.column("player")],
            "rank": sample.column("rank"),
            "dated": (dates != "")[sample.game],
        }
    ).iloc[rows]
    dated = seats[seats["dated"].to_numpy(bool)]
    known = kept.load(dated) if kept is not None else None
    if kept is not None and (known is None or len(known[0]) < len(dated)):
        known = ratings_after(dated, known)
        kept.save(dated, *known)
    return rating_history(seats, known)


def thinned(history: pd.DataFrame) -> pd.DataFrame:
    """Return a course of ratings with at most about 200 games of each player, the last included."""
    number = history["game_number"].to_numpy(np.int64)
    last = history.groupby("player")["game_number"].transform("max").to_numpy(np.int64)
    step = -(-last // _MOST_POINTS)
    return history[(number % step == 0) | (number == last)].reset_index(drop=True)


def players_table(sample: Sample, limits: Limits, history: pd.DataFrame | None) -> Columns:
    """Return games, win share, mean and rating of each player; intervals for those with enough games to be ranked.

    Parameters
    ----------
    sample
        The games.
    limits
        The number of games from which a player is ranked.
    history
        What `history_of` returns; without it there are no ratings.
    """
    who, number = sample.column("player"), len(sample.names)
    games = np.bincount(who, minlength=number)
    called = names_of(sample)
    table: Columns = {
        "player": np.array(sample.names, object),
        "name": [called.get(player, "") for player in sample.names],
        "n": games,
        "wins": np.bincount(who, sample.column("win12"), minlength=number) / 12,
        "total_sum": np.bincount(who, sample.column("total"), minlength=number).astype(int),
    }
    table["win_share_expected"] = share(np.bincount(who, 12 // sample.column("players"), minlength=number) / 12, games)
    for name, estimate in _estimates(sample, games >= limits.ranked).items():
        table |= estimate.columns(name)
        if name == "win_points":
            table["win_points_p"] = np.where(games >= limits.ranked, estimate.p, np.nan)
    # A sample of some kinds of game still names players of the others.
    table = with_q(rows_where(table, games > 0), "win_points")
    for name in ("mu", "sigma", "ordinal"):
        table[f"rating_{name}"] = np.full(len(table["n"]), np.nan)
        if history is not None:
            last = history.groupby("player")[name].last()
            table[f"rating_{name}"] = last.reindex(table["player"]).to_numpy(float)
    return with_certainty(table, limits, "n", "win_points")


def _estimates(sample: Sample, ranked: np.ndarray) -> dict[str, Estimate]:
    """Return the means of each player; intervals are computed block by block, as there may be many."""
    who = sample.column("player")
    every = np.zeros(len(sample), np.int64)
    over = sample.win_points - expected_points(sample.column("rating"), sample.column("players"))
    total = sample.column("total")
    base = sample.sums(every, 1, total), sample.sums(every, 1)
    measures: dict[str, tuple[Floats, float]] = {
        "win_share": (sample.column("win12") * 1.0, 12.0),
        "win_points": (sample.column("win12") * sample.column("players") * 1.0, 12.0),
        "total": (total * 1.0, 1.0),
        "win_points_over_rating": (fixed(over), 1.0),
    }
    order = np.concatenate([np.flatnonzero(ranked), np.flatnonzero(~ranked)])
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    blocks = np.flatnonzero(ranked)
    found: dict[str, Estimate] = {}
    for name, (values, unit) in measures.items():
        known = ~np.isnan(values)
        n = np.bincount(who[known], minlength=len(ranked))
        if name == "total":
            plain = _total_of_few(sample, base)
        else:
            plain = share(np.bincount(who[known], values[known], minlength=len(ranked)) / unit, n)
        columns = [plain, *(np.full(len(ranked), np.nan) for _ in range(3))]
        for start in range(0, len(blocks), _BLOCK):
            some = blocks[start : start + _BLOCK]
            cell = np.where(ranked[who], place[who] - start, -1)
            cell[cell >= len(some)] = -1
            number = sample.sums(cell, len(some), np.where(known, 1.0, np.nan))
            sums = sample.sums(cell, len(some), values) / unit
            estimate = mean(sums, number, null=1.0, base=base if name == "total" else None)
            for column, part in zip(columns, estimate, strict=True):
                column[some] = part
        found[name] = Estimate(*columns)
    return found


def _total_of_few(sample: Sample, base: tuple[Floats, Floats]) -> Floats:
    """Return the mean total of each player, adjusted for the kinds of game."""
    of_kind, number = (one.sum(axis=(1, 2)) for one in base)
    shift = of_kind.sum() / max(number.sum(), 1) - share(of_kind, number)
    who = sample.column("player")
    adjusted = sample.column("total") + shift[sample.column("kind")]
    return share(np.bincount(who, adjusted, minlength=len(sample.names)), np.bincount(who, minlength=len(sample.names)))


def names_of(sample: Sample) -> dict[str, str]:
    """Return the name of each player in the last of its games; one without a date counts as the earliest."""
    dates = sample.games["date"].astype("category").cat.codes.to_numpy()  # categories are sorted
    rows = np.argsort(dates[sample.game], kind="stable")
    last = np.full(len(sample.names), -1)
    last[sample.column("player")[rows]] = sample.column("label")[rows]  # of several, the last stays
    return {player: sample.labels[label] for player, label in zip(sample.names, last, strict=True) if label >= 0}


def head_to_head(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return for each pair of players who met: games, and how the first fared against the second.

    A game counts 1 for the player with the better rank, 1/2 for equal ranks.
    """
    rows = pd.DataFrame({name: sample.column(name) for name in ("game", "seat", "player", "rank", "total")})
    met = rows.merge(rows, on="game", suffixes=("", "_other"))
    met = met[met["player"] != met["player_other"]]
    better = np.sign(met["rank_other"].to_numpy(float) - met["rank"].to_numpy(float))
    met = met.assign(beaten=(better + 1) / 2, margin=met["total"] - met["total_other"])
    table = (
        met.groupby(["player", "player_other"], sort=True)
        .agg(n=("beaten", "size"), beaten=("beaten", "sum"), margin=("margin", "mean"))
        .reset_index()
        .rename(columns={"player_other": "opponent"})
    )
    table["beaten_share"] = table["beaten"] / table["n"]
    identities = np.array(sample.names, object)
    for name in ("player", "opponent"):
        table[name] = identities[table[name].to_numpy(np.int64)]
    names = names_of(sample)
    table.insert(2, "name", table["player"].map(names))
    table.insert(3, "opponent_name", table["opponent"].map(names))
    return pd.DataFrame(with_certainty(dict(table.items()), limits, "n", "beaten_share"))
