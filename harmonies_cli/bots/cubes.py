"""Cubes that may be placed, and states with them placed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harmonies_cli.bots.boards import CUBES_PLANE
from harmonies_cli.bots.habitat_costs import spots_within
from harmonies_cli.bots.situation import Situation, States
from harmonies_cli.rules.board.cards import CUBES
from harmonies_cli.rules.board.sides import bits

__all__ = ["ready_cubes", "with_cubes"]


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
