"""Win points expected from ratings or from results, and ratings computed from the games themselves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.intervals import fixed
from harmonies_cli.statistics.strength.sample import Floats, Sample

__all__ = ["expected_by_strength", "expected_points", "player_terms", "rating_history", "ratings_after"]

_SPREAD = 400
_PRIOR = 0.25
_MOST_STEPS = 300
_CLOSE = 1e-6
_FEWEST = 2
_PART = 6
"""A player with this share of the games needed to rank a row has a term; all others count as average."""


def expected_points(rating: NDArray[Any], players: NDArray[Any]) -> NDArray[np.float64]:
    """Return the win points expected from ratings: players x 10^(R/400) over the sum over the game's seats.

    Parameters
    ----------
    rating
        By seat, the seats of a game together; a game with a missing rating has no expectation.
    players
        Number of players of the seat's game.
    """
    expected = np.full(len(rating), np.nan)
    if np.isnan(rating).all():
        return expected
    for number in np.unique(players[players > 1]):
        rows = np.flatnonzero(players == number)
        ratings = np.asarray(rating[rows], float).reshape(-1, number)
        strength = 10 ** ((ratings - ratings.max(axis=1, keepdims=True)) / _SPREAD)
        share = strength / strength.sum(axis=1, keepdims=True)
        expected[rows] = fixed(number * share).ravel()
    return expected


def expected_by_strength(
    game: NDArray[Any], player: NDArray[Any], win_share: NDArray[Any], players: NDArray[Any]
) -> NDArray[np.float64]:
    """Return the win points expected from the players' results, taking the opponents into account.

    Strengths are those of Bradley, Terry and Luce, by Hunter's iteration (Ann. Statist. 32, 2004). Each player gets an
    extra quarter of a game against an average player, half won, so even a player who won all games has a strength.

    Parameters
    ----------
    game, player, win_share, players
        By seat: its game, its player (both from 0), its win share, and the number of players of its game.
    """
    wins = np.bincount(player, win_share) + _PRIOR / 2
    strength = np.ones(len(wins))
    for _ in range(_MOST_STEPS):
        whole = np.bincount(game, strength[player])
        met = np.bincount(player, 1 / whole[game], minlength=len(wins)) + _PRIOR / (strength + 1)
        new = wins / met
        new /= np.exp(np.log(new).mean())
        change = float(np.abs(np.log(new / strength)).max())
        strength = new
        if change < _CLOSE:
            break
    own = strength[player]
    return np.asarray(players * own / np.bincount(game, own)[game], float)


def player_terms(sample: Sample, limits: Limits) -> NDArray[Any] | None:
    """Return the number of the term of each seat's player: 0 for all with too few games; None if all have the same."""
    player = sample.column("player")
    enough = np.bincount(player, minlength=len(sample.names)) >= max(_FEWEST, limits.ranked // _PART)
    term = np.where(enough, np.cumsum(enough), 0)[player]
    return term if len(np.unique(term)) > 1 else None


def rating_history(seats: pd.DataFrame, known: tuple[Floats, Floats] | None = None) -> pd.DataFrame:
    """Return the OpenSkill rating of each player after each of its games.

    Parameters
    ----------
    seats
        Seats in the order in which games are rated, with `game_index`, `player`, `rank` and `dated`. Games in which one
        player has two seats are left out.
    known
        The result of `ratings_after` for the first seats, which are not rated again.

    Returns
    -------
    pandas.DataFrame
        `player`, `game_number` (among the player's, from 1), `dated`, `mu`, `sigma` and `ordinal` (mu - 3 sigma).
    """
    mu, sigma = ratings_after(seats, known)
    rated = ~np.isnan(mu)
    player = seats["player"][rated].reset_index(drop=True)
    history = pd.DataFrame(
        {
            "player": player,
            "game_number": player.groupby(pd.factorize(player)[0]).cumcount() + 1,
            "dated": seats["dated"].to_numpy(bool)[rated],
            "mu": mu[rated],
            "sigma": sigma[rated],
        }
    )
    return history.assign(ordinal=history["mu"] - 3 * history["sigma"])


def ratings_after(seats: pd.DataFrame, known: tuple[Floats, Floats] | None = None) -> tuple[Floats, Floats]:
    """Return mu and sigma of each seat's player after the game, missing if the game is left out."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    codes = pd.factorize(seats["player"])[0]
    mu, sigma = np.full(len(seats), np.nan), np.full(len(seats), np.nan)
    begin = 0 if known is None else len(known[0])
    current: dict[int, Any] = {}
    if known is not None:
        mu[:begin], sigma[:begin] = known
        some = np.flatnonzero(~np.isnan(mu[:begin]))
        last = np.full(codes.max(initial=-1) + 1, -1)
        last[codes[some]] = some  # of a player's rows the last stays
        current = {
            code: model.rating(mu=float(mu[row]), sigma=float(sigma[row]))
            for code, row in enumerate(last.tolist())
            if row >= 0
        }
    games, ranks = seats["game_index"].to_numpy()[begin:], seats["rank"].to_numpy()[begin:].tolist()
    bounds = np.flatnonzero(np.r_[True, games[1:] != games[:-1], True]) if len(games) else np.zeros(0, int)
    players = codes[begin:].tolist()
    for start, end in pairwise(bounds.tolist()):
        table = players[start:end]
        if len(set(table)) < len(table) or len(table) < 2:
            continue
        teams = [[current.get(player) or model.rating()] for player in table]
        rated = model.rate(teams, ranks=ranks[start:end])
        for row, (player, [rating]) in enumerate(zip(table, rated, strict=True), begin + start):
            current[player] = rating
            mu[row], sigma[row] = rating.mu, rating.sigma
    return mu, sigma
