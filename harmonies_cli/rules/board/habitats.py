"""Find a card's habitat on a board, in any of its six rotations (docs/rules.md 4).

A rotation of a habitat at a space is one mask over the lanes of a board (see `sides`): the board has the habitat there
if and only if ``board & mask == mask``.
"""

from __future__ import annotations

from functools import cache

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import LANE, LANE_MASK, Side
from harmonies_cli.rules.board.tokens import KINDS

__all__ = ["cube_spots", "habitat_masks", "is_habitat_complete"]

_LANE_OF_CUBE = tuple(LANE * KINDS.index(card.habitat[0].stack) for card in CARDS)


@cache
def habitat_masks(side: Side, card: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each bit of `side`, the masks of the rotations of a card's habitat with its cube there.

    Parameters
    ----------
    side
        The side of the board.
    card
        Index in `CARDS`.
    """
    rotations = []
    offsets = [(space.q, space.r, KINDS.index(space.stack)) for space in CARDS[card].habitat]
    for _ in range(6):
        rotations.append(offsets)
        offsets = [(-r, q + r, kind) for q, r, kind in offsets]
    masks: list[tuple[int, ...]] = []
    for bit in range(side.width):
        found: dict[int, None] = {}
        for rotation in rotations:
            mask = 0
            for q, r, kind in rotation:
                place = side.offset(bit, q, r)
                if place is None:
                    break
                mask |= 1 << LANE * kind + place
            else:
                found[mask] = None
        masks.append(tuple(found))
    return tuple(masks)


def is_habitat_complete(side: Side, card: int, board: int, bit: int) -> bool:
    """Return whether the card's habitat is complete on `board` (lanes) with its cube on `bit`."""
    return any(board & mask == mask for mask in habitat_masks(side, card)[bit])


def cube_spots(side: Side, card: int, board: int, cubes: int) -> int:
    """Return the mask of the spaces where a cube of the card can be placed.

    Parameters
    ----------
    side
        The side of the board.
    card
        Index in `CARDS`.
    board
        Lanes of the board.
    cubes
        Mask of the spaces with a cube.
    """
    lane = board >> _LANE_OF_CUBE[card] & LANE_MASK & ~cubes
    masks = habitat_masks(side, card)
    spots = 0
    while lane:
        low = lane & -lane
        for mask in masks[low.bit_length() - 1]:
            if board & mask == mask:
                spots |= low
                break
        lane ^= low
    return spots
