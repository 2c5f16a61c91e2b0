"""The games under analysis, as arrays: the basis of the strength tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.intervals import GROUPS, group_of

__all__ = ["CARDS", "HIGHEST", "Floats", "Ints", "Kind", "Sample", "Sums", "bits_of", "codes"]

CARDS = len(ANIMAL_IDS)
HIGHEST = "highest "
"""Prefix of the names of values that combine by their maximum, not their sum."""
_TABLES = ("games", "seats", "cards", "spirits", "offers")
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Kind(NamedTuple):
    """A kind of game: games are compared within it."""

    players: int
    side: str
    spirits: bool

    def __str__(self) -> str:
        number = "solo" if self.players == 1 else f"{self.players} players"
        side = f"side {self.side}" if self.side else "side unknown"
        return f"{number}, {side}, {'with' if self.spirits else 'no'} spirits"


@dataclass(frozen=True)
class Sample:
    """Games with all their data, sorted by game and seat.

    Attributes
    ----------
    kinds
        The kinds of game, sorted.
    names, labels
        The players' identities, and the names that seats have, sorted.
    games
        By game: `game` (its number), `key` (which decides on its group), `kind`, `date` (text, empty if unknown),
        `rules`, `end` (texts).
    seats
        By seat: `game`, `kind`, `player` (in `names`), `label` (in `labels`) as indices, `seat`, `players`, `rating`,
        `win12` (twelfths of a victory), `rank`, `total`, the rows of points (-1 if missing on a paper sheet),
        `sheet` (1 for a seat of a paper sheet), `suns`, `board`, `spirit_card`, `declined` (spirits, -1 for none),
        `taken`, `seen`, `could` (sets of animal cards as bits: taken, on offer, on offer with a free place),
        `first_card`, `first_completed` (rounds, 0 for never), `opening` (-1 for unknown), `triggered` (whether the seat
        triggered the end, -1 for unknown).
    views
        Seats by animal cards: 8 times the round, plus the number of unfinished cards, in the turn in which the seat
        took the card or first could have; 0 for never.
    scores, empty
        Seats by rounds: total, and empty spaces, after the round; -1 if there was none.
    colours
        Seats by (`offered`, `taken`, `expected` in sixtieths) by tokens, in the turns that are fully recorded.
    cards, spirits
        The row tables of these names with `seat_index`, `kind` and `group`.
    offers
        The spells of animal cards in the row: `game` (as an index), `kind`, `card`, `turns`, `taken`, `last_round`.
    """

    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    labels: tuple[str, ...]
    games: pd.DataFrame
    seats: pd.DataFrame
    views: NDArray[np.uint8]
    scores: NDArray[np.int16]
    empty: NDArray[np.int8]
    colours: NDArray[np.int16]
    cards: pd.DataFrame
    spirits: pd.DataFrame
    offers: pd.DataFrame

    def __len__(self) -> int:
        return len(self.seats)

    def column(self, name: str) -> NDArray[Any]:
        """Return a column of the seats by name, integers as 64 bits whatever their stored size."""
        if name == "name":
            return np.asarray(np.array(self.labels, object)[self.seats["label"].to_numpy(np.int64)])
        values: NDArray[Any] = np.asarray(self.seats[name])
        if values.dtype.kind == "i":
            values = np.asarray(values, np.int64)
        return values

    @property
    def game(self) -> Ints:
        """The index of each seat's game."""
        return np.asarray(self.seats["game"], np.int64)

    @cached_property
    def group(self) -> NDArray[np.uint8]:
        """The resampling group of each seat."""
        return group_of(self.games["key"].to_numpy(np.int64)).astype(np.uint8)[self.game]

    @property
    def win_points(self) -> Floats:
        """Players x win share of each seat: 1 is average."""
        return np.asarray(self.column("players") * self.column("win12") / 12, float)

    @property
    def win_share(self) -> Floats:
        """The win share of each seat."""
        return np.asarray(self.column("win12") / 12, float)

    def sums(self, cell: NDArray[Any], cells: int, values: Any = None, seat: NDArray[Any] | None = None) -> Floats:
        """Return sums of values by kind of game, group and cell.

        Parameters
        ----------
        cell
            The cell of each observation, from 0; negative ones are left out.
        cells
            Number of cells.
        values
            The values to add; 1 by default. The sum of integers, or `fixed` numbers, does not depend on the order.
        seat
            The seat of each observation; by default the seats themselves.
        """
        kind, group = self.seats["kind"].to_numpy(np.int64), self.group
        if seat is not None:
            kind, group = kind[seat], group[seat]
        key = (kind * GROUPS + group) * cells + cell
        kept = cell >= 0
        given = None if values is None else np.broadcast_to(np.asarray(values, float), cell.shape)
        if given is not None:
            kept &= ~np.isnan(given)
        if not kept.all():
            key, given = key[kept], None if given is None else given[kept]
        flat = np.bincount(key, given, minlength=len(self.kinds) * GROUPS * cells)
        return flat.reshape(len(self.kinds), GROUPS, cells).astype(float)

    def of(self, kinds: Sequence[Kind]) -> Sample:
        """Return the part with some kinds of game."""
        chosen = np.array([kind in kinds for kind in self.kinds], bool)
        if chosen.all():
            return self
        part = self.of_games(chosen[self.games["kind"].to_numpy(np.int64)])
        new_kind = np.cumsum(chosen) - 1

        def renumbered(table: pd.DataFrame) -> pd.DataFrame:
            kind = table["kind"].to_numpy()
            return table.assign(kind=new_kind.astype(kind.dtype)[kind])

        tables: dict[str, Any] = {name: renumbered(getattr(part, name)) for name in _TABLES}
        return replace(part, kinds=tuple(kind for kind, yes in zip(self.kinds, chosen, strict=True) if yes), **tables)

    def with_boards(self) -> Sample:
        """Return the part without paper sheets."""
        is_sheet = self.column("sheet") > 0
        if not is_sheet.any():
            return self
        games = np.ones(len(self.games), bool)
        games[self.game[is_sheet]] = False
        return self.of_games(games)

    def of_games(self, games: NDArray[np.bool_]) -> Sample:
        """Return the part with some games."""
        seats = games[self.game]
        new_game, new_seat = np.cumsum(games) - 1, np.cumsum(seats) - 1

        def of_seats(table: pd.DataFrame) -> pd.DataFrame:
            index = table["seat_index"].to_numpy()
            part: pd.DataFrame = table[seats[index]].reset_index(drop=True)
            return part.assign(seat_index=new_seat[part["seat_index"].to_numpy()].astype(index.dtype))

        kept = self.seats[seats].reset_index(drop=True)
        game = kept["game"].to_numpy()
        return replace(
            self,
            games=self.games[games].reset_index(drop=True),
            seats=kept.assign(game=new_game[game].astype(game.dtype)),
            **{name: getattr(self, name)[seats] for name in ("views", "scores", "empty", "colours")},
            cards=of_seats(self.cards),
            spirits=of_seats(self.spirits),
            offers=self.offers[games[self.offers["game"].to_numpy(np.int64)]].reset_index(drop=True)
            if len(self.offers)
            else self.offers,
        )


