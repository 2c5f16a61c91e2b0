"""The bot that follows its best turns for a few more over common scenarios, and plays the best of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import monotonic
from typing import Annotated, NamedTuple

import msgspec
import numpy as np

from harmonies_cli.bots.candidates import Candidates, candidate_turns
from harmonies_cli.bots.crowd import is_over
from harmonies_cli.bots.greedy import (
    GreedyParameters,
    Turns,
    Width,
    good_turns,
    keep_spirit,
    situation_of,
    turn_actions,
)
from harmonies_cli.bots.interface import View, with_spirit
from harmonies_cli.bots.last_turn import LastTurn, is_last_turn
from harmonies_cli.bots.scenarios import draw_scenarios
from harmonies_cli.bots.situation import Situation, steps_after_this
from harmonies_cli.bots.value_function import PARTS, final_values
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["PlannerBot", "PlannerParameters", "StrongBot", "StrongParameters"]

_WITH_SPIRIT = 4
"""First turns with each spirit that are followed to compare the spirits."""
_SPIRIT_PART = 12
"""Scenarios to play with both spirits before the time is checked."""
_EXACT = 8
"""The most empty spaces with which the last turn is searched completely, which then takes up to a third of a second."""
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
        Number of the best turns to follow; after each round the better half goes on, as long as there are two.
    scenarios
        Number of scenarios in the first round; each further round has twice as many new ones.
    own_turns
        Number of the player's turns to follow before the value function takes over.
    spirit_scenarios
        Number of scenarios in which the first turns with either spirit are followed to choose the spirit; 0 for the
        spirit that is better on average.
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
    candidates: Width = 24
    scenarios: Width = 1
    own_turns: Annotated[int, msgspec.Meta(ge=1, le=14)] = 4
    spirit_scenarios: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 0.0


class StrongParameters(PlannerParameters, frozen=True):
    """The same with more candidates, followed to the end of the game."""

    width_1: Width = 14
    width_2: Width = 14
    width_3: Width = 10
    finalists: Width = 40
    alike: Width = 16
    valued: Width = 80
    candidates: Width = 48
    scenarios: Width = 1
    own_turns: Annotated[int, msgspec.Meta(ge=1, le=14)] = 14
    spirit_scenarios: Annotated[int, msgspec.Meta(ge=0, le=200)] = 24


class _Options(NamedTuple):
    """The best turns of a player who has a spirit, or none: the inputs of the estimate, and the turns found."""

    situation: Situation
    found: Turns
    candidates: Candidates


class PlannerBot:
    """Plays the turn with the best average outcome."""

    Parameters: type[PlannerParameters] = PlannerParameters

    def __init__(self, parameters: PlannerParameters) -> None:
        self.parameters = parameters

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn; in the last turn on a nearly full board, of the best possible one."""
        begin = monotonic()
        is_exact = not view.spirits and view.seat.empty <= _EXACT and is_last_turn(view)
        if is_exact and (best := LastTurn(view).best()):
            return best.actions
        if self.parameters.spirit_scenarios and len(view.spirits) > 1:
            options = self._with_best_spirit(view, chance, begin)
        else:
            spirit = keep_spirit(view)
            options = self._options(view, spirit)
        situation, found, candidates = options
        candidates, outcome = self._follow_best(view, candidates, chance, begin)
        if not view.spirits and view.seat.empty - MOST_EMPTY_AT_END <= TOKENS_PER_SPACE:
            ending = LastTurn(view).best(most_empty=MOST_EMPTY_AT_END)
            if ending is not None and ending.points >= outcome:
                return ending.actions
        return turn_actions(view, situation, found, int(candidates.numbers[0]))

    def _options(self, view: View, spirit: int) -> _Options:
        """Return the best turns of a player who has a spirit, or none (-1)."""
        parameters = self.parameters
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
        return _Options(situation, found, candidates)

    def _with_best_spirit(self, view: View, chance: Random, begin: float) -> _Options:
        """Follow the first turns of each spirit, and return the turns of the spirit with the best of them."""
        options = [self._options(with_spirit(view, spirit), spirit) for spirit in view.spirits]
        first = [
            turns.candidates.select(np.arange(min(_WITH_SPIRIT, len(turns.candidates.numbers)))) for turns in options
        ]
        sums = [np.zeros(len(turns.numbers), np.int64) for turns in first]
        end = begin + self.parameters.seconds / 4 if self.parameters.seconds else float("inf")
        wanted = self.parameters.spirit_scenarios
        for drawn in range(0, wanted, _SPIRIT_PART):
            number = min(_SPIRIT_PART, wanted - drawn)
            scenarios = draw_scenarios(view, number, self.parameters.own_turns, chance)
            for turns, total in zip(first, sums, strict=True):
                total += turns.values(scenarios).sum(axis=0)
            if monotonic() > end:
                break
        best = [int(total.max()) for total in sums]
        return options[best.index(max(best))]

    def _rounds(self) -> Iterator[tuple[int, int]]:
        """Yield the number of candidates and of new scenarios of each round."""
        candidates, scenarios = self.parameters.candidates, self.parameters.scenarios
        rounds = [(candidates >> halved, scenarios << halved) for halved in range(candidates.bit_length() - 1)]
        yield from rounds
        drawn = sum(number for _, number in rounds)
        while self.parameters.seconds and drawn < _MOST_SCENARIOS:
            drawn += rounds[-1][1]
            yield rounds[-1]

    def _follow_best(
        self, view: View, candidates: Candidates, chance: Random, begin: float
    ) -> tuple[Candidates, float]:
        """Return the candidates that remain to the end, the best first, and its mean outcome (sequential halving)."""
        if is_over(view.side, candidates.crowd).all():
            return candidates, float(final_values(candidates.setting, candidates.crowd)[0]) / PARTS
        sums = np.zeros(len(candidates.numbers), np.int64)
        end = begin + self.parameters.seconds if self.parameters.seconds else float("inf")
        pace, followed = 0.0, 0
        for number, courses in self._rounds():
            started = monotonic()
            if followed and started + pace * number * courses > end:
                break
            best = np.argsort(-sums, kind="stable")[:number]
            candidates, sums = candidates.select(best), sums[best]
            sums += candidates.values(draw_scenarios(view, courses, self.parameters.own_turns, chance)).sum(axis=0)
            followed += courses
            pace = (monotonic() - started) / (number * courses)
        best = np.argsort(-sums, kind="stable")
        return candidates.select(best), float(sums[best[0]]) / (PARTS * followed)


class StrongBot(PlannerBot):
    """The planner with more candidates, which it follows to the end of the game."""

    Parameters = StrongParameters
