"""The beginning and the end of a turn: whose turn it is, what is still due, the end of the game (RULES.md 4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import Turn
from harmonies_cli.rules.replay.faults import StoppedError
from harmonies_cli.rules.replay.refills import refill_central, refill_row
from harmonies_cli.rules.replay.state import GAP, TOKENS_PER_SPACE, UNKNOWN_CARD, Seat, Table

__all__ = ["begin_turn", "end_turn", "settle_turn"]


def begin_turn(table: Table, turn: Turn, turns: Sequence[Turn] = ()) -> Seat:
    """Check whose turn it is and return the seat.

    Parameters
    ----------
    table, turn
        The state, and the turn that begins.
    turns
        All turns of the record: the one that follows tells a missing turn from a wrong number where the replay
        keeps going.

    Raises
    ------
    StoppedError
        If the game is over, or it is another player's turn.
    """
    table.turn += 1
    player = turn.player
    table.player = player
    table.actions = turn.actions
    table.actions_done = 0
    table.space_taken = None
    table.card_taken = False
    table.discarded = False
    table.hand = 0
    table.unknown_in_hand = 0
    table.more_in_hand = 0
    if table.over:
        table.fault("game-over", fault_messages.game_over(table))
    if player != table.expected:
        table.fault("turn-order", fault_messages.turn_order(table, player))
        if player > len(table.seats):
            raise StoppedError
        if table.turn < len(turns) and turns[table.turn].player == player % len(table.seats) + 1:
            _pass_over(table, player)
    table.expected = table.expected % len(table.seats) + 1
    return table.seats[player - 1]


def _pass_over(table: Table, player: int) -> None:
    """Play on as if the turns up to that of `player` had been played, though the record has left them out."""
    while table.expected != player:
        table.seats[table.expected - 1].turns += 1
        table.expected = table.expected % len(table.seats) + 1
        table.pouch_left -= min(TOKENS_PER_SPACE, table.pouch_left)
        table.row.append(UNKNOWN_CARD)
    table.central[:] = [None] * table.spaces


def end_turn(table: Table, seat: Seat, turn: Turn, *, may_be_partial: bool) -> None:
    """Check what is due at the end of a turn, refill, and see whether the game ends.

    Parameters
    ----------
    table, seat, turn
        The state after the actions of the turn.
    may_be_partial
        Whether the record may stop within this turn: then nothing is due.

    Raises
    ------
    StoppedError
        At a fault, which has been noted on the table.
    """
    if turn.replaced is True or may_be_partial or not table.space_taken or table.hand or table.unknown_in_hand:
        _end_unusual_turn(table, seat, turn, may_be_partial)
        return
    if not seat.turns and table.spirits and seat.spirit is None:
        table.fault("spirit-not-chosen", fault_messages.spirit_not_chosen())
    _refill(table, seat, turn, as_due=True)


def settle_turn(
    table: Table,
    turn: Turn,
    number: int,
    pouch: int,
    tokens_left: int,
    deck_left: int,
    seen: int,
    ending: str | None,
    space: int,
    gap: int,
) -> None:
    """Note what a turn that was played elsewhere leaves behind beside the things on the table."""
    table.turn = number
    table.player = turn.player
    table.expected = turn.player % len(table.seats) + 1
    table.actions = turn.actions
    table.actions_done = len(turn.actions)
    table.hand = table.unknown_in_hand = table.more_in_hand = 0
    table.discarded = False
    table.pouch = pouch
    table.pouch_left = tokens_left
    table.deck_left = deck_left
    table.seen = seen
    table.ending = ending
    table.space_taken = space
    table.card_taken = gap >= 0


def _end_unusual_turn(table: Table, seat: Seat, turn: Turn, may_be_partial: bool) -> None:
    """End a turn that lacks something, or of which something may be lacking."""
    replaced = turn.replaced is True
    left_over = table.hand != 0 or table.unknown_in_hand != 0
    space = table.space_taken
    if replaced:
        table.note("turn-replaced", fault_messages.turn_replaced())
    elif not may_be_partial:
        if space is None:
            table.fault("tokens-not-taken", fault_messages.tokens_not_taken())
        if left_over:
            table.fault("token-unplaced", fault_messages.token_unplaced(table))
        if table.spirits and seat.spirit is None and not seat.turns:
            table.fault("spirit-not-chosen", fault_messages.spirit_not_chosen())
    elif space is None or left_over:
        refill_central(table, turn, due=None)
        refill_row(table, turn, is_due=False)
        return
    _refill(table, seat, turn, as_due=False, may_be_partial=may_be_partial)
    if replaced and left_over and space and not table.solo and not table.over:
        table.central[space - 1] = None  # what was not placed may have stayed
        table.perhaps_more.add(space)


def _refill(table: Table, seat: Seat, turn: Turn, *, as_due: bool, may_be_partial: bool = False) -> None:
    seat.turns += 1
    seat.empty = empty = seat.stacks.count(0) - table.side.gaps
    space = table.space_taken
    ending = table.ending
    if ending is None and (empty <= MOST_EMPTY_AT_END or not table.pouch_left):
        ending = _ending(table, seat)
    over = ending is not None and table.expected == 1  # all have had equally many turns
    refill = turn.refill
    if over or may_be_partial or space is None:
        refill_central(table, turn, due=None)
    elif table.solo:
        table.central[:] = [0] * table.spaces
        refill_central(table, turn, due=_supply(table, range(1, table.spaces + 1)), any_number=not as_due)
    else:
        refill_central(table, turn, due=_supply(table, (space,)), any_number=not as_due)
    if GAP in table.row or (refill is not UNSET and refill.row is not UNSET):
        refill_row(table, turn, is_due=not over and not may_be_partial)
    table.ending = ending
    table.over = over


def _ending(table: Table, seat: Seat) -> str | None:
    if seat.empty <= MOST_EMPTY_AT_END:
        return "spaces"
    if not table.pouch_left and table.space_taken is not None:
        return "pouch"
    return None


def _supply(table: Table, emptied: range | tuple[int | None, ...]) -> dict[int, int]:
    """Return how many tokens each emptied space gets, in order, as far as the pouch goes."""
    left = table.pouch_left
    due = {}
    for space in emptied:
        number = min(TOKENS_PER_SPACE, left)
        if space and number > 0:
            due[space] = number
            left -= number
    return due
