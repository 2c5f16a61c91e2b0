"""What ratings lead one to expect, and ratings computed from the games themselves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

__all__ = ["elo_expectation", "rating_history"]

_SPREAD = 400


def elo_expectation(ratings: NDArray[Any]) -> NDArray[np.float64]:
    """Return the Elo expectation of each seat: the mean of its pairwise ones.

    Parameters
    ----------
    ratings
        Games by seats; a game with a missing rating has no expectation.
    """
    seats = ratings.shape[1]
    pairwise = 1 / (1 + 10 ** ((ratings[:, None, :] - ratings[:, :, None]) / _SPREAD))
    return np.asarray((pairwise.sum(axis=2) - 0.5) / (seats - 1), float)


def rating_history(seats: pd.DataFrame) -> pd.DataFrame:
    """Return the OpenSkill rating of each player after each of its games.

    Parameters
    ----------
    seats
        Seats in the order in which games are rated, with `game_index`, `player` and `rank`. Games in which one player
        has two seats say nothing and are left out.

    Returns
    -------
    pandas.DataFrame
        `player`, `game_number` (of the player's, from 1), `mu`, `sigma` and `ordinal` (mu - 3 sigma).
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, Any] = {}
    numbers: dict[str, int] = {}
    rows: list[tuple[str, int, float, float]] = []
    games, players, ranks = seats["game_index"].to_numpy(), seats["player"].tolist(), seats["rank"].tolist()
    bounds = np.flatnonzero(np.r_[True, games[1:] != games[:-1], True]) if len(games) else np.zeros(0, int)
    for start, end in pairwise(bounds):
        table = players[start:end]
        if len(set(table)) < len(table) or len(table) < 2:
            continue
        teams = [[known.get(player) or model.rating(name=player)] for player in table]
        for player, [rating] in zip(table, model.rate(teams, ranks=ranks[start:end]), strict=True):
            known[player] = rating
            numbers[player] = numbers.get(player, 0) + 1
            rows.append((player, numbers[player], rating.mu, rating.sigma))
    history = pd.DataFrame(rows, columns=["player", "game_number", "mu", "sigma"])
    return history.assign(ordinal=history["mu"] - 3 * history["sigma"])
