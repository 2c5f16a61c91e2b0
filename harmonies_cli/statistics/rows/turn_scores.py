"""The score of a seat after every turn of many games, computed at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.cards import SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import RULE_SETS
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.rules.scoring.vectorised import board_masks, landscape_rows, spirit_rows
from harmonies_cli.statistics.rows.moves import Moves
from harmonies_cli.statistics.rows.timeline import NEVER, Ints, Timeline, ints

__all__ = ["TurnScores"]


class TurnScores:
    """Points by row after each turn.

    Attributes
    ----------
    landscapes
        Shape (turns, 5), in the order of `vectorised.LANDSCAPE_ROWS`.
    spirit
        Points of the spirit, once its cube is placed.
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
        """Return for each turn the seat's spirit if its cube is placed by then, or `NEVER`."""
        of_spirits = time.last_cube[:, SPIRITS]
        which = np.argmax(of_spirits, axis=1)
        placed_in = of_spirits[np.arange(len(which)), which][time.seat]
        is_placed = (placed_in != NEVER) & (np.arange(len(time.seat)) >= placed_in)
        spirits: Ints = np.where(is_placed, np.array(SPIRITS)[which][time.seat], NEVER)
        return spirits
