"""The games under analysis, in the form that the strength tables are computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.intervals import Resampling
from harmonies_cli.statistics.strength.ratings import elo_expectation
from harmonies_cli.statistics.strength.strata import STRATUM, stratum_label

__all__ = ["Sample", "codes", "sample_of"]


@dataclass(frozen=True)
class Sample:
    """Games with all that belongs to them; rows are tied together by `game_index` and `seat_index`.

    Attributes
    ----------
    games
        The games, with `stratum`, the number of their kind.
    seats
        The seats by game and seat, with `stratum`, `players`, `win_points` (players x win share: 1 is average) and
        `expected_points` (what ratings lead one to expect of them; missing where a rating is).
    cards, spirits
        The row tables of these names.
    seen
        Seats by animal cards: whether the seat had it on offer.
    scores
        Seats by rounds: total after the round, missing if there was none.
    colours
        Seats by (`offered`, `taken`, `expected`) by tokens: numbers of tokens in the turns that are fully recorded.
    strata
        The kinds of game in words.
    """

    games: pd.DataFrame
    seats: pd.DataFrame
    cards: pd.DataFrame
    spirits: pd.DataFrame
    seen: NDArray[np.bool_]
    scores: NDArray[np.float32]
    colours: NDArray[np.float32]
    strata: list[str]
    resampling: Resampling = field(repr=False)

    @property
    def game(self) -> NDArray[np.int64]:
        """The game of each seat."""
        return np.asarray(self.seats["game_index"], np.int64)

    @property
    def stratum(self) -> NDArray[np.int64]:
        """The kind of game of each seat."""
        return np.asarray(self.seats["stratum"], np.int64)

    @property
    def win_share(self) -> NDArray[np.float64]:
        """The win share of each seat."""
        return np.asarray(self.seats["win_share"], float)

    @property
    def win_points(self) -> NDArray[np.float64]:
        """Players x win share of each seat."""
        return np.asarray(self.seats["win_points"], float)

    def of(self, games: NDArray[np.bool_]) -> Sample:
        """Return the part with some of the games."""
        if games.all():
            return self
        game_number = np.cumsum(games) - 1
        seats = games[self.game]
        seat_number = np.cumsum(seats) - 1

        def part(table: pd.DataFrame, kept: NDArray[np.bool_]) -> pd.DataFrame:
            rows = table[kept].reset_index(drop=True)
            rows["game_index"] = game_number[rows["game_index"].to_numpy()]
            rows["seat_index"] = seat_number[rows["seat_index"].to_numpy()]
            return rows

        return replace(
            self,
            games=self.games[games].reset_index(drop=True),
            seats=part(self.seats, seats),
            cards=part(self.cards, games[self.cards["game_index"].to_numpy()]),
            spirits=part(self.spirits, games[self.spirits["game_index"].to_numpy()]),
            seen=self.seen[seats],
            scores=self.scores[seats],
            colours=self.colours[seats],
            resampling=Resampling(int(games.sum())),
        )


def codes(column: pd.Series, values: tuple[str, ...]) -> NDArray[np.int64]:
    """Return the number of each word in `values`; -1 for none."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        of_categories = codes(column.cat.categories.to_series(), values)
        with_none = np.append(of_categories, -1)  # the code of none is -1
        return np.asarray(with_none[column.cat.codes.to_numpy()], np.int64)
    return np.asarray(pd.Index(values).get_indexer(column.astype(object)), np.int64)


def sample_of(
    games: pd.DataFrame,
    seats: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    matrices: tuple[NDArray[np.bool_], NDArray[np.float32], NDArray[np.float32]],
) -> Sample:
    """Return the sample of selected games.

    Parameters
    ----------
    games, seats
        The selected rows, sorted by game and seat.
    tables
        `cards` and `spirits`, with the rows of these games, sorted.
    matrices
        `seen`, `scores` and `colours` (see `Sample`).
    """
    kinds = games[STRATUM].assign(side=games["side"].astype(str), spirits=games["spirits"].fillna(False).astype(bool))
    order = kinds.drop_duplicates().sort_values(STRATUM, ignore_index=True)
    stratum = kinds.merge(order.assign(stratum=order.index), on=STRATUM, how="left")["stratum"].to_numpy()
    strata = [stratum_label(int(row.players), row.side, row.spirits) for row in order.itertuples()]
    games = games.assign(
        stratum=stratum, side=kinds["side"], spirits=kinds["spirits"], players=games["players"].astype(int)
    )
    index = np.searchsorted(games["game"].to_numpy(), seats["game"].to_numpy())
    players = games["players"].to_numpy()[index]
    seats = seats.assign(
        game_index=index,
        seat_index=np.arange(len(seats)),
        players=players,
        stratum=stratum[index],
        win_points=players * seats["win_share"].to_numpy(float),
    )
    seats["expected_points"] = _expected(seats)
    return Sample(
        games,
        seats,
        _indexed(tables["cards"], seats),
        _indexed(tables["spirits"], seats),
        *matrices,
        strata,
        Resampling(len(games)),
    )


def _indexed(table: pd.DataFrame, seats: pd.DataFrame) -> pd.DataFrame:
    where = seats[["game", "seat", "seat_index", "game_index", "stratum"]]
    return table.merge(where, on=["game", "seat"], how="inner", sort=False)


def _expected(seats: pd.DataFrame) -> NDArray[Any]:
    """Return twice the Elo expectation, so that like win points it is 1 on average in a game of any size."""
    expected = np.full(len(seats), np.nan)
    players, ratings = seats["players"].to_numpy(), seats["rating"].to_numpy(float)
    for number in np.unique(players[players > 1]):
        rows = np.flatnonzero(players == number)
        if len(rows) % number == 0:
            expected[rows] = 2 * elo_expectation(ratings[rows].reshape(-1, number)).ravel()
    return expected
