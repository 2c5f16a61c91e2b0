"""Records verified and scored: one function over what was read."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.gamecheck import game_problems
from harmonies_cli.records.notation import Game, Position, value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.position import placed, score_position
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.results import result_violation
from harmonies_cli.rules.cards import AmbiguousCardError
from harmonies_cli.rules.faults import NOT_STOPPING
from harmonies_cli.rules.gamelog import NotOfSchemaError
from harmonies_cli.rules.landscapes import RuleSet
from harmonies_cli.rules.replay import GameLog, replay, scoresheets
from harmonies_cli.rules.sides import SIDES, side_named
from harmonies_cli.rules.table import Table

__all__ = ["Assessment", "assess", "game_log"]


@dataclass(frozen=True, slots=True)
class Assessment:
    """How records are scored and verified.

    Attributes
    ----------
    rules
        The rule set; None for the one that a record names, or the rulebook.
    side
        The side to assume for positions, in place of their own.
    explain
        Whether scoresheets give their items.
    turn
        Number of the turn after which a game is looked at; None for its end.
    keep_going
        Whether a game is played on after a fault that could be carried out on a table.
    """

    rules: RuleSet | None = None
    side: str | None = None
    explain: bool = True
    turn: int | None = None
    keep_going: bool = False


def game_log(game: Game) -> GameLog:
    """Return a game record as the rules see it."""
    log = GameLog(
        side_named(game.side),
        len(game.players),
        game.turns,
        spirits=None if isinstance(game.spirits, UnsetType) else game.spirits,
        unfinished=game.unfinished is True,
    )
    if not isinstance(game.start, UnsetType):
        log.start = game.start
    return log


def assess(reading: Reading, how: Assessment) -> VerifiedRecord:
    """Verify and score what was read.

    Parameters
    ----------
    reading
        A record, or the problems that there are instead.
    how
        How to assess it.
    """
    record = reading.record
    found = VerifiedRecord(source=reading.source, line=reading.line, rules=how.rules or reading.rules or "rulebook")
    if record is None:
        found.id = _id_of(reading.data)
        found.problems = reading.problems
        return found
    found.id = value_of(record.id)
    if isinstance(record, Position):
        _assess_position(found, record, reading, how)
    else:
        _assess_game(found, record, reading, how)
    return found


def _id_of(data: bytes) -> str | None:
    """Return the id of a record that is not of the schema, if it has one in plain sight."""
    try:
        return msgspec.json.decode(data, type=_Named).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


class _Named(msgspec.Struct):
    """Just the id of any JSON object."""

    id: str | None = None


def _assess_position(found: VerifiedRecord, position: Position, reading: Reading, how: Assessment) -> None:
    side = SIDES[how.side] if how.side else side_named(position.side)
    found.kind = "position"
    found.side = side.name
    found.players, found.winners, problems = score_position(
        position, found.rules, side=side, explain=how.explain, claimed_under=reading.rules or found.rules
    )
    if problems:
        found.problems = placed(problems, reading.data, reading.line)
    else:
        found.verdict = "legal"


def _assess_game(found: VerifiedRecord, game: Game, reading: Reading, how: Assessment) -> None:
    log = game_log(game)
    try:
        table = replay(log, keep_going=how.keep_going, turns=how.turn)
    except (UnknownNameError, AmbiguousCardError, NotOfSchemaError):
        found.problems = _problems(game, reading)
        return
    if table.violations and reading.bga is None:
        found.problems = _problems(game, reading)
        if found.problems:
            return
    found.kind = "game"
    found.side = log.side.name
    names = [player.name for player in game.players]
    found.players, found.winners = scoresheets(table, names, found.rules, explain=how.explain)
    found.finished = table.over
    found.end = table.ending if table.over else None
    found.turns = len(game.turns)
    found.violations = table.violations
    faultless = all(violation.code in NOT_STOPPING for violation in table.violations)
    if table.over and faultless and not log.unfinished and how.turn is None:
        _compare_result(found, game, reading, table)
    found.unchecked = sorted(table.unchecked)
    found.verdict = "illegal" if found.violations else "legal"


def _problems(game: Game, reading: Reading) -> list[Problem]:
    return game_problems(game, reading.data, reading.line)


def _compare_result(found: VerifiedRecord, game: Game, reading: Reading, table: Table) -> None:
    if isinstance(game.result, UnsetType):
        table.unchecked.add("result")
        return
    sheets, winners = found.players, found.winners
    claimed_under = reading.rules or found.rules
    if claimed_under != found.rules:
        names = [player.name for player in game.players]
        sheets, winners = scoresheets(table, names, claimed_under, explain=False)
    violation = result_violation(game.result, sheets, winners, len(game.turns))
    if violation is not None:
        found.violations.append(violation)
