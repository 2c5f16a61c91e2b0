"""The best turn by an estimate: points on the board, and what boards and cards still promise."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.situation import steps_after_this
from harmonies_cli.bots.turns import good_turns, keep_spirit, situation_of, turn_actions
from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.replay.actions import Action

__all__ = ["GreedyBot", "GreedyParameters", "Width"]


Width = Annotated[int, msgspec.Meta(ge=1, le=200)]


class GreedyParameters(Weights, frozen=True):
    """Weights, and the width of the search.

    Attributes
    ----------
    width_1, width_2, width_3
        Boards kept for each set of tokens after the first, second and third token.
    finalists
        Ways to place the tokens that are played to the end of the turn.
    """

    width_1: Width = 2
    width_2: Width = 3
    width_3: Width = 2
    finalists: Width = 4

    @property
    def widths(self) -> tuple[int, int, int]:
        """Widths of the beam after the first, second and third token."""
        return self.width_1, self.width_2, self.width_3


class GreedyBot:
    """Plays the turn with the highest estimate."""

    Parameters = GreedyParameters

    def __init__(self, parameters: GreedyParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn."""
        spirit = keep_spirit(view)
        turns = steps_after_this(view, self.parameters.pace)
        situation, state = situation_of(view, spirit, turns, self.parameters)
        found = good_turns(view, situation, state, self.parameters.widths, self.parameters.finalists)
        best = int(found.end.values.argmax())
        return turn_actions(view, situation, found, best)
