"""The state of the game just before a fault."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.faults import StoppedError, Violation
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn

__all__ = ["FaultContext", "fault_contexts"]


class FaultContext(NamedTuple):
    """The context of a broken rule.

    Attributes
    ----------
    violation
        The fault.
    state
        The state before the faulty action; if no action is at fault, after the turn's last action.
    seat
        The player's seat; None if the fault is not a player's.
    action
        The faulty action, if any.
    """

    violation: Violation
    state: GameState
    seat: Seat | None
    action: Action | None


def fault_contexts(
    log: GameLog, violations: Sequence[Violation], *, stopped: GameState | None = None, keep_going: bool = False
) -> Iterator[FaultContext]:
    """Yield the context of each fault within a turn, in the order of the turns.

    Parameters
    ----------
    log
        The game.
    violations
        Its faults, as found by the replay.
    stopped
        The state in which the replay stopped at its only fault; without it, the game is replayed.
    keep_going
        Whether the replay continued after faults.
    """
    waiting = [fault for fault in violations if fault.turn and fault.player and fault.code != "game-unfinished"]
    if not waiting:
        return
    if stopped is not None and not keep_going:
        yield _context(log, stopped, waiting[0])
        return
    for state in fold(log, keep_going=keep_going):
        while waiting and waiting[0].turn == state.turn + 1:
            yield _context(log, _state_at(log, state, waiting[0]), waiting.pop(0))
        if not waiting:
            return


def _context(log: GameLog, state: GameState, violation: Violation) -> FaultContext:
    turn = log.turns[state.turn - 1]
    seat = state.seats[turn.player - 1] if turn.player <= len(state.seats) else None
    number = violation.action
    return FaultContext(violation, state, seat, None if number is None else turn.actions[number - 1])


def _state_at(log: GameLog, before: GameState, violation: Violation) -> GameState:
    """Return the state at a fault, replayed from the state before its turn."""
    # The replay continues with its own state.
    state = copy.deepcopy(before, {id(before.side): before.side})
    turn = log.turns[before.turn]
    played = copy.copy(turn)
    played.actions = turn.actions if violation.action is None else turn.actions[: violation.action - 1]
    with suppress(StoppedError):  # another player's turn, or one after the last: none of it was played
        play_actions(state, begin_turn(state, turn), played)
    return state
