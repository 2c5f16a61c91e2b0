"""The start and end of a turn: player, required actions, refills, the end of the game (docs/rules.md 4 to 6)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import Turn
from harmonies_cli.rules.replay.faults import StoppedError
from harmonies_cli.rules.replay.refills import refill_central, refill_row
from harmonies_cli.rules.replay.state import GAP, TOKENS_PER_SPACE, UNKNOWN_CARD, GameState, Seat

__all__ = ["begin_turn", "end_turn", "settle_turn"]


def begin_turn(state: GameState, turn: Turn, turns: Sequence[Turn] = ()) -> Seat:
    """Check the player of a turn, and return the seat.

    Parameters
    ----------
    state, turn
        The state, and the turn that begins.
    turns
        All turns of the record: if the replay continues after a fault, the following turn shows whether a turn is
        missing or a number is wrong.

    Raises
    ------
    StoppedError
        If the game is over, or it is another player's turn.
    """
    state.turn += 1
    player = turn.player
    state.player = player
    state.actions = turn.actions
    state.actions_done = 0
    state.space_taken = None
    state.card_taken = False
    state.discarded = False
    state.hand = 0
    state.unknown_in_hand = 0
    state.more_in_hand = 0
    if state.over:
        state.fault("game-over", fault_messages.game_over(state))
    if player != state.expected:
        state.fault("turn-order", fault_messages.turn_order(state, player))
        if player > len(state.seats):
            raise StoppedError
        if state.turn < len(turns) and turns[state.turn].player == player % len(state.seats) + 1:
            _pass_over(state, player)
    state.expected = state.expected % len(state.seats) + 1
    return state.seats[player - 1]


def _pass_over(state: GameState, player: int) -> None:
    """Continue as if the turns up to that of `player` had been played, although the record omits them."""
    while state.expected != player:
        state.seats[state.expected - 1].turns += 1
        state.expected = state.expected % len(state.seats) + 1
        state.pouch_left -= min(TOKENS_PER_SPACE, state.pouch_left)
        state.row.append(UNKNOWN_CARD)
    state.central[:] = [None] * state.spaces


def end_turn(state: GameState, seat: Seat, turn: Turn, *, may_be_partial: bool) -> None:
    """Check that a turn is complete, refill, and check whether the game ends.

    Parameters
    ----------
    state, seat, turn
        The state after the actions of the turn.
    may_be_partial
        Whether the record may stop within this turn; then it need not be complete.

    Raises
    ------
    StoppedError
        At a fault, after noting it in the state.
    """
    if turn.replaced is True or may_be_partial or not state.space_taken or state.hand or state.unknown_in_hand:
        _end_unusual_turn(state, seat, turn, may_be_partial)
        return
    if not seat.turns and state.spirits and seat.spirit is None:
        state.fault("spirit-not-chosen", fault_messages.spirit_not_chosen())
    _refill(state, seat, turn, as_due=True)


def settle_turn(
    state: GameState,
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
    """Copy the outcome of a turn that the fast path played, except boards, central board and row."""
    state.turn = number
    state.player = turn.player
    state.expected = turn.player % len(state.seats) + 1
    state.actions = turn.actions
    state.actions_done = len(turn.actions)
    state.hand = state.unknown_in_hand = state.more_in_hand = 0
    state.discarded = False
    state.pouch = pouch
    state.pouch_left = tokens_left
    state.deck_left = deck_left
    state.seen = seen
    state.ending = ending
    state.space_taken = space
    state.card_taken = gap >= 0


def _end_unusual_turn(state: GameState, seat: Seat, turn: Turn, may_be_partial: bool) -> None:
    """End a turn that is incomplete, or may be."""
    replaced = turn.replaced is True
    left_over = state.hand != 0 or state.unknown_in_hand != 0
    space = state.space_taken
    if replaced:
        state.note("turn-replaced", fault_messages.turn_replaced())
    elif not may_be_partial:
        if space is None:
            state.fault("tokens-not-taken", fault_messages.tokens_not_taken())
        if left_over:
            state.fault("token-unplaced", fault_messages.token_unplaced(state))
        if state.spirits and seat.spirit is None and not seat.turns:
            state.fault("spirit-not-chosen", fault_messages.spirit_not_chosen())
    elif space is None or left_over:
        refill_central(state, turn, due=None)
        refill_row(state, turn, is_due=False)
        return
    _refill(state, seat, turn, as_due=False, may_be_partial=may_be_partial)
    if replaced and left_over and space and not state.solo and not state.over:
        state.central[space - 1] = None  # tokens not placed may have stayed there
        state.perhaps_more.add(space)


def _refill(state: GameState, seat: Seat, turn: Turn, *, as_due: bool, may_be_partial: bool = False) -> None:
    seat.turns += 1
    seat.empty = empty = seat.stacks.count(0) - state.side.gaps
    space = state.space_taken
    ending = state.ending
    if ending is None and (empty <= MOST_EMPTY_AT_END or not state.pouch_left):
        ending = _ending(state, seat)
    over = ending is not None and state.expected == 1  # all have had the same number of turns
    refill = turn.refill
    if over or may_be_partial or space is None:
        refill_central(state, turn, due=None)
    elif state.solo:
        state.central[:] = [0] * state.spaces
        refill_central(state, turn, due=_supply(state, range(1, state.spaces + 1)), any_number=not as_due)
    else:
        refill_central(state, turn, due=_supply(state, (space,)), any_number=not as_due)
    if GAP in state.row or (refill is not UNSET and refill.row is not UNSET):
        refill_row(state, turn, is_due=not over and not may_be_partial)
    state.ending = ending
    state.over = over


def _ending(state: GameState, seat: Seat) -> str | None:
    if seat.empty <= MOST_EMPTY_AT_END:
        return "spaces"
    if not state.pouch_left and state.space_taken is not None:
        return "pouch"
    return None


def _supply(state: GameState, emptied: range | tuple[int | None, ...]) -> dict[int, int]:
    """Return how many tokens each emptied space gets, in order, until the pouch is empty."""
    left = state.pouch_left
    due = {}
    for space in emptied:
        number = min(TOKENS_PER_SPACE, left)
        if space and number > 0:
            due[space] = number
            left -= number
    return due
