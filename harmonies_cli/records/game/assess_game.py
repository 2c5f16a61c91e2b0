"""A game verified and scored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.game.game_problems import game_problems
from harmonies_cli.records.game.recorded_result import result_violation
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.board.cards import AmbiguousCardError
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.replay.actions import (
    NotOfSchemaError,
    Start,
)
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.replay import GameLog, Watch, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState

__all__ = ["assess_game", "game_log"]


def game_log(game: Game) -> GameLog:
    """Return a game record as the rules see it."""
    return GameLog(
        side_named(game.side),
        len(game.players),
        game.turns,
        start=Start() if isinstance(game.start, UnsetType) else game.start,
        spirits=None if isinstance(game.spirits, UnsetType) else game.spirits,
        unfinished=game.unfinished is True,
    )


def assess_game(
    found: VerifiedRecord,
    game: Game,
    reading: Reading,
    how: AssessOptions,
    watch: Watch | None = None,
) -> GameState | None:
    """Replay a game, and fill in what is found.

    Parameters
    ----------
    found
        What is filled in.
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
        found.problems = _problems(game, reading)
        return None
    if (state.violations or how.turn is not None) and reading.foreign is None:
        found.problems = _problems(game, reading)
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
    if state.over and _is_faultless(state.violations) and not log.unfinished and how.turn is None:
        _compare_result(found, game, reading, state)
    if reading.foreign is not None and how.turn is None:
        found.violations += reading.foreign.move_violations(log)
        found.violations.sort(key=lambda violation: violation.turn or 0)
    found.unchecked = sorted(state.unchecked)
    found.verdict = "illegal" if found.violations else "legal"
    return state


def _is_faultless(violations: Sequence[Violation]) -> bool:
    return not violations or all(violation.code in NOT_STOPPING for violation in violations)


def _problems(game: Game, reading: Reading) -> list[Problem]:
    return game_problems(game, reading.data, reading.line)


def _compare_result(found: VerifiedRecord, game: Game, reading: Reading, state: GameState) -> None:
    if isinstance(game.result, UnsetType):
        state.unchecked.add("result")
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
