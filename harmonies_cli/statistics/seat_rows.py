"""The rows of a chunk of records in the table `seats`, column by column: thousands of them are soon arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan

from msgspec import UNSET

from harmonies_cli.records.notation import GamePlayer
from harmonies_cli.rules.scoresheet import ROWS, Scoresheet
from harmonies_cli.statistics.watching import UNKNOWN

__all__ = ["SEAT_FACTS", "SeatRows"]

SEAT_FACTS = (*ROWS, "animal_cubes", "spirit_cubes", "rank", "suns", "winners", "empty_spaces", "turns")
"""Numbers of a seat; `winners` says with how many the victory is shared, 0 for who has lost."""


@dataclass(slots=True)
class SeatRows:
    """What is known of each seat when its record has been assessed.

    Attributes
    ----------
    players, names, boards
        Who it is over many games, the name, and the board in words.
    ratings
        The ratings, not a number where there is none.
    facts
        The `SEAT_FACTS` of one seat after the other, `UNKNOWN` where there is none.
    """

    players: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    boards: list[str] = field(default_factory=list)
    ratings: list[float] = field(default_factory=list)
    facts: list[int] = field(default_factory=list)

    def add(
        self, player: GamePlayer, sheet: Scoresheet, winners: Sequence[int], empty: int, turns: int, board: str
    ) -> None:
        """Add a seat.

        Parameters
        ----------
        player, sheet
            Who it is, and the final scoresheet.
        winners
            Numbers of the winners; none if nobody has won.
        empty, turns
            Empty spaces of the board, and turns played, `UNKNOWN` for a position.
        board
            See `record_rows.board_words`.
        """
        self.players.append(player.name if player.id is UNSET else player.id)
        self.names.append(player.name)
        self.boards.append(board)
        self.ratings.append(nan if player.rating is UNSET else player.rating)
        self.facts += (sheet.trees, sheet.mountains, sheet.fields, sheet.buildings, sheet.water, sheet.landscapes)
        if sheet.cards is None:
            self.facts += (UNKNOWN,) * 6
        else:
            self.facts += (  # type: ignore[arg-type]  # known, since the cards are
                sheet.animals,
                sheet.spirit,
                sheet.total,
                sheet.animal_cubes,
                sheet.spirit_cubes,
                UNKNOWN if sheet.rank is None else sheet.rank,
            )
        self.facts += (
            UNKNOWN if sheet.suns is None else sheet.suns,
            UNKNOWN if not winners else len(winners) if sheet.player in winners else 0,
            empty,
            turns,
        )
