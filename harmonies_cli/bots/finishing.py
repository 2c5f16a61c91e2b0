"""The rest of a turn after placing the tokens: which card to take, and which cubes to place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE
from harmonies_cli.bots.evaluation import estimate
from harmonies_cli.bots.habitat_costs import spots_within
from harmonies_cli.bots.situation import NOT_TAKEN, Situation, States
from harmonies_cli.bots.weights import CLOSING
from harmonies_cli.rules.board.cards import CUBES
from harmonies_cli.rules.board.sides import bits

__all__ = ["TAKE", "Finish", "finish", "ready_cubes", "with_cubes"]

TAKE = -1
"""Stands in for a cube's bit if the card is taken."""


class Finish(NamedTuple):
    """The ends of turns: their states, values, and the cards taken and cubes placed as pairs of card and bit."""

    states: States
    values: NDArray[np.int32]
    steps: list[list[tuple[int, int]]]


def finish(situation: Situation, states: States) -> Finish:
    """Take cards and place cubes, one at a time on each state, as long as the estimate does not fall."""
    number = len(states.above)
    current = estimate(situation, states, CLOSING)
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
            valued = estimate(situation, after, CLOSING)
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


def ready_cubes(situation: Situation, states: States) -> list[tuple[int, int, int]]:
    """Return all cubes that could be placed now, as state, place of the card, and bit."""
    if not situation.cards:
        return []
    spots = spots_within(situation.side, situation.cards, states.planes)[0]
    return [
        (int(state), int(place), bit)
        for place, state in np.argwhere(spots)
        if 0 <= states.placed[place, state] < CUBES[situation.cards[place]]
        for bit in bits(int(spots[place, state]))
    ]


def with_cubes(situation: Situation, states: States, cubes: Sequence[tuple[int, int, int]]) -> States:
    """Return a state for each cube placed."""
    origin, place, bit = (np.array(column, np.intp) for column in zip(*cubes, strict=True))
    after = states.select(origin)
    numbers = np.arange(len(cubes))
    after.planes[CUBES_PLANE] |= (1 << bit).astype(np.uint32)
    after.placed[place, numbers] += 1
    full = np.array([CUBES[card] for card in situation.cards])
    after.above[:] -= after.placed[place, numbers] == full[place]
    return after
