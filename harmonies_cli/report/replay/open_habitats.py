"""Where a player's next cubes can go: now, and after one more token."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from harmonies_cli.rules.board.cards import CARDS, CUBES
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import Side, bits
from harmonies_cli.rules.board.tokens import LETTERS, NEXT
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import Seat

__all__ = ["OpenHabitat", "open_habitats"]


class OpenHabitat(NamedTuple):
    """A space for a cube.

    Attributes
    ----------
    card
        The card's id.
    space
        The space that takes the cube.
    token, at
        The missing token and its space; both empty if the habitat is complete.
    """

    card: str
    space: str
    token: str = ""
    at: str = ""


def open_habitats(side: Side, seat: Seat) -> tuple[OpenHabitat, ...]:
    """Return the spaces for the cubes of a player's unfinished cards, those that need no token first.

    A space that several tokens would open appears once for each of them.
    """
    held = [card for card, placed in seat.cards.items() if placed < CUBES[card]]
    now = {card: cube_spots(side, card, seat.board, seat.cubes) for card in held}
    standing = [OpenHabitat(CARDS[card].id, side.name_of[bit]) for card in held for bit in bits(now[card])]
    return (*standing, *_after_a_token(side, seat, now))


def _after_a_token(side: Side, seat: Seat, now: dict[int, int]) -> Iterator[OpenHabitat]:
    boards = [
        (letter, side.name_of[bit], seat.board ^ side.toggle[NEXT[seat.stacks[bit]][token]][bit])
        for token, letter in enumerate(LETTERS)
        for bit in token_spaces(side, seat.stacks, seat.cubes, token)
    ]
    for card, spots in now.items():
        for letter, at, board in boards:
            for bit in bits(cube_spots(side, card, board, seat.cubes) & ~spots):
                yield OpenHabitat(CARDS[card].id, side.name_of[bit], letter, at)
