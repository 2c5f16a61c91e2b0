"""The bot that follows its best turns for a few greedy turns over common scenarios, and plays the best of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic
from typing import Annotated, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, banked_points, crowd_of, is_over
from harmonies_cli.bots.greedy import (
    Finish,
    GreedyParameters,
    Turns,
    Width,
    good_turns,
    keep_spirit,
    situation_of,
    turn_actions,
)
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import look_ahead
from harmonies_cli.bots.scenarios import Offers, Scenarios, draw_scenarios
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, steps_after_this
from harmonies_cli.bots.value_function import final_values
from harmonies_cli.rules.replay.actions import Action

__all__ = ["Candidates", "PlannerBot", "PlannerParameters", "StrongBot", "StrongParameters", "candidate_turns"]

_MOST_SCENARIOS = 4096
"""The highest time limit."""


class PlannerParameters(GreedyParameters, frozen=True):
    """Weights, widths, and the depth of the search.

    Attributes
    ----------
    card_choices
        Number of ways to place tokens that are tried with each card of the row.
    interludes
        Whether to place cubes also between two tokens.
    alike
        How many of the valued turns may take the same tokens.
    valued
        Number of turns that the value function ranks.
    candidates
        Number of the best turns to follow; two thirds remain after the first scenarios, one third after the second.
    scenarios
        Number of first scenarios, for all candidates; twice as many more for two thirds, four times for one third.
    own_turns
        Number of greedy turns of the player to follow before the value function takes over.
    seconds
        Time for a turn, used up by more scenarios for the last candidates; 0 for no limit and no extra scenarios.
    """

    width_1: Width = 10
    width_2: Width = 10
    width_3: Width = 8
    finalists: Width = 30
    card_choices: Annotated[int, msgspec.Meta(ge=0, le=200)] = 6
    interludes: bool = True
    alike: Width = 12
    valued: Width = 48
    candidates: Width = 12
    scenarios: Width = 5
    own_turns: Annotated[int, msgspec.Meta(ge=1, le=14)] = 3
    seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0


class StrongParameters(PlannerParameters, frozen=True):
    """The same with more candidates and scenarios."""

    width_1: Width = 14
    width_2: Width = 14
    width_3: Width = 10
    finalists: Width = 40
    alike: Width = 16
    valued: Width = 80
    candidates: Width = 18
    scenarios: Width = 12


class Candidates(NamedTuple):
    """Turns worth following, the best by the value function first.

    Attributes
    ----------
    setting
        The facts that they share.
    crowd
        The positions after them.
    spaces
        The central space that each empties, counted from 0.
    offers
        The central board before them, and the row without the card that each takes.
    numbers
        The number of each among the turns found.
    """

    setting: Setting
    crowd: Crowd
    spaces: NDArray[np.intp]
    offers: Offers
    numbers: NDArray[np.intp]

    def select(self, index: NDArray[np.intp]) -> Candidates:
        """Return some of the candidates."""
        return Candidates(
            self.setting,
            self.crowd.select(index),
            self.spaces[index],
            self.offers.select(index),
            self.numbers[index],
        )

    def values(self, scenarios: Scenarios) -> NDArray[np.int64]:
        """Return the outcome of each candidate in each scenario; see `look_ahead`."""
        return look_ahead(self.setting, self.crowd, self.offers, self.spaces, scenarios)


def candidate_turns(view: View, situation: Situation, found: Turns, number: int, valued: int, alike: int) -> Candidates:
    """Return the best of the turns found, by the value function.

    Parameters
    ----------
    view, situation
        The position.
    found
        Good turns by the estimate.
    number
        Number of candidates.
    valued
        Number of turns to value, at most `alike` of them with the same tokens.
    """
    order = _different(found.tokens, found.end, valued, alike)
    states = found.end.states.select(order)
    crowd = crowd_of(situation, states, banked_points(view.seat, situation.cards))
    setting = Setting(situation.side, situation.weights, situation.spirit)
    row = np.tile(np.array(view.row, np.intp)[:, None], len(order))
    for place, card in enumerate(view.row):
        row[place, states.placed[situation.cards.index(card)] != NOT_TAKEN] = NO_CARD
    central = np.tile(np.array(view.central, np.int64)[:, None], len(order))
    spaces = np.array([view.central.index(found.tokens[index]) for index in order], np.intp)
    best = np.argsort(-final_values(setting, crowd), kind="stable")[:number]
    return Candidates(setting, crowd, spaces, Offers(central, row), order).select(best)


def _different(tokens: Sequence[int], end: Finish, number: int, alike: int) -> NDArray[np.intp]:
    """Return the best turns, with different outcomes and not too many with the same tokens."""
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
    """Plays the turn with the best average outcome."""

    Parameters: type[PlannerParameters] = PlannerParameters

    def __init__(self, parameters: PlannerParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn."""
        begin = monotonic()
        parameters = self.parameters
        spirit = keep_spirit(view)
        situation, state = situation_of(view, spirit, steps_after_this(view, parameters.pace), parameters)
        found = good_turns(
            view,
            situation,
            state,
            parameters.widths,
            parameters.finalists,
            card_choices=parameters.card_choices,
            interludes=parameters.interludes,
        )
        candidates = candidate_turns(view, situation, found, parameters.candidates, parameters.valued, parameters.alike)
        if len(candidates.numbers) > 1 and not is_over(view.side, candidates.crowd).all():
            candidates = self._follow_best(view, candidates, chance, begin)
        return turn_actions(view, situation, found, int(candidates.numbers[0]))

    def _rounds(self) -> Iterator[tuple[int, int]]:
        """Yield the number of candidates and of new scenarios of each round."""
        candidates, scenarios = self.parameters.candidates, self.parameters.scenarios
        yield candidates, scenarios
        yield max(2, candidates * 2 // 3), 2 * scenarios
        drawn = 7 * scenarios
        yield max(2, candidates // 3), 4 * scenarios
        while self.parameters.seconds and drawn < _MOST_SCENARIOS:
            drawn += 4 * scenarios
            yield max(2, candidates // 3), 4 * scenarios

    def _follow_best(self, view: View, candidates: Candidates, chance: Random, begin: float) -> Candidates:
        """Return the candidates that remain to the end, the best first (sequential halving)."""
        sums = np.zeros(len(candidates.numbers), np.int64)
        end = begin + self.parameters.seconds if self.parameters.seconds else float("inf")
        pace = 0.0
        for number, courses in self._rounds():
            started = monotonic()
            if started + pace * number * courses > end:
                break
            best = np.argsort(-sums, kind="stable")[:number]
            candidates, sums = candidates.select(best), sums[best]
            sums += candidates.values(draw_scenarios(view, courses, self.parameters.own_turns, chance)).sum(axis=0)
            pace = (monotonic() - started) / (number * courses)
        return candidates.select(np.argsort(-sums, kind="stable"))


class StrongBot(PlannerBot):
    """The planner with more candidates and scenarios."""

    Parameters = StrongParameters
