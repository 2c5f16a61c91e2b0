"""What lies before one player (docs/rules.md 2 to 5)."""

from __future__ import annotations

from harmonies_cli.rules.board.sides import Side

__all__ = ["Seat"]


class Seat:
    """What lies before one player.

    Attributes
    ----------
    board : int
        Lanes of the board, see `sides`.
    stacks : list of int
        Node of the stack on each bit, see `stacks`.
    cubes : int
        Mask of the spaces that hold a cube.
    cube_of : dict of int to int
        Card of the cube on each bit.
    cards : dict of int to int
        Cards taken, in order, with the cubes placed.
    above_board : int
        Number of unfinished cards.
    empty : int
        Number of empty spaces.
    spirit : int or None
        The spirit chosen.
    turns : int
        Turns played.
    """

    __slots__ = ("above_board", "board", "cards", "cube_of", "cubes", "empty", "spirit", "stacks", "turns")

    def __init__(self, side: Side) -> None:
        self.board = 0
        self.stacks = [0] * side.width
        self.cubes = 0
        self.cube_of: dict[int, int] = {}
        self.cards: dict[int, int] = {}
        self.above_board = 0
        self.empty = len(side.spaces)
        self.spirit: int | None = None
        self.turns = 0
