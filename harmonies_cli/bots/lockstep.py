"""Greedy turns of many positions at once: a few array steps place the tokens of all positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, empty_spaces, single_spaces
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, crowd_values, spot_masks
from harmonies_cli.bots.evaluation import slot_costs, spot_numbers, steps_left
from harmonies_cli.bots.habitat_costs import held_spots, missing_by_kind
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.bots.token_placement import best_of_groups, place_tokens
from harmonies_cli.bots.weights import CLOSING, MOST_STEPS, SCALE, STEPS, card_values, time_row
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.scoring.vectorised_shapes import Masks

__all__ = ["PlayTurns", "PlayedTurns", "place_cubes", "play_turns", "take_cards"]

_OFFERS = 3
"""The number of central spaces to try in each position: the best by their single tokens."""


class PlayedTurns(NamedTuple):
    """Positions after a greedy turn each, the central spaces emptied, and the row with `NO_CARD` for a taken card."""

    crowd: Crowd
    spaces: NDArray[np.intp]
    row: NDArray[np.intp]


PlayTurns = Callable[[Setting, Crowd, Offers], PlayedTurns]
"""Plays a turn on every position; see `play_turns`."""


def play_turns(setting: Setting, crowd: Crowd, offers: Offers) -> PlayedTurns:
    """Play a greedy turn on every position: card, tokens, card if none was taken, cubes.

    Parameters
    ----------
    setting, crowd
        The positions at the beginning of a turn; each has a space with three tokens to take.
    offers
        The central board and the row of each position.
    """
    crowd = crowd._replace(took=np.zeros_like(crowd.took)).select(np.arange(len(crowd.took)))
    row = offers.row.copy()
    take_cards(setting, crowd, row, STEPS)
    placed = place_tokens(setting, crowd, offers.central, _OFFERS)
    best = best_of_groups(placed.position, placed.values, placed.planes)
    crowd.planes[:] = placed.planes[:, best]
    take_cards(setting, crowd, row, CLOSING)
    place_cubes(setting, crowd)
    return PlayedTurns(crowd, placed.spaces[best], row)


def take_cards(setting: Setting, crowd: Crowd, row: NDArray[np.intp], to_place: int) -> None:
    """Take the card of the row that gains most, if it gains more than its place above the board costs; in place."""
    side, weights, _ = setting
    above = (crowd.cards != NO_CARD).sum(axis=0)
    may = ~crowd.took & (above < CARD_LIMIT)
    if not may.any():
        return
    within = missing_by_kind(side, crowd.planes)
    own = steps_left(MOST_STEPS, weights)[np.bitwise_count(empty_spaces(side, crowd.planes))]
    time = time_row(np.minimum(own, crowd.turns * STEPS), to_place)
    gains = np.zeros(row.shape, np.int32)
    costs = slot_costs(weights)[above]
    for card in np.unique(row[:, may]).tolist():
        if card != NO_CARD:
            place, index = np.nonzero((row == card) & may)
            spots = spot_masks(side, card, within.take(index, axis=2), crowd.planes[CUBES_PLANE, index])
            gains[place, index] = card_values(card, weights)[time[index], 0, spot_numbers(spots)] - costs[index]
    best = gains.argmax(axis=0)
    taking = np.flatnonzero(gains.max(axis=0) > 0)
    slot = (crowd.cards[:, taking] == NO_CARD).argmax(axis=0)
    crowd.cards[slot, taking] = row[best[taking], taking]
    crowd.placed[slot, taking] = 0
    crowd.took[taking] = True
    row[best[taking], taking] = NO_CARD


def place_cubes(setting: Setting, crowd: Crowd) -> None:
    """Place cubes, the best of each position at a time, as long as the estimate does not fall; in place."""
    going = np.arange(len(crowd.took))
    current = crowd_values(setting, crowd, crowd.planes, going, CLOSING)
    while len(going):
        state, slot, space = _ready_cubes(setting, crowd, going)
        if not len(state):
            return
        after = crowd.select(state)
        _add_cubes(setting, after, slot, space)
        numbers = np.arange(len(state))
        values = crowd_values(setting, after, after.planes, numbers, CLOSING)
        order = np.lexsort((-values, state))
        best = order[np.concatenate(([True], state[order][1:] != state[order][:-1]))]
        best = best[values[best] >= current[state[best]]]
        going = state[best]
        crowd.assign(going, after.select(best))
        current[going] = values[best]


def _ready_cubes(
    setting: Setting, crowd: Crowd, going: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Masks]:
    """Return all cubes that some positions could place: position, place above the board, space."""
    planes = crowd.planes.take(going, axis=1)
    held = crowd.cards.take(going, axis=1)
    above = held_spots(setting.side, held, missing_by_kind(setting.side, planes), planes[CUBES_PLANE])
    single = single_spaces(setting.side)
    number, space = np.nonzero(above.spots[0][:, None] & single)
    return going[above.boards[number]], above.slots[number], single[space]


def _add_cubes(setting: Setting, crowd: Crowd, slot: NDArray[np.intp], space: Masks) -> None:
    """Place a cube on each position, in place; completed cards leave their place above the board."""
    numbers = np.arange(len(slot))
    crowd.planes[CUBES_PLANE] |= space
    crowd.placed[slot, numbers] += 1
    cards = crowd.cards[slot, numbers]
    full = np.flatnonzero(crowd.placed[slot, numbers] == _CUBES[cards])
    crowd.banked[full] += _LAST_POINTS[cards[full]]
    crowd.spirit_placed[full] |= cards[full] == setting.spirit
    crowd.cards[slot[full], full] = NO_CARD
    crowd.placed[slot[full], full] = 0


_CUBES = np.array(CUBES)
_LAST_POINTS = np.array([(card.points or (0,))[-1] * SCALE for card in CARDS], np.int32)
