"""Looks ahead: what the best next turn would be worth, over samples of what the others take and the pouch brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.finishing import Finish
from harmonies_cli.bots.greedy import GreedyParameters, Width
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import next_turn, offers_after, refills_from
from harmonies_cli.bots.situation import Situation, steps_after_this
from harmonies_cli.bots.turns import good_turns, keep_spirit, situation_of, turn_actions
from harmonies_cli.bots.weights import STEPS
from harmonies_cli.rules.replay.actions import Action

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
    deep_candidates
        Turns of which also the turn after the next is looked at; 1 for none.
    deep_scenarios
        How many of the scenarios are taken so far.
    deep_1, deep_2
        Widths of that search.
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
    deep_candidates: Width = 6
    deep_scenarios: Width = 8
    deep_1: Width = 2
    deep_2: Width = 2


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
            view,
            situation,
            state,
            parameters.widths,
            parameters.finalists,
            card_choices=parameters.card_choices,
            interludes=parameters.interludes,
        )
        end = turns_found.end
        order = _different(turns_found.tokens, end, parameters.candidates, parameters.alike)
        best = int(order[0])
        if turns and len(order) > 1:
            spaces = [view.central.index(turns_found.tokens[index]) for index in order]
            candidates = Finish(end.states.select(order), end.values[order], [end.steps[index] for index in order])
            best = int(order[self._best_ahead(view, situation, candidates, spaces, chance)])
        return turn_actions(view, situation, turns_found, best)

    def _best_ahead(self, view: View, situation: Situation, end: Finish, spaces: Sequence[int], chance: Random) -> int:
        """Return the candidate after which the next turn, and the one after it, promise most on average."""
        parameters = self.parameters
        widths = (parameters.ahead_1, parameters.ahead_2)
        refills = refills_from(view.pouch, parameters.refills, chance)
        offers = offers_after(view, spaces, refills, parameters.scenarios, chance)
        ahead = next_turn(situation, end.states, end.values, offers, widths)
        order = np.argsort(-ahead.values.sum(axis=0), kind="stable")
        if situation.turns <= STEPS or parameters.deep_candidates < 2:
            return int(order[0])
        best = order[: parameters.deep_candidates]
        scenarios = min(parameters.deep_scenarios, parameters.scenarios)
        chosen = (np.arange(scenarios)[:, None] * len(spaces) + best).ravel()
        refills = refills_from(view.pouch, parameters.refills, chance)
        brought = [[refills[int(chance.random() * len(refills))] for _ in view.central] for _ in range(scenarios)]
        deeper = next_turn(
            situation._replace(turns=situation.turns - STEPS),
            ahead.states.select(chosen),
            ahead.values[:scenarios, best].ravel().astype(np.int32),
            [[offer for offer in brought for _ in best]],
            (parameters.deep_1, parameters.deep_2),
        )
        return int(best[deeper.values.reshape(scenarios, len(best)).sum(axis=0).argmax()])
