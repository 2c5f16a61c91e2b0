"""The cards in the row as each turn began."""

from __future__ import annotations

import numpy as np

from harmonies_cli.rules.cards import CARDS
from harmonies_cli.statistics.moves import Moves
from harmonies_cli.statistics.timeline import NEVER, Ints, Timeline, ints
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
        rows = ints(moves.rows).reshape(-1, PLACES)
        self.in_turn: Ints
        self.place: Ints
        self.in_turn, self.place = np.nonzero(rows >= 0)
        self.card: Ints = rows[self.in_turn, self.place]
        game = time.game_of_turn[self.in_turn]
        shape = (len(moves.turns), len(CARDS))
        first: Ints = np.full(shape, len(rows))
        np.minimum.at(first, (game, self.card), self.in_turn)
        place: Ints = np.full(shape, NEVER)
        place[game, self.card] = self.place  # a card keeps its place
        taken: Ints = np.full(shape, NEVER)
        game_of_card = time.game_of_seat[time.seat_of_card]
        cards = ints(moves.cards)
        taken[game_of_card, cards] = time.taken_in
        self.turns_before: Ints = self.in_turn - first[game, self.card]
        self.taken = taken[game, self.card] == self.in_turn
        self.place_of_card: Ints = place[game_of_card, cards]
        seen_from = first[game_of_card, cards]
        self.turns_before_card: Ints = np.where(self.place_of_card == NEVER, NEVER, time.taken_in - seen_from)
