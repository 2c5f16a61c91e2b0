"""Compact and join samples of parts of the games: data that cannot be summed are kept in compact columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
from pandas.api.types import union_categoricals

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.losses import SEAT_LOSSES
from harmonies_cli.statistics.strength.sample import Sample, codes

__all__ = ["MOST_GAMES", "compact", "joined", "light", "of_most_games"]

MOST_GAMES = 20_000
"""The most games of a kind used for regressions: those with the smallest keys, which are as good as random."""
_BY_SEAT = ("views", "scores", "empty", "colours")
_TEXTS = ("date", "rules", "end")
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
    animals = pd.Categorical.from_codes(codes(cards["card"], ANIMAL_IDS).tolist(), list(ANIMAL_IDS))
    return replace(
        sample,
        games=_small(sample.games),
        seats=_small(sample.seats.drop(columns="board", errors="ignore")),
        colours=sample.colours[:, :0],
        cards=_small(cards.assign(card=animals)),
        spirits=sample.spirits[["seat_index", "kind"]][:0],
        offers=sample.offers[["game", "kind"]][:0],
    )


def light(sample: Sample) -> Sample:
    """Return the columns of a sample that ratings and the tables of players need, with dates and rule sets."""
    return replace(
        sample,
        games=_small(sample.games),
        seats=_small(sample.seats[[name for name in sample.seats if name in _OF_PLAYERS]]),
        **{name: getattr(sample, name)[:, :0] for name in _BY_SEAT},
        cards=_small(sample.cards[_OF_CARDS])[:0],
        spirits=sample.spirits[["seat_index", "kind"]][:0],
        offers=sample.offers[["game", "kind"]][:0],
    )


def of_most_games(sample: Sample, most: int) -> Sample:
    """Return a sample's games with the smallest keys, a limited number of each kind."""
    kind, key = (sample.games[name].to_numpy(np.int64) for name in ("kind", "key"))
    if len(kind) == 0 or np.bincount(kind).max() <= most:
        return sample
    order = np.lexsort((key, kind))
    of_kind = kind[order]
    first = np.searchsorted(of_kind, np.arange(len(sample.kinds)))
    kept = np.zeros(len(kind), bool)
    kept[order] = np.arange(len(order)) - first[of_kind] < most
    return sample.of_games(kept)


def _small(table: pd.DataFrame) -> pd.DataFrame:
    columns: dict[str, Any] = {}
    for name in table.columns:
        column = table[name]
        if name in _TEXTS:
            columns[name] = column.astype("category")
        elif column.dtype.kind == "i" and name != "key" and not (name == "game" and "key" in table):
            columns[name] = pd.to_numeric(column, downcast="integer")
        else:
            columns[name] = column
    return pd.DataFrame(columns)


def joined(parts: Sequence[Sample]) -> Sample:
    """Return compact samples of different games as one, sorted by game and seat.

    The result does not depend on the order of the parts or the division of the games.
    """
    if len(parts) == 1:
        return parts[0]
    kinds = tuple(sorted({kind for part in parts for kind in part.kinds}))
    names, labels = (
        tuple(sorted({one for part in parts for one in getattr(part, name)})) for name in ("names", "labels")
    )
    renumbered = [_renumbered(part, kinds, names, labels) for part in parts]
    games = _concatenated([part.games for part in renumbered])
    order = np.argsort(games["game"].to_numpy(np.int64), kind="stable")
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    first_game = np.cumsum([0, *(len(part.games) for part in parts)])
    first_seat = np.cumsum([0, *(len(part) for part in parts)])
    seats = _concatenated([part.seats for part in renumbered])
    start = np.repeat(first_game[:-1], [len(part) for part in parts])
    seats["game"] = place[seats["game"].to_numpy(np.int64) + start]
    rows = np.lexsort((seats["seat"].to_numpy(), seats["game"].to_numpy()))
    seat_place = np.empty(len(rows), np.int64)
    seat_place[rows] = np.arange(len(rows))
    cards = _concatenated([part.cards for part in renumbered])
    start = np.repeat(first_seat[:-1], [len(part.cards) for part in parts])
    cards["seat_index"] = seat_place[cards["seat_index"].to_numpy(np.int64) + start]
    cards = cards.sort_values(["seat_index", "card"], ignore_index=True)
    matrices = {name: _stacked([getattr(part, name) for part in renumbered])[rows] for name in _BY_SEAT}
    return replace(
        renumbered[0],
        games=_small(games.iloc[order].reset_index(drop=True)),
        seats=_small(seats.iloc[rows].reset_index(drop=True)),
        cards=_small(cards),
        **matrices,
    )


def _renumbered(part: Sample, kinds: Any, names: tuple[str, ...], labels: tuple[str, ...]) -> Sample:
    """Return a part with kinds and players numbered as in the whole."""
    new_kind = np.array([kinds.index(kind) for kind in part.kinds], np.int64)
    new_name, new_label = np.searchsorted(names, part.names), np.searchsorted(labels, part.labels)

    def of_kinds(table: pd.DataFrame) -> pd.DataFrame:
        return table.assign(kind=new_kind[table["kind"].to_numpy(np.int64)])

    seats = of_kinds(part.seats).assign(player=new_name[part.column("player")], label=new_label[part.column("label")])
    return replace(
        part,
        kinds=kinds,
        names=names,
        labels=labels,
        games=of_kinds(part.games),
        seats=seats,
        cards=of_kinds(part.cards),
    )


def _concatenated(tables: list[pd.DataFrame]) -> pd.DataFrame:
    texts = [name for name in tables[0].columns if isinstance(tables[0][name].dtype, pd.CategoricalDtype)]
    whole = pd.concat([table.drop(columns=texts) for table in tables], ignore_index=True)
    united = {
        name: union_categoricals([_of_objects(table[name]) for table in tables], sort_categories=True) for name in texts
    }
    return whole.assign(**united)


def _of_objects(column: pd.Series) -> pd.Series:
    """Return a column whose categories are objects: parts without a value would have categories of another type."""
    return column.cat.set_categories(column.cat.categories.astype(object))


def _stacked(matrices: list[Any]) -> Any:
    """Return matrices stacked vertically; those with fewer rounds are padded with rounds not played."""
    width = max(matrix.shape[1] for matrix in matrices)
    wide = []
    for matrix in matrices:
        padding = [(0, 0)] * matrix.ndim
        padding[1] = (0, width - matrix.shape[1])
        wide.append(np.pad(matrix, padding, constant_values=-1) if padding[1][1] else matrix)
    return np.concatenate(wide)
