"""What the tables need of a game while it is replayed, kept in plain lists until many games are worked out at once."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from harmonies_cli.records.notation import Game
from harmonies_cli.rules.faults import NOT_STOPPING
from harmonies_cli.rules.gamelog import PlaceToken, TakeTokens, Turn
from harmonies_cli.rules.table import GAP, TOKENS_PER_SPACE, Table
from harmonies_cli.rules.taking import MULTISETS, packed_tokens
from harmonies_cli.rules.tokens import SIZE_SHIFT

__all__ = ["PLACES", "UNKNOWN", "GameWatch"]

PLACES = 5
"""Places of the row and central spaces kept for each turn; in solo the last two are unknown."""
UNKNOWN = -1
"""A central space of which the record does not tell what is on it."""


class GameWatch:
    """Watches one replay; see `records.assess.assess`.

    Attributes
    ----------
    table : Table
        The table, at the end of what could be replayed.
    broke_off : bool
        Whether the replay ended at a fault.
    steps : list of tuple
        For each turn: whose it was; of that seat after the turn the board and the numbers of cards taken and cubes
        placed; and the central space taken, 0 or None for none.
    rows, central : list of int
        `PLACES` numbers for each turn, as it began, and for the end: the cards of the row, and the packed tokens.
    """

    __slots__ = ("broke_off", "central", "rows", "steps", "table")

    def __init__(self) -> None:
        self.broke_off = False
        self.steps: list[tuple[int, int, int, int, int | None]] = []
        self.rows: list[int] = []
        self.central: list[int | None] = []

    def __call__(self, table: Table) -> None:
        """Note the state of the table."""
        player = table.player
        if not player:
            self.table = table
        if table.violations and table.violations[-1].code not in NOT_STOPPING:
            self.broke_off = True
            return
        if player:
            seat = table.seats[player - 1]
            self.steps.append((player, seat.board, len(seat.cards), len(seat.cube_of), table.space_taken))
        self.rows += table.row
        self.central += table.central
        if table.solo:
            self.rows += (GAP,) * (PLACES - table.row_size)
            self.central += (None,) * (PLACES - table.spaces)

    def turn_played(
        self,
        player: int,
        board: int,
        cards: int,
        cubes: int,
        space: int,
        row: Sequence[int],
        central: Sequence[int | None],
    ) -> None:
        """Note the same of a usual turn; see `rules.usual_turns`."""
        self.steps.append((player, board, cards, cubes, space))
        self.rows += row
        self.central += central

    def tokens_not_on_table(self, game: Game) -> list[tuple[int, int]]:
        """Return the turns (from 0) whose tokens only the actions tell, and the tokens."""
        found = []
        for index, (*_, space) in enumerate(self.steps):
            if space and self.central[PLACES * index + space - 1] is None:
                tokens = _tokens_of(game.turns[index])
                if tokens:
                    found.append((index, tokens))
        return found


def _tokens_of(turn: Turn) -> int:
    """Return the tokens taken in a turn as its actions name them, 0 where they do not."""
    placed = 0
    for action in turn.actions:
        if isinstance(action, TakeTokens) and action.tokens is not UNSET:
            return packed_tokens(action.tokens)
        if isinstance(action, PlaceToken):
            placed += MULTISETS.of_words([action.token])
    return placed if placed >> SIZE_SHIFT == TOKENS_PER_SPACE else 0
