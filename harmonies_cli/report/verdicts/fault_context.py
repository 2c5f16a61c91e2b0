"""The table at the moment of a fault: after all that was played before it."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harmonies_cli.rules.replay.actions import Action
from harmonies_cli.rules.replay.faults import StoppedError, Violation
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import GameState, Seat
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn

__all__ = ["FaultContext", "moments"]


class FaultContext(NamedTuple):
    """What lay on the table when a rule was broken.

    Attributes
    ----------
    violation
        The fault.
    table
        The state before the faulty action; where no action is at fault, that after the turn's last action.
    seat
        The seat of the player; None where the fault is nobody's.
    action
        The faulty action, if there is one.
    """

    violation: Violation
    table: GameState
    seat: Seat | None
    action: Action | None


def moments(log: GameLog, violations: Sequence[Violation], *, keep_going: bool = False) -> Iterator[FaultContext]:
    """Yield the moment of each fault that lies within a turn, in the order of the turns.

    Parameters
    ----------
    log
        The game.
    violations
        Its faults, as the replay found them.
    keep_going
        Whether the replay kept going after faults.
    """
    waiting = [fault for fault in violations if fault.turn and fault.player and fault.code != "game-unfinished"]
    if not waiting:
        return
    for table in fold(log, keep_going=keep_going):
        while waiting and waiting[0].turn == table.turn + 1:
            yield _moment(log, table, waiting.pop(0))
        if not waiting:
            return


def _moment(log: GameLog, before: GameState, violation: Violation) -> FaultContext:
    # The fold goes on with its own table.
    table = copy.deepcopy(before, {id(before.side): before.side})
    turn = log.turns[before.turn]
    number = violation.action
    played = copy.copy(turn)
    played.actions = turn.actions if number is None else turn.actions[: number - 1]
    seat = None
    try:
        seat = begin_turn(table, turn)
        play_actions(table, seat, played)
    except StoppedError:  # another player's turn, or none any more: nothing of it was played
        if seat is None and turn.player <= len(table.seats):
            seat = table.seats[turn.player - 1]
    return FaultContext(violation, table, seat, None if number is None else turn.actions[number - 1])
