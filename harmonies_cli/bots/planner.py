"""Looks ahead: what the best next turn would be worth, over samples of what the others take and the pouch brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.evaluation import estimate
from harmonies_cli.bots.finishing import Finish
from harmonies_cli.bots.greedy import GreedyParameters, Width
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.search import best_lines
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.bots.timing import steps_after_this
from harmonies_cli.bots.turns import good_turns, keep_spirit, situation_of, turn_actions
from harmonies_cli.bots.weights import STEPS
from harmonies_cli.rules.gamelog import Action
from harmonies_cli.rules.table import TOKENS_PER_SPACE
from harmonies_cli.rules.tokens import LANES, UNITS

__all__ = ["PlannerBot", "PlannerParameters"]


class PlannerParameters(GreedyParameters, frozen=True):
    """Weights, widths, and how far ahead is looked.

    Attributes
    ----------
    card_choices
        Ways to place tokens that are tried with each card of the row.
    interludes
        Whether cubes are placed between two tokens, too.
    candidates
        Turns that are looked at further.
    alike
        How many of them may take the same tokens.
    refills
        Refills drawn from the pouch.
    scenarios
        Central boards that the next turn may find, made of these refills.
    ahead_1, ahead_2
        Widths of the search for the next turn.
    """

    width_1: Width = 10
    width_2: Width = 10
    width_3: Width = 8
    finalists: Width = 30
    card_choices: Annotated[int, msgspec.Meta(ge=0, le=200)] = 6
    interludes: bool = True
    candidates: Width = 24
    alike: Width = 8
    refills: Width = 8
    scenarios: Width = 24
    ahead_1: Width = 3
    ahead_2: Width = 3


def _drawn(pouch: int, chance: Random) -> int:
    """Return a refill drawn from the pouch, packed; as many tokens as there are."""
    tokens = [token for token, lane in enumerate(LANES) for _ in range(pouch // lane & 255)]
    refill = 0
    for _ in range(min(TOKENS_PER_SPACE, len(tokens))):
        refill += UNITS[tokens.pop(int(chance.random() * len(tokens)))]
    return refill


def _scenario(spaces: int, others: int, refills: int, chance: Random) -> tuple[list[int], list[int]]:
    """Return the spaces that the others empty, and the refills that lie there afterwards instead.

    The first refill is for the player's own space.
    """
    emptied = [int(chance.random() * spaces) for _ in range(others)]
    return emptied, [int(chance.random() * refills) for _ in range(1 + others)]


def _different(tokens: Sequence[int], end: Finish, number: int, alike: int) -> NDArray[np.intp]:
    """Return the best turns, all with different outcomes, and of each set of tokens not too many."""
    chosen: list[int] = []
    seen: set[bytes] = set()
    counts: Counter[int] = Counter()
    for index in np.argsort(-end.values, kind="stable").tolist():
        outcome = end.states.planes[:, index].tobytes() + end.states.placed[:, index].tobytes()
        if outcome not in seen and counts[tokens[index]] < alike:
            seen.add(outcome)
            counts[tokens[index]] += 1
            chosen.append(index)
            if len(chosen) == number:
                break
    return np.array(chosen)


class PlannerBot:
    """Plays the turn after which the best next turn promises most."""

    Parameters = PlannerParameters

    def __init__(self, parameters: PlannerParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn."""
        parameters = self.parameters
        spirit = keep_spirit(view)
        turns = steps_after_this(view, parameters.pace)
        situation, state = situation_of(view, spirit, turns, parameters)
        turns_found = good_turns(
            view, situation, state, parameters.widths, parameters.finalists, card_choices=parameters.card_choices
        )
        end = turns_found.end
        order = _different(turns_found.tokens, end, parameters.candidates, parameters.alike)
        best = int(order[0])
        if turns and len(order) > 1:
            spaces = [view.central.index(turns_found.tokens[index]) for index in order]
            best = int(order[self._ahead(view, situation, end, order, spaces, chance).argmax()])
        return turn_actions(view, situation, turns_found, best)

    def _ahead(
        self,
        view: View,
        situation: Situation,
        end: Finish,
        order: NDArray[np.intp],
        spaces: Sequence[int],
        chance: Random,
    ) -> NDArray[np.float64]:
        """Return for each candidate the mean value of its best next turn."""
        parameters = self.parameters
        states = end.states.select(order)
        states = states._replace(took=np.zeros(len(order), np.bool_))
        refills = [_drawn(view.pouch, chance) for _ in range(parameters.refills)]
        central = [0] * len(view.central) if view.solo else list(view.central)
        tokens = [packed for packed in (*central, *refills) if packed]
        values = _next_values(situation._replace(turns=situation.turns - STEPS), states, tokens, parameters)
        others = len(view.seats) - 1
        total = np.zeros(len(order))
        for _ in range(parameters.scenarios):
            emptied, brought = _scenario(len(central), others, len(refills), chance)
            if view.solo:
                brought = [int(chance.random() * len(refills)) for _ in central]
            new = [refills[index] for index in brought]
            for number, space in enumerate(spaces):
                lying = [
                    packed for place, packed in enumerate(central) if packed and place != space and place not in emptied
                ]
                total[number] += max(values[packed][number] for packed in (*lying, *new) if packed)
        return total


def _next_values(
    situation: Situation, states: States, tokens: Sequence[int], parameters: PlannerParameters
) -> dict[int, NDArray[np.int64]]:
    """Return, for each set of tokens, the value of the best placement from each state."""
    found = best_lines(
        situation.side,
        states,
        tokens,
        lambda after: estimate(situation, after).values,
        (parameters.ahead_1, parameters.ahead_2, 1),
    )
    values = {}
    for packed, lines in found:
        best = np.full(len(states.above), np.iinfo(np.int32).min, np.int64)
        np.maximum.at(best, lines.roots, lines.values)
        values[packed] = best
    return values
