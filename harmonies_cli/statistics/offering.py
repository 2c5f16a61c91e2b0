"""The cards in the row as each turn began."""

from __future__ import annotations

import numpy as np

from harmonies_cli.rules.cards import CARDS
from harmonies_cli.statistics.moves import Moves
from harmonies_cli.statistics.timeline import NEVER, Ints, Timeline, small_ints
from harmonies_cli.statistics.watching import PLACES

__all__ = ["Offers"]


class Offers:
    """The known cards of the rows, turn by turn, from left to right.

    Attributes
    ----------
    in_turn, place, card, turns_before
        For each card on offer: the turn, its place from 0, the card, and earlier turns that began with it in the row.
    taken
        Whether it was taken in that turn.
    place_of_card, turns_before_card
        For each card held: its place in the row when it was taken, and the earlier turns; `NEVER` where unknown.
    """

    def __init__(self, moves: Moves, time: Timeline) -> None:
        rows = small_ints(moves.log.rows).reshape(-1, PLACES)
        is_known = rows >= 0
        known = np.count_nonzero(is_known, axis=1)
        self.in_turn: Ints = np.repeat(np.arange(len(rows)), known)
        self.place: Ints = np.broadcast_to(np.arange(PLACES), rows.shape)[is_known]
        self.card: Ints = rows[is_known]
        # The cards of all games are counted through: one index takes less time than two.
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
