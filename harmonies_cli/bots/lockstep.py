"""Greedy turns of many positions at once: a few array steps place the tokens of all positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, Planes, empty_spaces, expand, place_token
from harmonies_cli.bots.crowd import NO_CARD, Crowd, Setting, crowd_values, spot_masks
from harmonies_cli.bots.evaluation import slot_costs, spot_numbers, steps_left
from harmonies_cli.bots.habitat_costs import held_spots, missing_by_kind
from harmonies_cli.bots.scenarios import Offers
from harmonies_cli.bots.search import board_marks
from harmonies_cli.bots.situation import Values
from harmonies_cli.bots.weights import CLOSING, MOST_STEPS, SCALE, STEPS, card_values, time_row
from harmonies_cli.rules.board.cards import CARD_LIMIT, CARDS, CUBES
from harmonies_cli.rules.board.sides import bits
from harmonies_cli.rules.board.tokens import LANES

__all__ = ["PlacedTokens", "PlayTurns", "PlayedTurns", "place_cubes", "place_tokens", "play_turns", "take_cards"]

_OFFERS = 3
"""The number of central spaces to try in each position: the best by their single tokens."""
_IMPOSSIBLE = -(10**8)
"""Stands in for the value of a token that cannot be placed."""
_TOKENS = len(LANES)


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
    best = _best_of_groups(placed.position, placed.values, placed.planes)
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


class _Boards(NamedTuple):
    """Boards in progress: the group of each, and the tokens that it still needs, by kind."""

    planes: Planes
    group: NDArray[np.intp]
    needs: NDArray[np.int8]


def _with_token(setting: Setting, boards: _Boards) -> tuple[_Boards, NDArray[np.intp]]:
    """Place one needed token on every board in every way; return the boards, and the token of each."""
    planes, groups, needs, tokens = [], [], [], []
    for token in range(_TOKENS):
        index = np.flatnonzero(boards.needs[token] > 0)
        if len(index):
            board, space = expand(setting.side, boards.planes.take(index, axis=1), token)
            board = index[board]
            planes.append(place_token(boards.planes.take(board, axis=1), token, space))
            groups.append(boards.group[board])
            left = boards.needs.take(board, axis=1)
            left[token] -= 1
            needs.append(left)
            tokens.append(np.full(len(board), token, np.intp))
    found = _Boards(np.concatenate(planes, axis=1), np.concatenate(groups), np.concatenate(needs, axis=1))
    return found, np.concatenate(tokens)


def _best_of_groups(group: NDArray[np.intp], values: Values, planes: Planes) -> NDArray[np.intp]:
    """Return the best board of each group, group by group."""
    order = np.lexsort((board_marks(planes), -values, group))
    ordered = group[order]
    best: NDArray[np.intp] = order[np.concatenate(([True], ordered[1:] != ordered[:-1]))]
    return best


def _best_by_token(
    boards: _Boards, tokens: NDArray[np.intp], values: Values, groups: int
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the best board of each group after each token, and its value; shape (tokens, groups)."""
    best = _best_of_groups(boards.group * _TOKENS + tokens, values, boards.planes)
    place = tokens[best], boards.group[best]
    best_board = np.zeros((_TOKENS, groups), np.intp)
    best_board[place] = best
    best_value = np.full((_TOKENS, groups), _IMPOSSIBLE, np.int64)
    best_value[place] = values[best]
    return best_board, best_value


