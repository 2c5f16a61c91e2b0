"""Join samples of parts of the games as one: each row is copied once, straight to its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.sample import Ints, Sample

__all__ = ["BY_SEAT", "HASHES", "MOST_GAMES", "Places", "joined", "narrow", "of_most_games"]

MOST_GAMES = 20_000
"""The most games of a kind used for regressions: those with the smallest keys, which are as good as random."""
BY_SEAT = ("views", "scores", "empty", "colours")
"""The matrices of a sample with a row for each seat."""
HASHES = ("game", "key")
"""Columns whose integers keep their size."""


@dataclass(frozen=True)
class Places:
    """Where the rows of parts go in the whole; each column is copied once, straight to its place.

    Attributes
    ----------
    rows, places
        By part, the rows that stay, in order, and their places.
    owner
        By row of the whole, the game of a seat or the seat of a card; empty for games.
    """

    rows: Sequence[Ints]
    places: Sequence[Ints]
    owner: Ints = field(default_factory=lambda: np.zeros(0, np.int64))

    @classmethod
    def in_order(cls, numbers: Sequence[Ints], kept: NDArray[np.bool_]) -> Places:
        """Return the places of the rows that stay, in the order of their numbers.

        Parameters
        ----------
        numbers
            By part, the number of each row.
        kept
            For the rows of all parts, one after another, whether they stay.
        """
        order = np.argsort(np.concatenate(numbers), kind="stable")
        order = order[kept[order]]
        place = np.empty(len(kept), np.int64)
        place[order] = np.arange(len(order))
        ends = np.cumsum([len(of_part) for of_part in numbers])[:-1]
        rows = [np.flatnonzero(of_part) for of_part in np.split(kept, ends)]
        return cls(rows, [of_part[some] for of_part, some in zip(np.split(place, ends), rows, strict=True)])

    def __len__(self) -> int:
        return sum(map(len, self.places))

    @cached_property
    def _in_order(self) -> list[bool]:
        """Whether the rows of each part are its first ones, in order: a whole part is not copied twice."""
        return [np.array_equal(rows, np.arange(len(rows))) for rows in self.rows]

    def of_members(self, owners: Sequence[Ints]) -> Places:
        """Return the places of rows that belong to these, such as the seats of games.

        Parameters
        ----------
        owners
            By part, the row that each member belongs to, in ascending order.
        """
        sizes = np.zeros(len(self), np.int64)
        found = []
        for some, at, owner in zip(self.rows, self.places, owners, strict=True):
            number = np.bincount(owner, minlength=int(some.max(initial=-1)) + 1)
            begin = np.cumsum(number) - number
            found.append((begin[some], number[some]))
            sizes[at] = number[some]
        first = np.cumsum(sizes) - sizes
        rows, places = [], []
        for (begin, number), at, in_order in zip(found, self.places, self._in_order, strict=True):
            before, every = np.cumsum(number) - number, np.arange(number.sum())
            is_whole = in_order and np.array_equal(begin, before)
            rows.append(every if is_whole else np.repeat(begin - before, number) + every)
            places.append(np.repeat(first[at] - before, number) + every)
        return Places(rows, places, np.repeat(np.arange(len(sizes)), sizes))

    def table(
        self, parts: Sequence[pd.DataFrame], numbers: Mapping[str, Sequence[Ints]], as_they_are: Sequence[str] = ()
    ) -> pd.DataFrame:
        """Return a table of the whole.

        Parameters
        ----------
        parts
            The tables of the parts. A column that a part lacks is missing there.
        numbers
            By column and part, the new number of each of its numbers.
        as_they_are
            Columns whose integers keep their size.
        """
        whole: dict[str, Any] = {}
        for name in dict.fromkeys(name for part in parts for name in part.columns):
            columns: list[Any] = [part[name].array if name in part else np.full(len(part), np.nan) for part in parts]
            if name in numbers:
                columns = [new[np.asarray(old)] for new, old in zip(numbers[name], columns, strict=True)]
            if isinstance(columns[0], pd.Categorical):
                whole[name] = self._words(columns)
            else:
                column = self.matrix([np.asarray(column) for column in columns])
                whole[name] = column if name in as_they_are else narrow(column)
        return pd.DataFrame(whole)

    def matrix(self, parts: Sequence[NDArray[Any]]) -> NDArray[Any]:
        """Return a column or matrix of the whole; parts with fewer rounds are padded with rounds not played."""
        shape = np.max([part.shape[1:] for part in parts], axis=0).astype(int).tolist()
        whole = np.empty((len(self), *shape), np.result_type(*parts))
        for part, rows, places, in_order in zip(parts, self.rows, self.places, self._in_order, strict=True):
            kept = part if in_order and len(rows) == len(part) else part[rows]
            if part.shape[1:] == tuple(shape):
                whole[places] = kept
            else:
                whole[places, : part.shape[1]] = kept
                whole[places, part.shape[1] :] = -1
        return whole

    def _words(self, columns: Sequence[pd.Categorical]) -> pd.Categorical:
        words = sorted({word for column in columns for word in column.categories})
        number = {word: place for place, word in enumerate(words)}
        # The code of none is -1.
        new = [np.array([*(number[word] for word in column.categories), -1], np.int64) for column in columns]
        codes = self.matrix([of_part[column.codes] for of_part, column in zip(new, columns, strict=True)])
        return pd.Categorical.from_codes(codes, pd.Index(words, dtype=object))


def narrow(column: Any) -> Any:
    """Return integers in as few bytes as they need; anything else as it is."""
    if column.dtype.kind != "i" or len(column) == 0:
        return column
    low, high = int(column.min()), int(column.max())
    for size in (np.int8, np.int16, np.int32):
        if np.iinfo(size).min <= low and high <= np.iinfo(size).max:
            return column.astype(size)
    return column


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
        games=games.table([part.games for part in parts], of_kinds, HASHES),
        seats=seats.table([part.seats for part in parts], of_seats).assign(game=narrow(seats.owner)),
        cards=cards.table([part.cards for part in parts], of_kinds).assign(seat_index=narrow(cards.owner)),
        **{name: seats.matrix([getattr(part, name) for part in parts]) for name in BY_SEAT},
    )


def _games_in_order(games: Sequence[pd.DataFrame], new_kind: Sequence[Ints], most: int | None) -> Places:
    game, key = ([part[name].to_numpy(np.int64) for part in games] for name in HASHES)
    if most is None:
        return Places.in_order(game, np.ones(sum(map(len, game)), bool))
    kind = [new[part["kind"].to_numpy()] for new, part in zip(new_kind, games, strict=True)]
    return Places.in_order(game, _most_games(np.concatenate(kind), np.concatenate(key), most))
