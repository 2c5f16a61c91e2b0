"""The inputs of an estimate: the moments of a turn as arrays, and the facts that they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import Planes
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.weights import STEPS, Weights
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, Side
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["NOT_TAKEN", "Situation", "States", "Values", "copy_state", "steps_after_this"]

Values: TypeAlias = NDArray[np.int32]
"""Values in parts of a point, see `weights.SCALE`."""

NOT_TAKEN = -1
"""Stands in for the cubes of a card that is still in the row."""


class Situation(NamedTuple):
    """The inputs of an estimate other than the states.

    Attributes
    ----------
    side
        The side of the boards.
    cards
        Cards above the board, including a spirit, and cards of the row.
    turns
        The player's turns after this one that the others and the pouch allow, in steps (see `weights.STEPS`); the
        player's own empty spaces may allow fewer.
    spirit
        The spirit kept, or -1.
    spirit_placed
        Whether the spirit's cube was placed in an earlier turn; the spirit is then not among the cards.
    weights
        The weights.
    """

    side: Side
    cards: tuple[int, ...]
    turns: int
    spirit: int
    spirit_placed: bool
    weights: Weights


class States(NamedTuple):
    """Many moments of a turn.

    Attributes
    ----------
    planes
        The boards.
    placed
        Cubes placed of each card, shape (cards, boards); `NOT_TAKEN` for a card in the row.
    above
        Number of cards above each board.
    took
        Whether a card has been taken this turn.
    """

    planes: Planes
    placed: NDArray[np.intp]
    above: NDArray[np.intp]
    took: NDArray[np.bool_]

    def select(self, index: NDArray[np.intp]) -> States:
        """Return some of the states."""
        return States(
            self.planes.take(index, axis=1), self.placed.take(index, axis=1), self.above[index], self.took[index]
        )

    @classmethod
    def joined(cls, parts: Sequence[States]) -> States:
        """Return several sets of states as one."""
        return cls(
            np.concatenate([part.planes for part in parts], axis=1),
            np.concatenate([part.placed for part in parts], axis=1),
            np.concatenate([part.above for part in parts]),
            np.concatenate([part.took for part in parts]),
        )


def steps_after_this(view: View, pace: float) -> int:
    """Return how many turns of the player the others and the pouch allow after the current one, in steps.

    Parameters
    ----------
    view
        What the player sees.
    pace
        Spaces that a player fills in a turn.
    """
    if view.ending:
        return 0
    refilled = len(view.central) if view.solo else 1
    turns = view.pouch_left / (TOKENS_PER_SPACE * refilled * len(view.seats))
    for number, seat in enumerate(view.seats, 1):
        if number != view.player:
            others = max(1.0, (seat.empty - MOST_EMPTY_AT_END) / pace)
            # Players later in the round have one more turn before this player's next one.
            turns = min(turns, others - (number > view.player))
    return max(0, round(turns * STEPS))


def copy_state(source: States, index: int, target: States, place: int) -> None:
    """Copy one state of `source` to a place of `target`."""
    target.planes[:, place] = source.planes[:, index]
    target.placed[:, place] = source.placed[:, index]
    target.above[place] = source.above[index]
    target.took[place] = source.took[index]
