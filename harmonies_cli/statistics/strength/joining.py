"""Compact and join samples of parts of the games: data that cannot be summed are kept in compact columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.losses import SEAT_LOSSES
from harmonies_cli.statistics.strength.places import Places, narrow
from harmonies_cli.statistics.strength.sample import Ints, Sample, codes

__all__ = ["MOST_GAMES", "compact", "joined", "light", "of_most_games"]

MOST_GAMES = 20_000
"""The most games of a kind used for regressions: those with the smallest keys, which are as good as random."""
_BY_SEAT = ("views", "scores", "empty", "colours")
_TEXTS = ("date", "rules", "end")
_HASHES = ("game", "key")
_OF_CARDS = ["seat_index", "kind", "card", "points"]
_OF_PLAYERS = [
    *("game", "kind", "seat", "player", "label", "players"),
    *("rating", "win12", "rank", "total", "sheet", *SEAT_LOSSES),
]


def compact(sample: Sample) -> Sample:
    """Return the columns of a sample that regressions and predictions need; the rest is in the sums.

    It drops boards, colours, offers and spirits; integers take as few bytes as they need.
    """
    cards = sample.cards[_OF_CARDS]
    animal = codes(cards["card"], ANIMAL_IDS)
    order = np.lexsort((animal, cards["seat_index"].to_numpy(np.int64)))
    cards, animals = cards.iloc[order], pd.Categorical.from_codes(animal[order].tolist(), list(ANIMAL_IDS))
    return replace(
        sample,
        games=_small(sample.games, _HASHES),
        seats=_small(sample.seats.drop(columns="board", errors="ignore")),
        colours=_no_columns(sample.colours),
        cards=_small(cards.assign(card=animals)),
        spirits=_no_rows(sample.spirits, ["seat_index", "kind"]),
        offers=_no_rows(sample.offers, ["game", "kind"]),
    )


def light(sample: Sample) -> Sample:
    """Return the columns of a sample that ratings and the tables of players need, with dates and rule sets."""
    without: dict[str, Any] = {name: _no_columns(getattr(sample, name)) for name in _BY_SEAT}
    return replace(
        sample,
        games=_small(sample.games, _HASHES),
        seats=_small(sample.seats[[name for name in sample.seats if name in _OF_PLAYERS]]),
        **without,
        cards=_no_rows(sample.cards, _OF_CARDS),
        spirits=_no_rows(sample.spirits, ["seat_index", "kind"]),
        offers=_no_rows(sample.offers, ["game", "kind"]),
    )


def _no_rows(table: pd.DataFrame, columns: list[str]) -> pd.DataFrame:
    return table[:0][columns].copy()  # a view would keep the whole table in memory


def _no_columns(matrix: NDArray[Any]) -> NDArray[Any]:
    return matrix[:, :0].copy()


def of_most_games(sample: Sample, most: int) -> Sample:
    """Return a sample's games with the smallest keys, a limited number of each kind."""
    kind, key = (sample.games[name].to_numpy(np.int64) for name in ("kind", "key"))
    kept = _most_games(kind, key, most)
    return sample if kept.all() else sample.of_games(kept)


def _most_games(kind: Ints, key: Ints, most: int) -> NDArray[np.bool_]:
    """Return which games are among the first of their kind."""
    kept = np.ones(len(kind), bool)
    if len(kind) and np.bincount(kind).max() > most:
        order = np.lexsort((key, kind))
        of_kind = kind[order]
        kept[order] = np.arange(len(order)) - np.searchsorted(of_kind, of_kind) < most
    return kept


def _small(table: pd.DataFrame, as_they_are: Sequence[str] = ()) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for name in table.columns:
        column = table[name].array
        if name in _TEXTS:
            columns[name] = table[name].astype("category").array
        else:
            columns[name] = column if name in as_they_are else narrow(column)
    return pd.DataFrame(columns)


def joined(parts: Sequence[Sample], most: int | None = None) -> Sample:
    """Return compact samples of different games as one, sorted by game and seat.

    The result does not depend on the order of the parts or the division of the games.

    Parameters
    ----------
    parts
        The samples.
    most
        The most games of a kind, those with the smallest keys; all if left out.
    """
    if len(parts) == 1:
        return parts[0] if most is None else of_most_games(parts[0], most)
    kinds = tuple(sorted({kind for part in parts for kind in part.kinds}))
    names = tuple(sorted({name for part in parts for name in part.names}))
    labels = tuple(sorted({label for part in parts for label in part.labels}))
    of_kinds = {"kind": [np.array([kinds.index(kind) for kind in part.kinds], np.int64) for part in parts]}
    of_seats = of_kinds | {
        "player": [np.searchsorted(names, part.names) for part in parts],
        "label": [np.searchsorted(labels, part.labels) for part in parts],
    }
    games = _games_in_order([part.games for part in parts], of_kinds["kind"], most)
    seats = games.of_members([part.seats["game"].to_numpy(np.int64) for part in parts])
    cards = seats.of_members([part.cards["seat_index"].to_numpy(np.int64) for part in parts])
    return replace(
        parts[0],
        kinds=kinds,
        names=names,
        labels=labels,
        games=games.table([part.games for part in parts], of_kinds, _HASHES),
        seats=seats.table([part.seats for part in parts], of_seats).assign(game=narrow(seats.owner)),
        cards=cards.table([part.cards for part in parts], of_kinds).assign(seat_index=narrow(cards.owner)),
        **{name: seats.matrix([getattr(part, name) for part in parts]) for name in _BY_SEAT},
    )


def _games_in_order(games: Sequence[pd.DataFrame], new_kind: Sequence[Ints], most: int | None) -> Places:
    game, key = ([part[name].to_numpy(np.int64) for part in games] for name in _HASHES)
    if most is None:
        return Places.in_order(game, np.ones(sum(map(len, game)), bool))
    kind = [new[part["kind"].to_numpy()] for new, part in zip(new_kind, games, strict=True)]
    return Places.in_order(game, _most_games(np.concatenate(kind), np.concatenate(key), most))
