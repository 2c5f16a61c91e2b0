"""Greedy turns of many positions at once: a few array steps place the tokens of all positions."""

from __future__ import annotations

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

__all__ = ["PlayedTurns", "play_turns"]

_OFFERS = 3
"""The number of central spaces to try in each position: the best by their single tokens."""
_WIDTH = 1
"""Boards to keep for each of these spaces after the first and the second token."""
_TOKENS = len(LANES)


class PlayedTurns(NamedTuple):
    """Positions after a greedy turn each, the central spaces emptied, and the row with `NO_CARD` for a taken card."""

    crowd: Crowd
    spaces: NDArray[np.intp]
    row: NDArray[np.intp]


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
    _take_cards(setting, crowd, row, STEPS)
    planes, spaces = _place_tokens(setting, crowd, offers.central)
    crowd.planes[:] = planes
    _take_cards(setting, crowd, row, CLOSING)
    _place_cubes(setting, crowd)
    return PlayedTurns(crowd, spaces, row)


def _take_cards(setting: Setting, crowd: Crowd, row: NDArray[np.intp], to_place: int) -> None:
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


def _best_of_groups(group: NDArray[np.intp], values: Values, planes: Planes, width: int) -> NDArray[np.intp]:
    """Return the best different boards of each group, group by group."""
    marks = board_marks(planes)
    order = np.lexsort((marks, -values, group))
    ordered = group[order]
    if width > 1:
        again = (ordered[1:] == ordered[:-1]) & (marks[order[1:]] == marks[order[:-1]])
        once = np.concatenate(([True], ~again))
        order, ordered = order[once], ordered[once]
    rank = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    best: NDArray[np.intp] = order[rank < width]
    return best


def _place_tokens(setting: Setting, crowd: Crowd, central: NDArray[np.int64]) -> tuple[Planes, NDArray[np.intp]]:
    """Return the boards after placing the best tokens, and the central spaces of these tokens."""
    number = len(crowd.took)
    counts = np.stack([(central // lane & 255).astype(np.int8) for lane in LANES])
    start = _Boards(crowd.planes, np.arange(number), counts.max(axis=1))
    first, tokens = _with_token(setting, start)
    values = crowd_values(setting, crowd, first.planes, first.group, STEPS - 1)
    key = first.group * _TOKENS + tokens
    order = np.lexsort((-values, key))
    best = order[np.concatenate(([True], key[order][1:] != key[order][:-1]))]
    best_board = np.full((_TOKENS, number), -1, np.intp)
    best_board[tokens[best], first.group[best]] = best
    best_value = np.full((_TOKENS, number), -(10**8), np.int64)
    best_value[tokens[best], first.group[best]] = values[best]
    # The promise of a set of tokens is the sum over its tokens, each at its best place.
    promise = (counts * best_value[:, None]).sum(axis=0)
    promise[counts.sum(axis=0) == 0] = -(10**10)
    spaces = np.argsort(-promise, axis=0, kind="stable")[:_OFFERS]
    needs = counts[:, spaces, np.arange(number)]
    ranked = np.argsort(-np.where(needs > 0, best_value[:, None], -(10**9)), axis=0, kind="stable")[:_WIDTH]
    token, offer, position = (
        ranked.ravel(),
        np.broadcast_to(np.arange(len(spaces))[None, :, None], ranked.shape).ravel(),
        np.broadcast_to(np.arange(number)[None, None], ranked.shape).ravel(),
    )
    possible = (needs[token, offer, position] > 0) & (best_board[token, position] >= 0)
    token, offer, position = token[possible], offer[possible], position[possible]
    left = needs[:, offer, position]
    left[token, np.arange(len(token))] -= 1
    group = position * len(spaces) + offer
    boards = _Boards(first.planes.take(best_board[token, position], axis=1), group, left)
    second, _ = _with_token(setting, boards)
    values = crowd_values(setting, crowd, second.planes, second.group // len(spaces), STEPS - 2)
    kept = _best_of_groups(second.group, values, second.planes, _WIDTH)
    boards = _Boards(second.planes.take(kept, axis=1), second.group[kept], second.needs.take(kept, axis=1))
    third, _ = _with_token(setting, boards)
    position = third.group // len(spaces)
    values = crowd_values(setting, crowd, third.planes, position, 0)
    kept = _best_of_groups(position, values, third.planes, 1)
    chosen = spaces[third.group[kept] % len(spaces), np.arange(number)]
    return third.planes.take(kept, axis=1), chosen


def _place_cubes(setting: Setting, crowd: Crowd) -> None:
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
