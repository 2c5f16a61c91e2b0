"""The moments at which players chose their turns: the table, and what the player did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass

from harmonies_cli.bots.interface import View, copy_seat, view_of
from harmonies_cli.rules.board.cards import CARD_INDEX, CUBES
from harmonies_cli.rules.board.tokens import NEXT, TOKEN_INDEX, UNITS
from harmonies_cli.rules.replay.actions import Action, ChooseSpirit, DiscardCard, PlaceCube, PlaceToken, TakeCard
from harmonies_cli.rules.replay.faults import NOT_STOPPING
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import UNKNOWN_CARD, GameState, Seat

__all__ = ["Moment", "PlayedActions", "moments_of", "seat_after"]


@dataclass(frozen=True, slots=True)
class PlayedActions:
    """The actions of a turn, and their result.

    Attributes
    ----------
    actions
        The actions.
    seat
        The board and the cards after them.
    space
        Number of the central space emptied.
    tokens
        Packed tokens taken from it.
    card
        The animal card taken, or -1.
    discarded
        The card discarded (solo), or -1.
    complete
        Whether the turn is complete and the player's own; a turn that the site played is not.
    """

    actions: tuple[Action, ...]
    seat: Seat
    space: int
    tokens: int
    card: int
    discarded: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """The beginning of a turn.

    Attributes
    ----------
    turn
        Number of the turn, from 1.
    table
        The table, a copy that does not change.
    played
        The turn played; None if the record stops here.
    """

    turn: int
    table: GameState
    played: PlayedActions | None

    @property
    def player(self) -> int:
        """Number of the player to move."""
        return self.table.expected

    @property
    def own_turn(self) -> int:
        """Number of the turn among the player's own, from 1."""
        return self.table.seats[self.player - 1].turns + 1

    def view(self) -> View:
        """Return a copy of what the player sees, including tokens and a card known only from the actions."""
        view = view_of(self.table)
        played = self.played
        if played is not None:
            if played.tokens not in view.central and None in self.table.central:
                unknown = played.space - 1 if played.space else self.table.central.index(None)
                view.central = [*view.central[:unknown], played.tokens, *view.central[unknown + 1 :]]
            if played.card >= 0 and played.card not in view.row:
                view.row = [*view.row, played.card]
        return view

    @property
    def knows_tokens(self) -> bool:
        """Whether the record shows what was on the central board."""
        return None not in self.table.central

    @property
    def knows_row(self) -> bool:
        """Whether the record shows which cards were in the row."""
        return UNKNOWN_CARD not in self.table.row

    @property
    def knows_spirits(self) -> bool:
        """Whether the record shows the spirits to choose from, if the player had to choose."""
        is_due = self.table.spirits and self.table.seats[self.player - 1].spirit is None
        return not is_due or self.table.dealt is not None

    @property
    def is_known(self) -> bool:
        """Whether the record shows enough of the table to list the possible turns."""
        return any(self.table.central) and self.knows_spirits


def _still(table: GameState) -> GameState:
    """Return a copy of a table between two turns."""
    kept = copy(table)
    kept.seats = [copy_seat(seat) for seat in table.seats]
    kept.central = table.central.copy()
    kept.row = table.row.copy()
    kept.dealt = None if table.dealt is None else [hand.copy() for hand in table.dealt]
    kept.unchecked = table.unchecked.copy()
    kept.violations = table.violations.copy()
    return kept


def moments_of(log: GameLog) -> Iterator[Moment]:
    """Yield the moments of a game, up to its end or first fault; an unfinished record also yields the next moment."""
    tables = fold(log)
    before = _still(next(tables))
    for table in tables:
        if any(fault.code not in NOT_STOPPING for fault in table.violations) or table.turn == before.turn:
            return
        yield Moment(table.turn, before, _played_actions(log, table))
        before = _still(table)
    if not before.over and before.hand == 0 and (not log.turns or before.space_taken):
        yield Moment(before.turn + 1, before, None)


def _played_actions(log: GameLog, table: GameState) -> PlayedActions:
    turn = log.turns[table.turn - 1]
    tokens, card, discarded = 0, -1, -1
    for action in turn.actions:
        if isinstance(action, PlaceToken):
            tokens += UNITS[TOKEN_INDEX[action.token]]
        elif isinstance(action, TakeCard):
            card = CARD_INDEX[action.card]
        elif isinstance(action, DiscardCard):
            discarded = CARD_INDEX[action.card]
    whole = turn.replaced is not True and table.space_taken is not None and not table.hand and not table.unknown_in_hand
    seat = copy_seat(table.seats[turn.player - 1])
    return PlayedActions(tuple(turn.actions), seat, table.space_taken or 0, tokens, card, discarded, whole)


def seat_after(view: View, actions: Iterable[Action]) -> Seat:
    """Return the player's seat after a legal turn."""
    side, seat = view.side, copy_seat(view.seat)
    for action in actions:
        if isinstance(action, PlaceToken):
            bit = side.bit_of[action.at]
            node = seat.stacks[bit] = NEXT[seat.stacks[bit]][TOKEN_INDEX[action.token]]
            seat.board ^= side.toggle[node][bit]
        elif isinstance(action, PlaceCube):
            bit, card = side.bit_of[action.at], CARD_INDEX[action.card]
            seat.cubes |= 1 << bit
            seat.cube_of[bit] = card
            seat.cards[card] += 1
            seat.above_board -= seat.cards[card] == CUBES[card]
        elif isinstance(action, TakeCard | ChooseSpirit):
            card = CARD_INDEX[action.card]
            seat.cards[card] = 0
            seat.above_board += 1
            if isinstance(action, ChooseSpirit):
                seat.spirit = card
    seat.empty = seat.stacks.count(0) - side.gaps
    return seat
