"""Where the rows of parts go in the whole: the games sorted, the seats of a game and the cards of a seat together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.sample import Ints

__all__ = ["Places", "narrow"]


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
