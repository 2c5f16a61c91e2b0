"""When cards were offered, taken and completed in the turns of many games, and the score after every turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.cards import ANIMALS, CARDS, CUBES, SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import RULE_SETS
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.rules.scoring.vectorised import board_masks, landscape_rows, spirit_rows
from harmonies_cli.statistics.rows.moves import PLACES, Moves
from harmonies_cli.statistics.rows.record_rows import SPIRIT_FACTS

__all__ = ["CARD_POINTS", "NEVER", "Ints", "Offers", "Timeline", "TurnScores", "ints", "small_ints"]

Ints: TypeAlias = NDArray[np.int64]

NEVER = -1
"""The turn of an event that did not happen, or whose turn is not recorded."""

CARD_POINTS: Ints = np.zeros((len(CARDS), max(CUBES) + 1), np.int64)
"""Points of each animal card by cubes placed; 0 for spirits, which score by the board."""
for _card in ANIMALS:
    CARD_POINTS[_card, 1 : CUBES[_card] + 1] = CARDS[_card].points


class Timeline:
    """The events of a chunk of games; turns and seats are numbered through all games.

    Parameters
    ----------
    moves
        The moves of a chunk of records.

    Attributes
    ----------
    game_of_turn, turn, seat, round, player, space
        For each turn: the record, the turn's number in the game, the seat, the turn's number among the seat's own, the
        player, and the central space taken (0 for none).
    game_of_seat, number_of_seat, turns_of_seat
        For each seat: the record, the seat's number there, and its turns.
    seat_of_card, card, placed, taken_in
        For each card held: the seat, the card, its cubes placed, and the turn in which it was taken.
    spirits
        See `record_rows.spirit_facts`; shape (spirits, `SPIRIT_FACTS`).
    last_cube
        Turn of the last cube of each card, by seat and card.
    animals
        Points of the seat's animal cards after each turn.
    """

    def __init__(self, moves: Moves) -> None:
        turns = ints(moves.turns)
        seats = ints(moves.seats)
        steps = small_ints(moves.log.steps).reshape(-1, 4)
        self.player, cards_after, cubes_after, self.space = np.ascontiguousarray(steps.T)
        games = np.arange(len(turns))
        self.game_of_turn: Ints = np.repeat(games, turns)
        self.game_of_seat: Ints = np.repeat(games, seats)
        self.number_of_seat: Ints = np.arange(len(self.game_of_seat)) - _before(seats)[self.game_of_seat] + 1
        number = len(self.game_of_turn)
        self.turn: Ints = np.arange(number) - _before(turns)[self.game_of_turn] + 1
        self.seat: Ints = _before(seats)[self.game_of_turn] + self.player - 1
        self.turns_of_seat: Ints = np.bincount(self.seat, minlength=len(self.game_of_seat))
        # Small integers are sorted without comparisons.
        by_seat = np.argsort(self.seat.astype(np.min_scalar_type(len(self.game_of_seat))), kind="stable")
        self.round: Ints = np.empty(number, np.int64)
        self.round[by_seat] = _ordinals(self.seat[by_seat]) + 1
        is_first = self.round[by_seat] == 1
        held = small_ints(moves.cards_of_seat)
        self.seat_of_card: Ints = np.repeat(np.arange(len(held)), held)
        self.card, self.placed = small_ints(moves.cards), small_ints(moves.placed)
        self.spirits: Ints = ints(moves.spirits).reshape(-1, SPIRIT_FACTS)
        self.taken_in: Ints = np.full(len(self.seat_of_card), NEVER)
        # A position has cards without turns.
        self.taken_in[turns[self.game_of_seat[self.seat_of_card]] > 0] = np.repeat(
            by_seat, _steps(cards_after[by_seat], is_first)
        )
        placed = small_ints(moves.cubes_of_seat)
        seat_of_cube = np.repeat(np.arange(len(placed)), placed)
        cube_cards = small_ints(moves.cube_cards)
        placed_in = np.repeat(by_seat, _steps(cubes_after[by_seat], is_first))
        last_cube = np.full(len(placed) * len(CARDS), NEVER)
        np.maximum.at(last_cube, seat_of_cube * len(CARDS) + cube_cards, placed_in)
        self.last_cube: Ints = last_cube.reshape(-1, len(CARDS))
        points = np.concatenate(([0], np.cumsum(_points_of_cubes(seat_of_cube, cube_cards))))
        first_cube = _before(placed)[self.seat]
        self.animals: Ints = points[first_cube + cubes_after] - points[first_cube]


def ints(numbers: Sequence[int | None]) -> Ints:
    """Return numbers without a None as an array, faster than `np.array`, which inspects each first."""
    return np.fromiter(numbers, np.int64, len(numbers))


def small_ints(numbers: Sequence[int]) -> Ints:
    """Return numbers as an array; those from 0 to 255, nearly always the case, go through bytes in half the time."""
    try:
        return np.frombuffer(bytes(numbers), np.uint8).astype(np.int64)
    except ValueError:
        return ints(numbers)


def _before(numbers: Ints) -> Ints:
    """Return the sum of all numbers before each."""
    sums: Ints = np.cumsum(numbers) - numbers
    return sums


def _ordinals(keys: Ints) -> Ints:
    """Return the number of each entry within its key, from 0; equal keys are adjacent."""
    places = np.arange(len(keys))
    is_first = np.ones(len(keys), bool)
    is_first[1:] = keys[1:] != keys[:-1]
    ordinals: Ints = places - np.maximum.accumulate(np.where(is_first, places, 0))
    return ordinals


def _steps(counts: Ints, is_first: NDArray[np.bool_]) -> Ints:
    """Return how much running counts grow from one turn of a seat to the next."""
    before = np.roll(counts, 1)
    before[is_first] = 0
    return counts - before


def _points_of_cubes(seat_of_cube: Ints, cards: Ints) -> Ints:
    """Return the points that each cube adds to its card."""
    keys = seat_of_cube * len(CARDS) + cards
    by_card = np.argsort(keys, kind="stable")
    placed = np.empty(len(keys), np.int64)
    placed[by_card] = _ordinals(keys[by_card])
    points: Ints = CARD_POINTS[cards, placed + 1] - CARD_POINTS[cards, placed]
    return points


class Offers:
    """The known cards of the rows, turn by turn, from left to right.

    Attributes
    ----------
    in_turn, place, card, turns_before
        For each card on offer: the turn, its place from 0, the card, and earlier turns that began with it in the row.
    taken
        Whether it was taken in that turn.
    place_of_card, turns_before_card
        For each card held: its place in the row when taken, and the earlier turns; `NEVER` if unknown.
    """

    def __init__(self, moves: Moves, time: Timeline) -> None:
        rows = small_ints(moves.log.rows).reshape(-1, PLACES)
        is_known = rows >= 0
        known = np.count_nonzero(is_known, axis=1)
        self.in_turn: Ints = np.repeat(np.arange(len(rows)), known)
        self.place: Ints = np.broadcast_to(np.arange(PLACES), rows.shape)[is_known]
        self.card: Ints = rows[is_known]
        # The cards of all games are numbered consecutively: one index takes less time than two.
        key = np.repeat(time.game_of_turn, known) * len(CARDS) + self.card
        number = len(moves.turns) * len(CARDS)
        first: Ints = np.full(number, len(rows))
        np.minimum.at(first, key, self.in_turn)
        place: Ints = np.full(number, NEVER)
        place[key] = self.place  # a card keeps its place
        taken: Ints = np.full(number, NEVER)
        key_of_card = time.game_of_seat[time.seat_of_card] * len(CARDS) + time.card
        taken[key_of_card] = time.taken_in
        self.turns_before: Ints = self.in_turn - first[key]
        self.taken = taken[key] == self.in_turn
        self.place_of_card: Ints = place[key_of_card]
        seen_from = first[key_of_card]
        self.turns_before_card: Ints = np.where(self.place_of_card == NEVER, NEVER, time.taken_in - seen_from)


class TurnScores:
    """Points by row after each turn.

    Attributes
    ----------
    landscapes
        Shape (turns, 5), in the order of `scoresheet.LANDSCAPE_ROWS`.
    spirit
        Points of the spirit once its cube is placed.
    empty
        Empty spaces.
    """

    def __init__(self, moves: Moves, time: Timeline) -> None:
        number = len(time.turn)
        self.landscapes: NDArray[np.int16] = np.zeros((number, len(LANDSCAPE_ROWS)), np.int16)
        self.spirit: NDArray[np.int16] = np.zeros(number, np.int16)
        self.empty: NDArray[np.int16] = np.zeros(number, np.int16)
        if not number:
            return
        kinds = board_masks(moves.log.boards).T  # in which the masks of a kind are adjacent
        filled = np.bitwise_count(kinds).sum(axis=0, dtype=np.int16)
        side_of_turn = ints(moves.sides)[time.game_of_turn]
        rules_of_turn = ints(moves.rules)[time.game_of_turn]
        spirit_of_turn = self._spirits_placed(time)
        for side_code, side in enumerate(SIDES.values()):
            on_side = side_of_turn == side_code
            if not on_side.any():
                continue
            self.empty[on_side] = len(side.spaces) - filled[on_side]
            for rules_code, rules in enumerate(RULE_SETS):
                turns = np.flatnonzero(on_side & (rules_of_turn == rules_code))
                if len(turns) == number:
                    self.landscapes[:] = landscape_rows(side, kinds.T, rules)
                elif len(turns):
                    self.landscapes[turns] = landscape_rows(side, kinds[:, turns].T, rules)
            for spirit in SPIRITS:
                turns = np.flatnonzero(on_side & (spirit_of_turn == spirit))
                if len(turns):
                    self.spirit[turns] = spirit_rows(side, spirit, kinds[:, turns])

    def _spirits_placed(self, time: Timeline) -> Ints:
        """Return for each turn the seat's spirit, or `NEVER` while its cube is not placed."""
        of_spirits = time.last_cube[:, SPIRITS]
        which = np.argmax(of_spirits, axis=1)
        placed_in = of_spirits[np.arange(len(which)), which][time.seat]
        is_placed = (placed_in != NEVER) & (np.arange(len(time.seat)) >= placed_in)
        spirits: Ints = np.where(is_placed, np.array(SPIRITS)[which][time.seat], NEVER)
        return spirits
