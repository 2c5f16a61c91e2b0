"""Turns worth following: the best of those found, by the value function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, banked_points, crowd_of
from harmonies_cli.bots.greedy import Finish, Turns
from harmonies_cli.bots.interface import View
from harmonies_cli.bots.lookahead import look_ahead
from harmonies_cli.bots.scenarios import Offers, Scenarios
from harmonies_cli.bots.situation import NOT_TAKEN, Situation
from harmonies_cli.bots.value_function import final_values

__all__ = ["Candidates", "candidate_turns"]


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
