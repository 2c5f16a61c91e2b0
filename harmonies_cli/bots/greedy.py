"""The best turn by an estimate: points on the board, and what boards and cards still promise."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.timing import steps_after_this
from harmonies_cli.bots.turns import good_turns, keep_spirit, situation_of, turn_actions
from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.gamelog import Action

__all__ = ["GreedyBot", "GreedyParameters"]


class GreedyParameters(Weights, frozen=True):
    """Weights, and the width of the search."""

    width_1: int = 4
    width_2: int = 4
    width_3: int = 3
    finalists: int = 6

    @property
    def widths(self) -> tuple[int, int, int]:
        """Widths of the beam after the first, second and third token."""
        return self.width_1, self.width_2, self.width_3


class GreedyBot:
    """Plays the turn after which the estimate is highest."""

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
        return turn_actions(view, spirit, found.tokens[best], found.placements[best], found.end.steps[best])
