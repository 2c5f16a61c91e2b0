"""The three tokens of a turn on many boards at once: for each central space that promises most, the best board."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import Planes, expand, place_token
from harmonies_cli.bots.crowd import Crowd, Setting, crowd_values
from harmonies_cli.bots.search import board_marks
from harmonies_cli.bots.situation import Values
from harmonies_cli.bots.weights import STEPS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import LANES
from harmonies_cli.rules.scoring.vectorised_shapes import Masks, next_to

__all__ = ["PlacedTokens", "best_of_groups", "place_tokens"]

_TRIED = 8
"""Spaces to try for the second and third token: the best for each token on its own, and all near the tokens placed.

At least 3, so that the tokens before cannot take them all.
"""
_IMPOSSIBLE = -(10**8)
"""Stands in for the value of a token that cannot be placed."""
_TOKENS = len(LANES)


class _Boards(NamedTuple):
    """Boards in progress.

    Attributes
    ----------
    planes, group
        The boards, and the group of each.
    needs
        The tokens that each still needs, by kind.
    spaces
        The spaces to try for each kind.
    """

    planes: Planes
    group: NDArray[np.intp]
    needs: NDArray[np.int8]
    spaces: Masks


class _Placed(NamedTuple):
    """Boards after one more token: the boards, its kind, its space, and the number of the board before."""

    boards: _Boards
    tokens: NDArray[np.intp]
    spaces: Masks
    before: NDArray[np.intp]


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
    everywhere = np.full((_TOKENS, number), setting.side.full, np.uint32)
    first = _with_token(setting, _Boards(crowd.planes, np.arange(number), counts.max(axis=1), everywhere))
    values = crowd_values(setting, crowd, first.boards.planes, first.boards.group, STEPS - 1)
    best_board, best_value = _best_by_token(first, values, number)
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
    chosen = best_board[token, owner]
    promising = _best_spaces(first, values, number)[:, owner] | _around(setting.side, first.spaces[chosen])
    boards = _Boards(first.boards.planes.take(chosen, axis=1), np.arange(len(begun)), needs_of_any, promising)
    second = _with_token(setting, boards)
    values = crowd_values(setting, crowd, second.boards.planes, owner[second.boards.group], STEPS - 2)
    best_board, best_value = _best_by_token(second, values, len(begun))
    token, possible = _best_needed(needs, best_value[:, part])
    offer, position, token = offer[possible], position[possible], token[possible]
    part, needs = part[possible], needs[:, possible]
    needs[token, np.arange(len(token))] -= 1
    chosen = best_board[token, part]
    group = position * len(spaces) + offer
    promising = promising[:, second.before[chosen]] | _around(setting.side, second.spaces[chosen])
    boards = _Boards(second.boards.planes.take(chosen, axis=1), group, needs, promising)
    third = _with_token(setting, boards).boards
    values = crowd_values(setting, crowd, third.planes, third.group // len(spaces), 0)
    kept = best_of_groups(third.group, values, third.planes)
    position, offer = np.divmod(third.group[kept], len(spaces))
    return PlacedTokens(third.planes.take(kept, axis=1), position, spaces[offer, position], values[kept])


def _with_token(setting: Setting, boards: _Boards) -> _Placed:
    """Place one needed token on every board in every way that is to be tried."""
    planes, needs, tokens, spaces, numbers = [], [], [], [], []
    for token in range(_TOKENS):
        index = np.flatnonzero(boards.needs[token] > 0)
        if len(index):
            board, space = expand(setting.side, boards.planes.take(index, axis=1), token)
            wanted = np.flatnonzero(space & boards.spaces[token, index[board]])
            board, space = index[board[wanted]], space[wanted]
            planes.append(place_token(boards.planes.take(board, axis=1), token, space))
            left = boards.needs.take(board, axis=1)
            left[token] -= 1
            needs.append(left)
            tokens.append(np.full(len(board), token, np.intp))
            spaces.append(space)
            numbers.append(board)
    before = np.concatenate(numbers)
    after = _Boards(
        np.concatenate(planes, axis=1), boards.group[before], np.concatenate(needs, axis=1), boards.spaces[:, before]
    )
    return _Placed(after, np.concatenate(tokens), np.concatenate(spaces), before)


def _around(side: Side, spaces: Masks) -> Masks:
    """Return spaces with their neighbours."""
    return spaces | next_to(side, spaces)


def _best_spaces(placed: _Placed, values: Values, groups: int) -> Masks:
    """Return the spaces of each group that are best for a token on its own; shape (tokens, groups)."""
    key = placed.boards.group * _TOKENS + placed.tokens
    order = np.lexsort((-values, key))
    ordered = key[order]
    places = np.arange(len(order))
    starts = np.maximum.accumulate(np.where(np.concatenate(([True], ordered[1:] != ordered[:-1])), places, 0))
    best = order[places - starts < _TRIED]
    spaces = np.zeros((_TOKENS, groups), np.uint32)
    np.bitwise_or.at(spaces, (placed.tokens[best], placed.boards.group[best]), placed.spaces[best])
    return spaces


def best_of_groups(group: NDArray[np.intp], values: Values, planes: Planes) -> NDArray[np.intp]:
    """Return the best board of each group, group by group."""
    highest = np.full(int(group.max()) + 1, np.iinfo(values.dtype).min, values.dtype)
    np.maximum.at(highest, group, values)
    equal = np.flatnonzero(values == highest[group])
    order = equal[np.lexsort((board_marks(planes.take(equal, axis=1)), group[equal]))]
    ordered = group[order]
    best: NDArray[np.intp] = order[np.concatenate(([True], ordered[1:] != ordered[:-1]))]
    return best


def _best_by_token(placed: _Placed, values: Values, groups: int) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Return the best board of each group after each token, and its value; shape (tokens, groups)."""
    boards, tokens = placed.boards, placed.tokens
    best = best_of_groups(boards.group * _TOKENS + tokens, values, boards.planes)
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
