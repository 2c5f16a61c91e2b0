"""What a player may do: where a token may go, all placements of cubes, the position of a turn (docs/rules.md 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from harmonies_cli.rules.board.cards import CUBES
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import Side, bits
from harmonies_cli.rules.board.stacks import NEXT
from harmonies_cli.rules.replay.state import GameState, Seat

__all__ = ["Position", "cube_placements", "token_spaces"]


@dataclass(slots=True)
class Position:
    """What a player can act on when a turn begins.

    Attributes
    ----------
    side
        The side of the boards.
    seat
        The player's board and cards.
    central
        Packed tokens of each central space; 0 where it is empty.
    row
        The animal cards that can be taken.
    spirits
        The spirits of which one must be kept this turn; empty if none is to be chosen.
    solo
        Whether a card of the row may be discarded.
    """

    side: Side
    seat: Seat
    central: Sequence[int]
    row: Sequence[int]
    spirits: Sequence[int]
    solo: bool

    @classmethod
    def of_table(cls, table: GameState) -> Position:
        """Return the position of the player whose turn comes next on a table on which everything is known."""
        player = table.expected
        seat = table.seats[player - 1]
        dealt = table.dealt[player - 1] if table.dealt is not None and seat.spirit is None else ()
        central = [content or 0 for content in table.central]
        return cls(table.side, seat, central, [card for card in table.row if card >= 0], sorted(dealt), table.solo)


def token_spaces(side: Side, stacks: Sequence[int], cubes: int, token: int) -> list[int]:
    """Return the bits of the spaces on which a token may be placed."""
    return [bit for bit in side.name_of if NEXT[stacks[bit]][token] and not cubes >> bit & 1]


def cube_placements(side: Side, board: int, cubes: int, cards: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return all cube placements as pairs of card and bit.

    Parameters
    ----------
    side
        The side of the board.
    board, cubes
        Lanes of the board, and the mask of the spaces that hold a cube.
    cards
        The player's cards with the cubes placed.
    """
    return [
        (card, bit)
        for card, placed in cards
        if placed < CUBES[card]
        for bit in bits(cube_spots(side, card, board, cubes))
    ]
