"""How strong each player is, and who beats whom."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.ratings import rating_history
from harmonies_cli.statistics.strength.regression import mean_effects
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["head_to_head", "history_of", "players_table"]


def history_of(sample: Sample) -> pd.DataFrame:
    """Return the rating of each player after each game, in the order of the dates; undated games come last."""
    order = sample.games["date"].astype(object).where(sample.games["date"].notna(), "~")
    place = np.argsort(np.argsort(order.to_numpy(str), kind="stable"), kind="stable")
    rows = np.argsort(place[sample.game], kind="stable")
    return rating_history(sample.seats[["game_index", "player", "rank"]].iloc[rows])


def players_table(sample: Sample, limits: Limits, history: pd.DataFrame) -> pd.DataFrame:
    """Return games, win share, mean and rating of each player.

    Parameters
    ----------
    sample
        The games.
    limits
        From how many games on a player is ranked.
    history
        What `history_of` returns.
    """
    seats, game = sample.seats, sample.game
    who, names = pd.factorize(seats["player"].astype(object), sort=True)
    number = len(names)
    called = _names(sample)
    games = np.bincount(who, minlength=number)
    table = pd.DataFrame(
        {
            "player": names.astype(object),
            "name": [called[player] for player in names],
            "n": games,
            "wins": np.bincount(who, sample.win_share, minlength=number),
            "total_sum": np.bincount(who, seats["total"].to_numpy(float), minlength=number).astype(int),
        }
    )
    table["win_share_expected"] = np.bincount(who, 1 / seats["players"].to_numpy(), minlength=number) / games
    over = sample.win_points - seats["expected_points"].to_numpy()
    measures = (
        ("win_share", sample.win_share),
        ("win_points", sample.win_points),
        ("total", adjusted(seats["total"], sample.stratum)),
        ("win_points_over_rating", over),
    )
    for name, values in measures:
        mean, low, high = sample.resampling.means(game, who, values, number)
        table = table.assign(**{name: mean, f"{name}_low": low, f"{name}_high": high})
    p = mean_effects(game, who, sample.win_points - 1, number, alike=True)["p"].where(table["n"] >= limits.ranked)
    table = table.assign(win_points_p=p, win_points_q=benjamini_hochberg(p))
    last = history.groupby("player")[["mu", "sigma", "ordinal"]].last()
    for name in last.columns:
        table[f"rating_{name}"] = last[name].reindex(table["player"]).to_numpy(float)
    return with_certainty(table, limits, "n", "win_points")


def _names(sample: Sample) -> dict[str, str]:
    """Return the name of each player in the last of its games; one without a date counts as the earliest."""
    dates = sample.games["date"].astype(object).where(sample.games["date"].notna(), "").to_numpy(str)
    seats = sample.seats.iloc[np.argsort(dates[sample.game], kind="stable")]
    return dict(zip(seats["player"], seats["name"], strict=True))


def head_to_head(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return for each two players who met: games, and how the first fared against the second.

    A game counts 1 for the player of better rank, 1/2 for equal ranks.
    """
    rows = sample.seats[["game_index", "seat", "player", "rank", "total"]]
    met = rows.merge(rows, on="game_index", suffixes=("", "_other"))
    met = met[met["player"] != met["player_other"]]
    better = np.sign(met["rank_other"].to_numpy(float) - met["rank"].to_numpy(float))
    met = met.assign(beaten=(better + 1) / 2, margin=met["total"] - met["total_other"])
    table = (
        met.groupby(["player", "player_other"], observed=True, sort=True)
        .agg(n=("beaten", "size"), beaten=("beaten", "sum"), margin=("margin", "mean"))
        .reset_index()
        .rename(columns={"player_other": "opponent"})
    )
    table["beaten_share"] = table["beaten"] / table["n"]
    names = _names(sample)
    table.insert(2, "name", table["player"].map(names))
    table.insert(3, "opponent_name", table["opponent"].map(names))
    return with_certainty(table, limits, "n", "beaten_share")
