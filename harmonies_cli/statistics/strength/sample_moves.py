"""What a game's moves show about its seats: hands, cards on offer, scores by round, tokens, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.statistics.rows.column import ANIMAL_IDS, TOKEN_SETS
from harmonies_cli.statistics.strength.sample import CARDS, Ints, codes

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "COLOUR_PARTS",
    "EARLY",
    "OPENINGS",
    "Batches",
    "Hands",
    "SeatIndex",
    "batches",
    "column_names",
    "frame",
    "offers_of",
    "openings_of",
    "turns_of",
]

COLOUR_PARTS = ("offered", "taken", "expected")
EARLY = 3
"""The number of rounds in an opening."""
_LEADING = ("blue", "gray", "brown", "green", "yellow", "red", "several colours")
OPENINGS = tuple(f"{colour}, {cards} card{'s' * (cards != 1)}" for colour in _LEADING for cards in range(EARLY + 1))
"""The most frequent token colour (several if tied) and the number of animal cards."""
_SPACES = 5
_WHOLE = 60
"""Divisible by every number of spaces, so sums are integers and do not depend on the order."""
_PLACES = 4
"""The most cards above the board, an unfinished Nature's Spirit card included."""
_FEW_SPACES = 2
"""The number of empty spaces that triggers the end."""
_MOST_ROUNDS = 31
_BATCH = 250_000
"""Rows of a table in memory that become a data frame at once."""
_COUNTS = np.array([[letters.count(letter) for letter in LETTERS] for letters in TOKEN_SETS] + [[0] * 6], np.int16)
"""Tokens of each kind in each set; the last row is for a missing set."""


class Batches(Protocol):
    """A table read batch by batch, like pyarrow's data sets."""

    def to_batches(self, columns: list[str]) -> Iterable[pa.RecordBatch]:
        """Return some columns of the table."""


def frame(table: Any) -> pd.DataFrame:
    """Return a table as a data frame."""
    if isinstance(table, pd.DataFrame):
        return table
    whole: pa.Table = table if hasattr(table, "to_pandas") else table.to_table()
    return whole.to_pandas(use_threads=False)


def column_names(table: Any) -> list[str]:
    """Return the names of a table's columns."""
    if isinstance(table, pd.DataFrame):
        return [str(name) for name in table.columns]
    return list(table.schema.names)


def batches(table: Any, columns: list[str]) -> Iterator[pd.DataFrame]:
    """Yield some columns of a table, batch by batch if it is not a data frame."""
    if isinstance(table, pd.DataFrame):
        yield table[columns]
        return
    if hasattr(table, "select"):  # in memory, often in many small chunks
        some = table.select(columns)
        parts = (some.slice(start, _BATCH) for start in range(0, some.num_rows, _BATCH))
    else:
        parts = table.to_batches(columns=columns)
    for part in parts:
        if part.num_rows:
            yield part.to_pandas(use_threads=False)


class SeatIndex:
    """Finds the seats of rows among all seats, which are sorted by game."""

    def __init__(self, seats: pd.DataFrame, game: Ints) -> None:
        self.number = len(seats)
        self._games, self._first = np.unique(seats["game"].to_numpy(np.int64), return_index=True)

    def __call__(self, rows: pd.DataFrame) -> Ints:
        """Return the index of each row's seat, -1 if its game is not analysed."""
        games, first = self._games, self._first
        index = np.full(len(rows), -1)
        if len(games) == 0 or len(rows) == 0:
            return index
        game = rows["game"].to_numpy()
        runs = np.flatnonzero(np.r_[True, game[1:] != game[:-1]])
        at = np.minimum(np.searchsorted(games, game[runs]), len(games) - 1)
        start = np.where(games[at] == game[runs], first[at], -1)
        start = np.repeat(start, np.diff(np.r_[runs, len(game)]))
        return np.asarray(np.where(start >= 0, start + rows["seat"].to_numpy(np.int64) - 1, -1))


