"""What a bot sees, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol

from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.legal_turns import Position
from harmonies_cli.rules.replay.state import POUCH_GUARD, GameState, Seat

__all__ = ["Bot", "View", "copy_seat", "view_of", "with_spirit"]


@dataclass(slots=True)
class View(Position):
    """A player's view of the game at the beginning of a turn; a copy, so a bot cannot change the game.

    The attributes of `Position` are the player's own: `seat`, `central`, `row`, `spirits`, `solo`, `side`.

    Attributes
    ----------
    player
        The player's number, from 1 in turn order.
    pouch
        Packed tokens in the pouch. Everyone can work out its contents, but not their order.
    pouch_left, deck_left
        Numbers of tokens in the pouch and of cards in the deck.
    ending
        What triggered the last round: "spaces", "pouch" or None.
    """

    player: int
    pouch: int
    pouch_left: int
    deck_left: int
    ending: str | None
    _table: GameState = field(repr=False)
    _seats: list[Seat] | None = field(default=None, repr=False)

    # Copied only when read, because not every bot reads them.
    @property
    def seats(self) -> Sequence[Seat]:
        """Each player's board and cards, in turn order; `seat` is ``seats[player - 1]``."""
        if self._seats is None:
            seats = enumerate(self._table.seats, 1)
            self._seats = [self.seat if number == self.player else copy_seat(seat) for number, seat in seats]
        return self._seats

    @property
    def seen(self) -> int:
        """Mask of the cards that have appeared; spirits dealt to others appear only once chosen."""
        table = self._table
        seen = table.seen
        if table.dealt is not None and table.spirits:
            for number, other in enumerate(table.seats, 1):
                if number != self.player:
                    for card in table.dealt[number - 1]:
                        if card != other.spirit:
                            seen &= ~(1 << card)
        return seen


class Bot(Protocol):
    """A program that plays. It has no state between turns, because the view shows everything."""

    def play(self, view: View, chance: Random) -> Sequence[Action]:
        """Return the actions of one turn.

        Parameters
        ----------
        view
            What the player may see.
        chance
            The only source of chance for the bot, so the seed determines the game.
        """
        ...


def copy_seat(seat: Seat) -> Seat:
    """Return a copy of a player's board and cards."""
    copy = Seat.__new__(Seat)
    copy.board = seat.board
    copy.stacks = seat.stacks.copy()
    copy.cubes = seat.cubes
    copy.cube_of = seat.cube_of.copy()
    copy.cards = seat.cards.copy()
    copy.above_board = seat.above_board
    copy.empty = seat.empty
    copy.spirit = seat.spirit
    copy.turns = seat.turns
    return copy


def view_of(table: GameState) -> View:
    """Return what the next player sees."""
    player = table.expected
    seat = copy_seat(table.seats[player - 1])
    dealt = sorted(table.dealt[player - 1]) if table.dealt is not None and seat.spirit is None else []
    return View(
        table.side,
        seat,
        [content or 0 for content in table.central],
        [card for card in table.row if card >= 0],
        dealt,
        table.solo,
        player,
        table.pouch & ~POUCH_GUARD,
        table.pouch_left,
        table.deck_left,
        table.ending,
        table,
    )


def with_spirit(view: View, spirit: int) -> View:
    """Return the view as if the player already had the spirit; `spirits` still shows the open choice."""
    if not view.spirits:
        return view
    seat = copy_seat(view.seat)
    seat.spirit = spirit
    seat.cards[spirit] = 0
    seat.above_board += 1
    return replace(view, seat=seat, _seats=None)
