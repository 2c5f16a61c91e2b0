"""What complete, legal turns leave behind, for callers that follow many games."""

from __future__ import annotations

__all__ = ["TurnLog"]


class TurnLog:
    """Flat lists that the fast path appends to: a call for each turn would take longer than what it notes.

    Attributes
    ----------
    boards : bytearray
        The board of the player after each turn, `BOARD_BYTES` each, the lowest first: as numbers they would take more
        memory, and time to become an array.
    steps : list of int
        Four numbers for each turn: the player; after the turn their cards taken and cubes placed; and the central
        space taken, 0 for none.
    rows, central : list
        Cards of the row, and packed tokens of the central spaces, after each turn.
    """

    __slots__ = ("boards", "central", "rows", "steps")

    def __init__(self) -> None:
        self.boards = bytearray()
        self.steps: list[int] = []
        self.rows: list[int] = []
        self.central: list[int | None] = []
