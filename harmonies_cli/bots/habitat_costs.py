"""How many tokens the habitats of cards still need, for many boards at once.

The number of missing tokens is in unary: for each limit 0, 1, 2, 3 the mask of the spaces that lack at most that many
tokens. Bitwise operations add two such numbers for all spaces of a board at once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.boards import CUBES_PLANE, HIGH_TRUNK, Planes, empty_spaces
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import KINDS
from harmonies_cli.rules.scoring.vectorised_shapes import Masks

__all__ = [
    "LIMITS",
    "ROTATIONS",
    "Rotations",
    "add_missing",
    "missing_by_kind",
    "rotations_of",
    "spots_from",
    "spots_within",
]

LIMITS = 4
"""Numbers of missing tokens to distinguish: 0 to 3; with more, a habitat is too far."""
_CHUNK = 512
"""Boards to process at a time, so the working arrays fit in the processor's cache."""

_W, _F, _M, _MM, _MMM, _L, _TL, _TTL, _BUILDING, _T, _H = range(len(KINDS))
ROTATIONS = 6
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


class Rotations(NamedTuple):
    """The six rotations of a habitat: kinds by space, shifts by rotation and space, the places where each fits."""

    kinds: list[int]
    shifts: list[list[int]]
    valid: list[int]


@cache
def rotations_of(side: Side, card: int) -> Rotations:
    """Return the rotations of a card's habitat."""
    habitat = CARDS[card].habitat
    offsets = [(space.q, space.r) for space in habitat]
    shifts = []
    valid = []
    for _ in range(ROTATIONS):
        shifts.append([side.stride * q + r for q, r in offsets])
        valid.append(
            sum(1 << bit for bit in side.name_of if all(side.offset(bit, q, r) is not None for q, r in offsets))
        )
        offsets = [(-r, q + r) for q, r in offsets]
    return Rotations([KINDS.index(space.stack) for space in habitat], shifts, valid)


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
