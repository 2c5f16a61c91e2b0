"""The spaces for cubes on many boards, each with its own cards.

Only the neighbourhood of each space is examined card by card; everything else is done for all cards at once.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.habitat_costs import LIMITS, ROTATIONS, add_missing, rotations_of
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.scoring.vectorised_shapes import Masks

__all__ = ["HeldSpots", "held_spots"]


class _Directions(NamedTuple):
    """One space of a habitat other than the cube's own: its kind, and the shifts to it in each rotation."""

    kind: int
    down: Masks
    up: Masks


class _Habitats:
    """The habitats of all cards of a side: the kind under the cube, the other spaces, and where each rotation fits."""

    def __init__(self, side: Side) -> None:
        rotations = [rotations_of(side, card) for card in range(len(CARDS))]
        self.sizes = np.array([len(card.kinds) for card in rotations])
        self.own = np.array([card.kinds[0] for card in rotations])
        self.valid = np.array([card.valid for card in rotations], np.uint32).T
        self.others = [
            [
                _Directions(
                    card.kinds[place],
                    np.array([[max(row[place], 0)] for row in card.shifts], np.uint32),
                    np.array([[max(-row[place], 0)] for row in card.shifts], np.uint32),
                )
                for place in range(1, len(card.kinds))
            ]
            for card in rotations
        ]
        order = np.argsort(-self.sizes, kind="stable")
        self.rank = np.empty_like(order)
        self.rank[order] = np.arange(len(order))


@cache
def _habitats(side: Side) -> _Habitats:
    return _Habitats(side)


class HeldSpots(NamedTuple):
    """Cards above boards, sorted by card, and the spaces for their cubes.

    Attributes
    ----------
    cards, slots, boards
        The card, its place above the board, and the board.
    bounds
        Where each card begins and ends.
    spots
        Masks of spaces within each limit, shape (limits, cards above boards).
    """

    cards: NDArray[np.intp]
    slots: NDArray[np.intp]
    boards: NDArray[np.intp]
    bounds: list[int]
    spots: Masks


def held_spots(side: Side, held: NDArray[np.intp], within: Masks, cubes: Masks) -> HeldSpots:
    """Return the same as `spots_from` for boards that have different cards.

    Parameters
    ----------
    side
        The side of the boards.
    held
        The cards above each board, negative for none; shape (slots, boards).
    within
        The result of `missing_by_kind`.
    cubes
        The spaces that hold cubes.
    """
    habitats = _habitats(side)
    number = held.shape[1]
    flat = held.ravel()
    pairs = np.flatnonzero(flat >= 0)
    pairs = pairs[np.argsort(habitats.rank[flat[pairs]], kind="stable")]
    cards = flat[pairs]
    slots, boards = np.divmod(pairs, number)
    bounds = [0, *(np.flatnonzero(cards[1:] != cards[:-1]) + 1).tolist(), len(cards)] if len(cards) else [0]
    around = np.empty((LIMITS, ROTATIONS, len(cards)), np.uint32)
    _fill(habitats, 0, around, cards, boards, bounds, within)
    around &= habitats.valid[:, cards]
    sizes = habitats.sizes[cards]
    for place in range(1, int(sizes[0]) - 1 if len(sizes) else 1):
        # Cards with more spaces come first.
        end = int(np.count_nonzero(sizes > place + 1))
        more = np.empty((LIMITS, ROTATIONS, end), np.uint32)
        _fill(habitats, place, more, cards, boards, bounds, within)
        add_missing(around[:, :, :end], more)
    spots: Masks = np.bitwise_or.reduce(around, axis=1)
    add_missing(spots, within.reshape(LIMITS, -1).take(habitats.own[cards] * number + boards, axis=1))
    spots &= ~cubes[boards]
    return HeldSpots(cards, slots, boards, bounds, spots)


def _fill(
    habitats: _Habitats,
    place: int,
    around: Masks,
    cards: NDArray[np.intp],
    boards: NDArray[np.intp],
    bounds: list[int],
    within: Masks,
) -> None:
    """Write, for one space of each habitat and each rotation, from where it needs at most that many tokens."""
    for start, end in pairwise(bounds):
        if end > around.shape[2]:
            return
        kind, down, up = habitats.others[cards[start]][place]
        part = around[:, :, start:end]
        np.right_shift(within[:, kind].take(boards[start:end], axis=1)[:, None], down, out=part)
        np.left_shift(part, up, out=part)
