"""Many boards at once as bit planes: a 32-bit integer per board for each kind of stack, and one for the cubes."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import KIND_OF, KINDS, LETTERS, NODE_OF, STACKS
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.vectorised_shapes import Masks, river_lengths

__all__ = [
    "CUBES_PLANE",
    "HIGH_TRUNK",
    "PLANES",
    "ROTATIONS",
    "SPREAD",
    "Planes",
    "Rotations",
    "empty_spaces",
    "expand",
    "place_token",
    "planes_of",
    "remembered_river_lengths",
    "rotations_of",
    "single_spaces",
]

Planes: TypeAlias = Masks
"""Shape (planes, boards): the kinds of `tokens.KINDS`, then `HIGH_TRUNK` and `CUBES_PLANE`."""

HIGH_TRUNK = len(KINDS)
"""Two trunks; the plane of trunks has only single ones, because other tokens can follow two."""
CUBES_PLANE = HIGH_TRUNK + 1
PLANES = CUBES_PLANE + 1


def _plane(node: int) -> int:
    return HIGH_TRUNK if STACKS[node] == "TT" else KIND_OF[node]


def _steps(letter: str) -> tuple[tuple[int, int], ...]:
    """Return the planes between which a token moves a stack."""
    pairs = {
        (_plane(NODE_OF[stack]), _plane(NODE_OF[stack + letter]))
        for stack in STACKS
        if stack and stack + letter in NODE_OF
    }
    # Highest first: a stack that has just grown must not grow again.
    return tuple(sorted(pairs, key=lambda pair: -pair[0]))


_MOVES = tuple(_steps(letter) for letter in LETTERS)
_ALONE = tuple(_plane(NODE_OF[letter]) for letter in LETTERS)


@cache
def single_spaces(side: Side) -> Masks:
    """Return every space of a side as a set of its own."""
    return np.array([1 << bit for bit in side.name_of], np.uint32)


def planes_of(seat: Seat) -> Planes:
    """Return one board as planes."""
    planes = np.zeros((PLANES, 1), np.uint32)
    for bit, node in enumerate(seat.stacks):
        if node:
            planes[_plane(node), 0] |= np.uint32(1 << bit)
    planes[CUBES_PLANE] = seat.cubes
    return planes


def empty_spaces(side: Side, planes: Planes) -> Masks:
    """Return the empty spaces of each board."""
    empty: Masks = np.uint32(side.full) & ~np.bitwise_or.reduce(planes[:CUBES_PLANE])
    return empty


def expand(side: Side, planes: Planes, token: int) -> tuple[NDArray[np.intp], Masks]:
    """Return every legal placement of a token on every board, as the board's index and the space's mask."""
    legal = planes[_MOVES[token][0][0]].copy() if _MOVES[token] else np.zeros_like(planes[0])
    for before, _ in _MOVES[token][1:]:
        legal |= planes[before]
    legal &= ~planes[CUBES_PLANE]
    legal |= empty_spaces(side, planes)
    single = single_spaces(side)
    board, space = np.nonzero(legal[:, None] & single)
    return board, single[space]


def place_token(planes: Planes, token: int, spaces: Masks) -> Planes:
    """Return the boards after a token on one legal space of each."""
    after = planes.copy()
    on_empty = spaces.copy()
    for before, node in _MOVES[token]:
        moved = planes[before] & spaces
        after[before] ^= moved
        after[node] |= moved
        on_empty ^= moved
    after[_ALONE[token]] |= on_empty
    return after


_MEMORY_BITS = 16
SPREAD = 0x9E3779B1
"""Spreads the water of boards over the memory."""


@cache
def _known_rivers(side: Side) -> NDArray[np.uint64]:
    """Return the cache of `remembered_river_lengths`: each entry is the water and, in its last byte, the length."""
    return np.zeros(1 << _MEMORY_BITS, np.uint64)


def remembered_river_lengths(side: Side, water: Masks) -> NDArray[np.uint64]:
    """Return the same as `river_lengths`, from a cache, because most boards of a search have occurred before."""
    memory = _known_rivers(side)
    place = (water * np.uint32(SPREAD)) >> np.uint32(32 - _MEMORY_BITS)
    entries = memory[place]
    new = np.flatnonzero(entries >> np.uint64(8) != water)
    if len(new):
        entries[new] = water[new].astype(np.uint64) << np.uint64(8) | river_lengths(side, water[new])
        memory[place[new]] = entries[new]
    lengths: NDArray[np.uint64] = entries & np.uint64(255)
    return lengths


ROTATIONS = 6


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
