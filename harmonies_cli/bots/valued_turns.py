"""Turns of many positions at once, chosen by the value function: the steps of a greedy turn propose them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting
from harmonies_cli.bots.habitat_costs import held_spots, missing_by_kind
from harmonies_cli.bots.lockstep import PlayedTurns, place_cubes, take_cards
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.bots.token_placement import place_tokens
from harmonies_cli.bots.value_function import final_values
from harmonies_cli.bots.weights import STEPS

__all__ = ["play_valued_turns"]

_OFFERS = 5
"""The number of central spaces to try in each position."""


def play_valued_turns(setting: Setting, crowd: Crowd, offers: Offers) -> PlayedTurns:
    """Play the turn that the value function prefers on every position.

    To choose from are the best board for each central space, each without a card and with each card of the row.

    Parameters
    ----------
    setting, crowd, offers
        As `lockstep.play_turns` takes them.
    """
    crowd = crowd._replace(took=np.zeros_like(crowd.took)).select(np.arange(len(crowd.took)))
    # The tokens are placed with the most promising card in mind.
    guided = crowd.select(np.arange(len(crowd.took)))
    take_cards(setting, guided, offers.row.copy(), STEPS)
    placed = place_tokens(setting, guided, offers.central, _OFFERS)
    boards = crowd.select(placed.position)._replace(planes=placed.planes)
    place_cubes(setting, boards)
    number, after, row = _with_cards(setting, boards, offers.row.take(placed.position, axis=1))
    position = placed.position[number]
    order = np.lexsort((-final_values(setting, after), position))
    best = order[np.concatenate(([True], position[order][1:] != position[order][:-1]))]
    return PlayedTurns(after.select(best), placed.spaces[number[best]], row.take(best, axis=1))


def _with_cards(
    setting: Setting, boards: Crowd, row: NDArray[np.intp]
) -> tuple[NDArray[np.intp], Crowd, NDArray[np.intp]]:
    """Return each board as it is and with each card of its row: its number, the position, and the row after."""
    everything = np.arange(len(boards.took))
    free = (boards.cards == NO_CARD).any(axis=0)
    place, taking = np.nonzero((row != NO_CARD) & free)
    number = np.concatenate((everything, taking))
    after, left = boards.select(number), row.take(number, axis=1)
    column = np.arange(len(everything), len(number))
    slot = (boards.cards == NO_CARD).argmax(axis=0)[taking]
    cards = row[place, taking]
    after.cards[slot, column] = cards
    after.placed[slot, column] = 0
    after.took[column] = True
    left[place, column] = NO_CARD
    within = missing_by_kind(setting.side, boards.planes).take(taking, axis=2)
    new = held_spots(setting.side, cards[None], within, after.planes[CUBES_PLANE, column])
    ready = column[new.boards[new.spots[0] != 0]]
    if len(ready):
        with_cubes = after.select(ready)
        place_cubes(setting, with_cubes)
        after.assign(ready, with_cubes)
    return number, after, left