class Hands:
    """The unfinished cards that each seat holds before each of its rounds, and whether it finishes one in the round."""

    def __init__(self, cards: pd.DataFrame, spirits: pd.DataFrame, players: Ints) -> None:
        seats = len(players)
        self.card, self.seat = codes(cards["card"], ANIMAL_IDS), cards["seat_index"].to_numpy(np.int64)
        self.round = _round(cards["round_taken"])
        done = _round((cards["turn_completed"].to_numpy(float) - 1) // players[self.seat] + 1)
        chosen = spirits[spirits["chosen"].to_numpy(bool)]
        owner = chosen["seat_index"].to_numpy(np.int64)
        placed = _round((chosen["turn_placed"].to_numpy(float) - 1) // players[owner] + 1)
        shape = (seats, _MOST_ROUNDS + 2)
        taken, finished = np.zeros(shape, np.int8), np.zeros(shape, np.int8)
        np.add.at(taken, (self.seat[self.round > 0], self.round[self.round > 0]), 1)
        np.add.at(finished, (self.seat[done > 0], done[done > 0]), 1)
        np.add.at(taken, (owner, np.zeros(len(owner), np.int64)), 1)
        np.add.at(finished, (owner[placed > 0], placed[placed > 0]), 1)
        held = np.cumsum(taken - finished, axis=1, dtype=np.int8)
        self.before = np.zeros(shape, np.int8)
        self.before[:, 1:] = np.clip(held[:, :-1], 0, 7)
        self.free = (self.before < _PLACES) | (finished > 0)
        self.early = np.asarray(taken[:, 1 : EARLY + 1].sum(axis=1), np.int64)
        self._done = done

    def columns(self) -> dict[str, Ints]:
        """Return `taken`, `first_card` and `first_completed` of the seats."""
        seats = len(self.before)
        taken = np.zeros(seats, np.int64)
        np.bitwise_or.at(taken, self.seat, np.int64(1) << self.card)
        firsts = []
        for rounds in (self.round, self._done):
            first = np.full(seats, _MOST_ROUNDS + 1)
            np.minimum.at(first, self.seat[rounds > 0], rounds[rounds > 0])
            firsts.append(np.where(first > _MOST_ROUNDS, 0, first))
        return {"taken": taken, "first_card": firsts[0], "first_completed": firsts[1]}

    def view(self, seat: Ints, rounds: Ints) -> NDArray[np.uint8]:
        """Return the round and the number of unfinished cards as one number."""
        return (np.minimum(rounds, _MOST_ROUNDS) * 8 + self.before[seat, rounds]).astype(np.uint8)


def _round(rounds: Any) -> Ints:
    return np.asarray(np.minimum(np.nan_to_num(np.asarray(rounds, float)), _MOST_ROUNDS), np.int64)


def offers_of(
    rows: SeatIndex, hands: Hands, offers: Any, kind: Ints, game: Ints, cards: pd.DataFrame
) -> tuple[Ints, Ints, NDArray[np.uint8], pd.DataFrame]:
    """Return the cards that each seat saw, and could take; the views; and the spells of cards in the row."""
    seats, games = rows.number, len(kind)
    seen, could = np.zeros((seats, CARDS), bool), np.zeros((seats, CARDS), bool)
    views = np.full((seats, CARDS), 255, np.uint8)
    turns, last = np.full((games, CARDS), -1, np.int16), np.zeros((games, CARDS), np.int16)
    taken = np.zeros((games, CARDS), bool)
    columns = ["game", "seat", "round", "card", "turns_on_offer", "taken"]
    for batch in batches(offers, columns):
        seat = rows(batch)
        batch, seat = batch[seat >= 0], seat[seat >= 0]
        card, rounds = codes(batch["card"], ANIMAL_IDS), _round(batch["round"])
        seen[seat, card] = True
        free = hands.free[seat, rounds]
        could[seat[free], card[free]] = True
        np.minimum.at(views, (seat[free], card[free]), hands.view(seat[free], rounds[free]))
        at = (game[seat], card)
        np.maximum.at(turns, at, batch["turns_on_offer"].to_numpy(np.int16))
        np.maximum.at(last, at, rounds.astype(np.int16))
        was_taken = batch["taken"].to_numpy(bool)
        taken[game[seat[was_taken]], card[was_taken]] = True
    views[~could] = 0
    known = hands.round > 0
    at = (hands.seat[known], hands.card[known])
    views[at] = hands.view(hands.seat[known], hands.round[known])
    of_game, card = np.nonzero(turns >= 0)
    spells = pd.DataFrame({"game": of_game, "kind": kind[of_game], "card": card})
    spells = spells.assign(turns=turns[of_game, card], taken=taken[of_game, card], last_round=last[of_game, card])
    bit = np.int64(1) << np.arange(CARDS)
    return seen @ bit, could @ bit, views, spells


def turns_of(
    rows: SeatIndex, turns: Any, game: Ints
) -> tuple[NDArray[np.int16], Ints, NDArray[np.int16], NDArray[np.int8], Ints]:
    """Return colours, tokens of the early rounds, scores and empty spaces by round, and who triggered the end.

    The expected colours are those of a seat that chooses at random among the central spaces with tokens.
    """
    offered = [f"offered_{space}" for space in range(1, _SPACES + 1)]
    seats, games = rows.number, int(game.max(initial=-1)) + 1
    colours = np.zeros((seats, len(COLOUR_PARTS), len(LETTERS)), np.int16)
    early = np.zeros((seats, len(LETTERS) + 1), np.int64)
    scores = np.full((seats, _MOST_ROUNDS), -1, np.int16)
    empty = np.full((seats, _MOST_ROUNDS), -1, np.int8)
    first = np.full(games, np.iinfo(np.int64).max)
    for batch in batches(turns, ["game", "turn", "seat", "round", "tokens_taken", *offered, "total", "empty_spaces"]):
        seat = rows(batch)
        batch, seat = batch[seat >= 0], seat[seat >= 0]
        rounds = _round(batch["round"])
        scores[seat, rounds - 1] = batch["total"].to_numpy(np.int16)
        empty[seat, rounds - 1] = batch["empty_spaces"].to_numpy(np.int8)
        few = batch["empty_spaces"].to_numpy() <= _FEW_SPACES
        key = batch["turn"].to_numpy(np.int64) * 8 + batch["seat"].to_numpy(np.int64) - 1
        np.minimum.at(first, game[seat[few]], key[few])
        taken = codes(batch["tokens_taken"], TOKEN_SETS)
        soon = (rounds <= EARLY) & (taken >= 0)
        np.add.at(early[:, len(LETTERS)], seat[soon], 1)
        np.add.at(early[:, : len(LETTERS)], seat[soon], _COUNTS[taken[soon]])
        sets = np.stack([codes(batch[name], TOKEN_SETS) for name in offered])
        known = (taken >= 0) & (sets[:3] >= 0).all(axis=0)
        sets, taken, seat = sets[:, known], taken[known], seat[known]
        lying = sum((_COUNTS[of_space] for of_space in sets), np.zeros((len(seat), len(LETTERS)), np.int16))
        spaces = np.maximum((_COUNTS.sum(axis=1) > 0)[sets].sum(axis=0), 1)
        for part, number in enumerate((lying, _COUNTS[taken], lying * (_WHOLE // spaces)[:, None])):
            np.add.at(colours[:, part], seat, number.astype(np.int16))
    width = int((scores >= 0).any(axis=0).sum())
    trigger = np.where(first < np.iinfo(np.int64).max, first % 8, -1)
    return colours, early, scores[:, :width], empty[:, :width], trigger


def openings_of(early: Ints, cards: Ints) -> Ints:
    """Return the number in `OPENINGS` of each seat; -1 if a set of tokens is not recorded."""
    tokens, turns = early[:, :-1], early[:, -1]
    highest = tokens.max(axis=1, initial=0)
    level = (tokens == highest[:, None]).sum(axis=1) > 1
    leading = np.where(level, tokens.shape[1], tokens.argmax(axis=1) if len(tokens) else 0)
    return np.where(turns == EARLY, leading * (EARLY + 1) + np.minimum(cards, EARLY), -1)
