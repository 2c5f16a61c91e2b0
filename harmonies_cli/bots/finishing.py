"""The rest of a turn once the tokens lie: which card to take, and which cubes to place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.cubes import ready_cubes, with_cubes
from harmonies_cli.bots.evaluation import estimate
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, States

__all__ = ["TAKE", "Finish", "finish"]

TAKE = -1
"""In place of a cube's bit: the card is taken."""


class Finish(NamedTuple):
    """The ends of turns: their states, values, and the cards taken and cubes placed as pairs of card and bit."""

    states: States
    values: NDArray[np.int32]
    steps: list[list[tuple[int, int]]]


def finish(situation: Situation, states: States) -> Finish:
    """Take cards and place cubes, one at a time on every state, as long as the estimate does not fall."""
    number = len(states.above)
    current = estimate(situation, states)
    values = current.values.copy()
    wishes = current.cards.copy()
    states = states.select(np.arange(number))
    steps: list[list[tuple[int, int]]] = [[] for _ in range(number)]
    going = np.arange(number)
    while len(going):
        active = states.select(going)
        cubes = ready_cubes(situation, active)
        moved: list[int] = []
        if cubes:
            after = with_cubes(situation, active, cubes)
            valued = estimate(situation, after)
            best: dict[int, int] = {}
            for index, (state, _, _) in enumerate(cubes):
                if state not in best or valued.values[index] > valued.values[best[state]]:
                    best[state] = index
            for state, index in best.items():
                target = int(going[state])
                if valued.values[index] >= values[target]:
                    _copy(after, index, states, target)
                    values[target] = valued.values[index]
                    wishes[target] = valued.cards[index]
                    _, place, bit = cubes[index]
                    steps[target].append((situation.cards[place], bit))
                    moved.append(target)
        for target in going.tolist():
            place = int(wishes[target])
            if target not in moved and place >= 0 and not states.took[target]:
                states.placed[place, target] = NOT_TAKEN + 1
                states.above[target] += 1
                states.took[target] = True
                steps[target].append((situation.cards[place], TAKE))
                moved.append(target)
        going = np.array(sorted(moved), np.intp)
    return Finish(states, values, steps)


def _copy(source: States, index: int, target: States, place: int) -> None:
    target.planes[:, place] = source.planes[:, index]
    target.placed[:, place] = source.placed[:, index]
    target.above[place] = source.above[index]
    target.took[place] = source.took[index]