def _best_needed(needs: NDArray[np.int8], values: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the token of highest value among those still needed, and whether there is one that can be placed."""
    options = np.where(needs > 0, values, _IMPOSSIBLE)
    return options.argmax(axis=0), options.max(axis=0) > _IMPOSSIBLE


class PlacedTokens(NamedTuple):
    """Boards after the three tokens of a central space: the position, the space and the estimate of each."""

    planes: Planes
    position: NDArray[np.intp]
    spaces: NDArray[np.intp]
    values: Values


def place_tokens(setting: Setting, crowd: Crowd, central: NDArray[np.int64], tried: int) -> PlacedTokens:
    """Return the best board for each of the central spaces that promise most.

    Parameters
    ----------
    setting, crowd, central
        The positions, and the central board of each.
    tried
        Number of central spaces to try in each position.
    """
    number = len(crowd.took)
    counts = np.stack([(central // lane & 255).astype(np.int8) for lane in LANES])
    start = _Boards(crowd.planes, np.arange(number), counts.max(axis=1))
    first, tokens = _with_token(setting, start)
    values = crowd_values(setting, crowd, first.planes, first.group, STEPS - 1)
    best_board, best_value = _best_by_token(first, tokens, values, number)
    # The promise of a set of tokens is the sum over its tokens, each at its best place.
    promise = (counts * best_value[:, None]).sum(axis=0)
    promise[counts.sum(axis=0) == 0] = -(10**10)
    spaces = np.argsort(-promise, axis=0, kind="stable")[:tried]
    needs = counts[:, spaces, np.arange(number)].reshape(_TOKENS, -1)
    offer, position = np.divmod(np.arange(needs.shape[1]), number)
    token, possible = _best_needed(needs, best_value[:, position])
    offer, position, token, needs = offer[possible], position[possible], token[possible], needs[:, possible]
    needs[token, np.arange(len(token))] -= 1
    # Offers that begin with the same token share their boards.
    begun, part = np.unique(position * _TOKENS + token, return_inverse=True)
    owner, token = np.divmod(begun, _TOKENS)
    order = np.argsort(part, kind="stable")
    needs_of_any = np.maximum.reduceat(needs[:, order], np.searchsorted(part[order], np.arange(len(begun))), axis=1)
    boards = _Boards(first.planes.take(best_board[token, owner], axis=1), np.arange(len(begun)), needs_of_any)
    second, tokens = _with_token(setting, boards)
    values = crowd_values(setting, crowd, second.planes, owner[second.group], STEPS - 2)
    best_board, best_value = _best_by_token(second, tokens, values, len(begun))
    token, possible = _best_needed(needs, best_value[:, part])
    offer, position, token = offer[possible], position[possible], token[possible]
    part, needs = part[possible], needs[:, possible]
    needs[token, np.arange(len(token))] -= 1
    group = position * len(spaces) + offer
    third, _ = _with_token(setting, _Boards(second.planes.take(best_board[token, part], axis=1), group, needs))
    values = crowd_values(setting, crowd, third.planes, third.group // len(spaces), 0)
    kept = _best_of_groups(third.group, values, third.planes)
    position, offer = np.divmod(third.group[kept], len(spaces))
    return PlacedTokens(third.planes.take(kept, axis=1), position, spaces[offer, position], values[kept])


def place_cubes(setting: Setting, crowd: Crowd) -> None:
    """Place cubes, the best of each position at a time, as long as the estimate does not fall; in place."""
    going = np.arange(len(crowd.took))
    current = crowd_values(setting, crowd, crowd.planes, going, CLOSING)
    while len(going):
        state, slot, bit = _ready_cubes(setting, crowd, going)
        if not len(state):
            return
        after = crowd.select(state)
        _add_cubes(setting, after, slot, bit)
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
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Return all cubes that some positions could place: position, place above the board, bit."""
    planes = crowd.planes.take(going, axis=1)
    held = crowd.cards.take(going, axis=1)
    above = held_spots(setting.side, held, missing_by_kind(setting.side, planes), planes[CUBES_PLANE])
    ready = above.spots[0]
    found = [
        (int(going[above.boards[number]]), int(above.slots[number]), bit)
        for number in np.flatnonzero(ready).tolist()
        for bit in bits(int(ready[number]))
    ]
    state, slot, bit = np.array(found, np.intp).reshape(-1, 3).T
    return state, slot, bit


def _add_cubes(setting: Setting, crowd: Crowd, slot: NDArray[np.intp], bit: NDArray[np.intp]) -> None:
    """Place a cube on each position, in place; completed cards leave their place above the board."""
    numbers = np.arange(len(slot))
    crowd.planes[CUBES_PLANE] |= (1 << bit).astype(np.uint32)
    crowd.placed[slot, numbers] += 1
    cards = crowd.cards[slot, numbers]
    full = np.flatnonzero(crowd.placed[slot, numbers] == _CUBES[cards])
    crowd.banked[full] += _LAST_POINTS[cards[full]]
    crowd.spirit_placed[full] |= cards[full] == setting.spirit
    crowd.cards[slot[full], full] = NO_CARD
    crowd.placed[slot[full], full] = 0


_CUBES = np.array(CUBES)
_LAST_POINTS = np.array([(card.points or (0,))[-1] * SCALE for card in CARDS], np.int32)
