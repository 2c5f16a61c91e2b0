"""A game verified and scored."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UnsetType

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.records.notation import Game, value_of
from harmonies_cli.records.outcome import Assessment, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.records.results import result_violation
from harmonies_cli.rules.cards import AmbiguousCardError
from harmonies_cli.rules.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.gamelog import NotOfSchemaError, Start
from harmonies_cli.rules.replay import GameLog, Watch, replay, scoresheets
from harmonies_cli.rules.sides import side_named
from harmonies_cli.rules.table import Table

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
    how: Assessment,
    watch: Watch | None = None,
) -> None:
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
        Called with the table after the deal and after each turn; see `replay`.
    """
    log = game_log(game)
    try:
        table = replay(log, keep_going=how.keep_going, turns=how.turn, watch=watch)
    except (UnknownNameError, AmbiguousCardError, NotOfSchemaError):
        found.problems = _problems(game, reading)
        return
    if (table.violations or how.turn is not None) and reading.bga is None:
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
    if table.over and _is_faultless(table.violations) and not log.unfinished and how.turn is None:
        _compare_result(found, game, reading, table)
    if reading.bga is not None and reading.bga.legal_moves and how.turn is None:
        from harmonies_cli.records.sitemoves import site_disagreements

        found.violations += site_disagreements(log, reading.bga.legal_moves)
        found.violations.sort(key=lambda violation: violation.turn or 0)
    found.unchecked = sorted(table.unchecked)
    found.verdict = "illegal" if found.violations else "legal"


def _is_faultless(violations: Sequence[Violation]) -> bool:
    return not violations or all(violation.code in NOT_STOPPING for violation in violations)


def _problems(game: Game, reading: Reading) -> list[Problem]:
    from harmonies_cli.records.gamecheck import game_problems

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
    if reading.bga is not None and reading.bga.site is not None:
        from harmonies_cli.records.sitecheck import site_violations

        found.violations += site_violations(reading.bga.site, table, sheets, winners, value_of(game.date))
        return
    violation = result_violation(game.result, sheets, winners, len(game.turns))
    if violation is not None:
        found.violations.append(violation)
