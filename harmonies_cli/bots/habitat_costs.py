"""How many tokens the habitats of cards still need, and the spaces for cubes, for many boards at once.

The number of missing tokens is in unary: for each limit 0, 1, 2, 3 the mask of the spaces that lack at most that many
tokens. Bitwise operations add two such numbers for all spaces of a board at once. If each board has its own cards, only
the neighbourhood of each space is examined card by card; everything else is done for all cards at once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, ROTATIONS, Planes, empty_spaces, rotations_of
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.scoring.vectorised_shapes import Masks

__all__ = ["LIMITS", "HeldSpots", "add_missing", "held_spots", "missing_by_kind", "spots_from", "spots_within"]

LIMITS = 4
"""Numbers of missing tokens to distinguish: 0 to 3; with more, a habitat is too far."""
_CHUNK = 512
"""Boards to process at a time, so the working arrays fit in the processor's cache."""

_W, _F, _M, _MM, _MMM, _L, _TL, _TTL, _BUILDING, _T, _H = range(len(KINDS))
_WANTED = len(KINDS) - 2
"""Kinds that a habitat may require: all but bare trunks and lone red tokens."""
# For each kind, the planes that are 1, 2, 3 tokens away from it; None is the empty space.
_BEFORE: dict[int, tuple[tuple[int | None, ...], ...]] = {
    _W: ((None,),),
    _F: ((None,),),
    _M: ((None,),),
    _MM: ((_M,), (None,)),
    _MMM: ((_MM,), (_M,), (None,)),
    _L: ((None,),),
    _TL: ((_T,), (None,)),
    _TTL: ((HIGH_TRUNK,), (_T,), (None,)),
    _BUILDING: ((_M, _T, _H), (None,)),
}


class _Patterns:
    """The rotations of the habitats of some cards, as arrays; the cards with more spaces first."""

    def __init__(self, side: Side, cards: tuple[int, ...]) -> None:
        self.order = sorted(range(len(cards)), key=lambda position: -len(CARDS[cards[position]].habitat))
        rotations = [rotations_of(side, cards[position]) for position in self.order]
        self.valid = np.array([card.valid for card in rotations], np.uint32).T[None, :, :, None]
        self.kinds: list[NDArray[np.intp]] = []
        self.down: list[Masks] = []
        self.up: list[Masks] = []
        for place in range(len(rotations[0].kinds)):
            here = [card for card in rotations if len(card.kinds) > place]
            shifts = np.array([[row[place] for row in card.shifts] for card in here]).T[None, :, :, None]
            self.kinds.append(np.array([card.kinds[place] for card in here]))
            self.down.append(np.maximum(shifts, 0).astype(np.uint32))
            self.up.append(np.maximum(-shifts, 0).astype(np.uint32))


@lru_cache(1024)
def _patterns(side: Side, cards: tuple[int, ...]) -> _Patterns:
    return _Patterns(side, cards)


def missing_by_kind(side: Side, planes: Planes) -> Masks:
    """Return, for each limit and kind, the spaces that need at most that many tokens."""
    free = ~planes[CUBES_PLANE]
    empty = empty_spaces(side, planes)
    within = np.empty((LIMITS, _WANTED, planes.shape[1]), np.uint32)
    for kind, steps in _BEFORE.items():
        spaces = planes[kind]
        within[0, kind] = spaces
        for limit in range(1, LIMITS):
            if limit <= len(steps):
                spaces = spaces.copy()
                for before in steps[limit - 1]:
                    spaces |= empty if before is None else planes[before] & free
            within[limit, kind] = spaces
    return within


def add_missing(total: Masks, more: Masks) -> None:
    """Add two unary numbers in place; sums above the highest limit are lost."""
    for limit in range(LIMITS - 1, -1, -1):
        sum_within = total[limit] & more[0]
        for part in range(limit):
            sum_within |= total[part] & more[limit - part]
        total[limit] = sum_within


def spots_within(side: Side, cards: tuple[int, ...], planes: Planes) -> Masks:
    """Return the spaces for cubes of cards after at most 0, 1, 2, 3 more tokens.

    Parameters
    ----------
    side
        The side of the boards.
    cards
        The cards, at least one.
    planes
        The boards.

    Returns
    -------
    ndarray
        Masks of spaces, shape (limits, cards, boards).
    """
    number = planes.shape[1]
    if number > _CHUNK:
        parts = [planes[:, start : start + _CHUNK] for start in range(0, number, _CHUNK)]
        return np.concatenate([spots_within(side, cards, part) for part in parts], axis=2)
    return spots_from(side, cards, missing_by_kind(side, planes), planes[CUBES_PLANE])


def spots_from(side: Side, cards: tuple[int, ...], within: Masks, cubes: Masks) -> Masks:
    """Return the same as `spots_within`, from the result of `missing_by_kind` and the spaces with cubes."""
    patterns = _patterns(side, cards)
    rotated = zip(patterns.kinds[1:], patterns.down[1:], patterns.up[1:], strict=True)
    neighbours = ((len(kinds), within.take(kinds, axis=1)[:, None] >> down << up) for kinds, down, up in rotated)
    _, around = next(neighbours)
    around &= patterns.valid
    for number, more in neighbours:
        add_missing(around[:, :, :number], more)
    # The cube's own space is the same in all rotations, so add it to the best of them.
    found: Masks = np.bitwise_or.reduce(around, axis=1)
    add_missing(found, within.take(patterns.kinds[0], axis=1))
    found &= ~cubes
    spots = np.empty_like(found)
    spots[:, patterns.order] = found
    return spots


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
