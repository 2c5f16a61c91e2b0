"""A game verified and scored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.game.game_log import game_log
from harmonies_cli.records.game.game_problems import game_problems
from harmonies_cli.records.game.recorded_result import result_violation
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import AmbiguousCardError
from harmonies_cli.rules.replay.actions import (
    NotOfSchemaError,
)
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.replay import Watch, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState

__all__ = ["assess_game"]


def assess_game(
    found: VerifiedRecord,
    game: Game,
    reading: Reading,
    how: AssessOptions,
    watch: Watch | None = None,
) -> GameState | None:
    """Replay a game, and put the outcome into `found`.

    Parameters
    ----------
    found
        The outcome so far.
    game, reading
        The game, and where it was read.
    how
        How to assess it.
    watch
        Called with the state after the deal and after each turn; see `replay`.

    Returns
    -------
    GameState or None
        The state in which the replay ended; None where the record is invalid.
    """
    log = game_log(game)
    try:
        state = replay(log, keep_going=how.keep_going, turns=how.turn, watch=watch)
    except (UnknownNameError, AmbiguousCardError, NotOfSchemaError):
        found.problems = game_problems(reading.data, reading.line)
        return None
    if (state.violations or how.turn is not None) and reading.foreign is None:
        found.problems = game_problems(reading.data, reading.line)
        if found.problems:
            return None
    found.kind = "game"
    found.side = log.side.name
    names = [player.name for player in game.players]
    found.players, found.winners = scoresheets(state, names, found.rules, explain=how.explain)
    found.finished = state.over
    found.end = state.ending if state.over else None
    found.turns = len(game.turns)
    found.violations = state.violations
    if not state.over:
        found.not_final = _why_not_final(found, how)
    if state.over and _is_faultless(state.violations) and how.turn is None:
        _compare_result(found, game, reading, state)
    if reading.foreign is not None and how.turn is None:
        stopped = any(violation.code not in NOT_STOPPING for violation in found.violations)
        found.violations += (
            violation
            for violation in reading.foreign.move_violations(log)
            if not stopped or (violation.turn or 0) < state.turn  # what follows a fault cannot be compared
        )
        found.violations.sort(key=lambda violation: violation.turn or 0)
    found.unchecked = sorted(state.unchecked)
    found.verdict = "illegal" if found.violations else "legal"
    if reading.foreign is not None and reading.foreign.problem is not None:
        found.problems = [reading.foreign.problem]
        found.verdict = "invalid"
    return state


def _why_not_final(found: VerifiedRecord, options: AssessOptions) -> str:
    fault = next((each for each in found.violations if each.code not in NOT_STOPPING), None)
    if fault is not None and fault.turn:
        return f"the replay stops at the fault in turn {fault.turn}"
    turns = found.turns if options.turn is None else options.turn
    return f"the game goes on after turn {turns}" if turns else "the game has not begun"


def _is_faultless(violations: Sequence[Violation]) -> bool:
    return not violations or all(violation.code in NOT_STOPPING for violation in violations)


def _compare_result(found: VerifiedRecord, game: Game, reading: Reading, state: GameState) -> None:
    if isinstance(game.result, UnsetType):
        state.unchecked.add("result")
        return
    if game.unfinished is True:
        return
    sheets, winners = found.players, found.winners
    claimed_under = reading.rules or found.rules
    if claimed_under != found.rules:
        names = [player.name for player in game.players]
        sheets, winners = scoresheets(state, names, claimed_under, explain=False)
    if reading.foreign is not None:
        differences = reading.foreign.result_violations(state, sheets, winners)
        if differences is not None:
            found.violations += differences
            return
    violation = result_violation(game.result, sheets, winners, len(game.turns))
    if violation is not None:
        found.violations.append(violation)