class Sums:
    """Sums by kind of game; those of different games can be added, and kinds selected."""

    def __init__(self, kinds: tuple[Kind, ...], arrays: dict[str, Floats]) -> None:
        self.kinds = kinds
        self.arrays = arrays

    def __getitem__(self, name: str) -> Floats:
        return self.arrays[name]

    def of(self, kinds: Sequence[Kind]) -> Sums:
        """Return the sums of some kinds of game."""
        chosen = [number for number, kind in enumerate(self.kinds) if kind in kinds]
        return Sums(
            tuple(self.kinds[number] for number in chosen), {name: one[chosen] for name, one in self.arrays.items()}
        )

    def __add__(self, other: Sums) -> Sums:
        kinds = tuple(sorted({*self.kinds, *other.kinds}))
        arrays = {}
        for name in self.arrays | other.arrays:
            known = [(one.arrays[name], one.kinds) for one in (self, other) if name in one.arrays]
            shape = np.max([array.shape[1:] for array, _ in known], axis=0)
            join = np.maximum if name.rpartition("/")[2].startswith(HIGHEST) else np.add
            if all(of == kinds and array.shape[1:] == tuple(shape) for array, of in known):
                arrays[name] = join(known[0][0], known[1][0]) if len(known) > 1 else known[0][0]
                continue
            arrays[name] = np.zeros((len(kinds), *shape))
            for part, of in known:
                place = np.ix_([kinds.index(kind) for kind in of], *(range(size) for size in part.shape[1:]))
                arrays[name][place] = join(arrays[name][place], part)
        return Sums(kinds, arrays)

    def named(self, prefix: str) -> dict[str, Floats]:
        """Return the arrays whose names begin with a prefix, without it."""
        return {name.removeprefix(prefix): one for name, one in self.arrays.items() if name.startswith(prefix)}


def bits_of(sets: NDArray[Any]) -> NDArray[np.bool_]:
    """Return sets of animal cards as a matrix of sets by cards."""
    return np.asarray((sets.astype(np.uint32)[:, None] >> np.arange(CARDS, dtype=np.uint32)) & 1, bool)


def codes(column: pd.Series, values: tuple[str, ...]) -> Ints:
    """Return the number of each word in `values`; -1 for none."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        number = {word: place for place, word in enumerate(values)}
        with_none = np.array([*(number.get(word, -1) for word in column.cat.categories), -1])  # the code of none is -1
        return np.asarray(with_none[column.cat.codes.to_numpy()], np.int64)
    return np.asarray(pd.Index(values).get_indexer(column.astype(object)), np.int64)
