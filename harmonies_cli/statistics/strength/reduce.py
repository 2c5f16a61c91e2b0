"""The two long row tables, offers and turns, reduced to a row for each seat as they are read, batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.statistics.rows.column import ANIMAL_IDS, TOKEN_SETS
from harmonies_cli.statistics.strength.sample import codes

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["COLOUR_PARTS", "Batches", "batches", "colours_and_scores", "seen_cards"]

COLOUR_PARTS = ("offered", "taken", "expected")
_SPACES = 5
_WHOLE = 60
"""Divisible by every number of spaces: whole numbers add up to the same in any order."""
_COUNTS = np.array([[letters.count(letter) for letter in LETTERS] for letters in TOKEN_SETS] + [[0] * 6], np.int16)
"""Tokens of each kind in each set; the last row is for a set that is not there."""


class Batches(Protocol):
    """A table that is read batch by batch, as pyarrow's data sets are."""

    def to_batches(self, columns: list[str]) -> Iterable[pa.RecordBatch]:
        """Return some columns of the table."""


def batches(table: Any, columns: list[str]) -> Iterator[pd.DataFrame]:
    """Yield some columns of a table, batch by batch if it is not in memory as a data frame."""
    if isinstance(table, pd.DataFrame):
        yield table[columns]
        return
    parts = table.select(columns).to_batches() if hasattr(table, "select") else table.to_batches(columns=columns)
    for part in parts:
        if part.num_rows:
            yield part.to_pandas()


class _SeatIndex:
    """Finds the seats of rows among all seats, which are sorted by game."""

    def __init__(self, seats: pd.DataFrame) -> None:
        self._games, self._first = np.unique(seats["game"].to_numpy(), return_index=True)

    def __call__(self, rows: pd.DataFrame) -> NDArray[np.int64]:
        """Return the index of each row's seat, -1 where its game is not analysed."""
        games, first = self._games, self._first
        index = np.full(len(rows), -1)
        if len(games) == 0:
            return index
        game = rows["game"].to_numpy()
        runs = np.flatnonzero(np.r_[True, game[1:] != game[:-1]])
        at = np.minimum(np.searchsorted(games, game[runs]), len(games) - 1)
        start = np.where(games[at] == game[runs], first[at], -1)
        start = np.repeat(start, np.diff(np.r_[runs, len(game)]))
        return np.where(start >= 0, start + rows["seat"].to_numpy(np.int64) - 1, -1)


def seen_cards(offers: Any, seats: pd.DataFrame) -> NDArray[np.bool_]:
    """Return, seats by animal cards, whether the seat had the card on offer."""
    seen = np.zeros((len(seats), len(ANIMAL_IDS)), bool)
    index = _SeatIndex(seats)
    for rows in batches(offers, ["game", "seat", "card"]):
        seat = index(rows)
        card = codes(rows["card"], ANIMAL_IDS)
        seen[seat[seat >= 0], card[seat >= 0]] = True
    return seen


def colours_and_scores(turns: Any, seats: pd.DataFrame) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return `colours` and `scores` of a `Sample`.

    Expected is what a seat would take that chose its central space at random among those that hold tokens.
    """
    offered = [f"offered_{space}" for space in range(1, _SPACES + 1)]
    colours = np.zeros((len(seats), len(COLOUR_PARTS), len(LETTERS)), np.float32)
    scores = np.full((len(seats), 0), np.nan, np.float32)
    index = _SeatIndex(seats)
    for rows in batches(turns, ["game", "seat", "round", "tokens_taken", *offered, "total"]):
        seat = index(rows)
        rows, seat = rows[seat >= 0], seat[seat >= 0]
        if len(rows) == 0:
            continue
        last = int(rows["round"].max())
        if last > scores.shape[1]:
            wider = np.full((len(seats), last - scores.shape[1]), np.nan, np.float32)
            scores = np.concatenate([scores, wider], axis=1)
        scores[seat, rows["round"].to_numpy(np.int64) - 1] = rows["total"].to_numpy(np.float32)
        sets = np.stack([codes(rows[name], TOKEN_SETS) for name in offered])
        taken = codes(rows["tokens_taken"], TOKEN_SETS)
        known = (taken >= 0) & (sets[:3] >= 0).all(axis=0)
        sets, taken, seat = sets[:, known], taken[known], seat[known]
        lying = sum((_COUNTS[codes_of_space] for codes_of_space in sets), np.zeros((len(seat), len(LETTERS)), np.int16))
        spaces = np.maximum((_COUNTS.sum(axis=1) > 0)[sets].sum(axis=0), 1)
        # The seats of a batch stand anywhere among all seats: sums are over those of the batch only.
        here, place = np.unique(seat, return_inverse=True)
        for part, number in enumerate((lying, _COUNTS[taken], lying * (_WHOLE // spaces)[:, None])):
            for token in range(len(LETTERS)):
                colours[here, part, token] += np.bincount(place, number[:, token], minlength=len(here))
    colours[:, -1] /= _WHOLE
    return colours, scores
