"""What the tables need of a game while it is replayed, kept in plain lists until many games are worked out at once."""

from __future__ import annotations

from msgspec import UNSET

from harmonies_cli.records.notation import Game
from harmonies_cli.rules.faults import NOT_STOPPING
from harmonies_cli.rules.gamelog import PlaceToken, TakeTokens, Turn
from harmonies_cli.rules.sides import BOARD_BYTES
from harmonies_cli.rules.table import GAP, TOKENS_PER_SPACE, Table
from harmonies_cli.rules.taking import MULTISETS, packed_tokens
from harmonies_cli.rules.tokens import SIZE_SHIFT
from harmonies_cli.rules.turn_log import TurnLog

__all__ = ["PLACES", "UNKNOWN", "GameWatch"]

PLACES = 5
"""Places of the row and central spaces kept for each turn; in solo the last two are unknown."""
UNKNOWN = -1
"""In place of a number that the record does not tell, as of the tokens on a central space."""


class GameWatch(TurnLog):
    """Watches one replay, and adds it to the lists of many; see `records.assess.assess`.

    Of `rows` and `central`, `PLACES` numbers stand for each turn as it began, and for the end until the game is `kept`.

    Parameters
    ----------
    log
        Whose lists are added to.

    Attributes
    ----------
    table : Table
        The table, at the end of what could be replayed.
    broke_off : bool
        Whether the replay ended at a fault.
    """

    __slots__ = ("_before", "broke_off", "table")

    def __init__(self, log: TurnLog) -> None:
        self.boards, self.steps, self.rows, self.central = log.boards, log.steps, log.rows, log.central
        self._before = len(log.steps) // 4
        self.broke_off = False

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return len(self.steps) // 4 - self._before

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
            self.boards += seat.board.to_bytes(BOARD_BYTES, "little")
            self.steps += (player, len(seat.cards), len(seat.cube_of), table.space_taken or 0)
        self.rows += table.row
        self.central += table.central
        if table.solo:
            self.rows += (GAP,) * (PLACES - table.row_size)
            self.central += (None,) * (PLACES - table.spaces)

    def kept(self, game: Game) -> list[tuple[int, int]]:
        """Leave the turns in the lists; return which of them have tokens that only the actions tell, and those."""
        end = PLACES * (self._before + self.turns)
        del self.rows[end:], self.central[end:]
        table = self.table
        if not (table.unchecked or table.violations or table.solo):
            return []  # all that lay on the central board is known
        found = []
        for index, turn in enumerate(game.turns[: self.turns], self._before):
            space = self.steps[4 * index + 3]
            if space and self.central[PLACES * index + space - 1] is None:
                tokens = _tokens_of(turn)
                if tokens:
                    found.append((index, tokens))
        start = PLACES * self._before
        self.central[start:] = [UNKNOWN if tokens is None else tokens for tokens in self.central[start:]]
        return found

    def forget(self) -> None:
        """Take the turns out of the lists."""
        before = self._before
        del self.boards[BOARD_BYTES * before :], self.steps[4 * before :]
        del self.rows[PLACES * before :], self.central[PLACES * before :]


def _tokens_of(turn: Turn) -> int:
    """Return the tokens taken in a turn as its actions name them, 0 where they do not."""
    placed = 0
    for action in turn.actions:
        if isinstance(action, TakeTokens) and action.tokens is not UNSET:
            return packed_tokens(action.tokens)
        if isinstance(action, PlaceToken):
            placed += MULTISETS.of_words([action.token])
    return placed if placed >> SIZE_SHIFT == TOKENS_PER_SPACE else 0
