"""Verify and score a record, of any kind, with one function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from harmonies_cli.records.notation import Game, PaperSheet, Position, value_of
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading

if TYPE_CHECKING:
    from harmonies_cli.rules.replay.replay import Watch
    from harmonies_cli.rules.replay.state import GameState

__all__ = ["Assessment", "assess", "assess_with_state"]


class Assessment(NamedTuple):
    """A record with its verdict, and the state at the end of its replay.

    Attributes
    ----------
    verified
        The verdict.
    state
        The game's state at its end or where the replay stopped; None for a position.
    """

    verified: VerifiedRecord
    state: GameState | None


def assess(reading: Reading, how: AssessOptions, watch: Watch | None = None) -> VerifiedRecord:
    """Verify and score a record; see `assess_with_state`."""
    return assess_with_state(reading, how, watch).verified


def assess_with_state(reading: Reading, how: AssessOptions, watch: Watch | None = None) -> Assessment:
    """Verify and score a record.

    Parameters
    ----------
    reading
        A record, or the problems that prevent it from being one.
    how
        How to assess it.
    watch
        Called with the state of a game after the deal and after each turn.
    """
    record = reading.record
    rules = how.rules or reading.rules or how.default_rules
    found = VerifiedRecord(source=reading.source, line=reading.line, rules=rules)
    if record is None:
        past_slips = _assess_past_slips(reading, how, watch)
        if past_slips is not None:
            return past_slips
        found.id = _id_of(reading.data)
        found.problems = reading.problems + _further_problems(reading, how)
        if found.problems and found.problems[0].code == "syntax":
            found.problems = _in_order(found.problems)
        return Assessment(found, None)
    found.id = value_of(record.id)
    if isinstance(record, Position):
        _assess_position()(found, record, reading, how)
        return Assessment(found, None)
    if isinstance(record, PaperSheet):
        from harmonies_cli.records.position.assess_sheet import assess_sheet

        assess_sheet(found, record, reading, how.side)
        return Assessment(found, None)
    return Assessment(found, _assess_game()(found, record, reading, how, watch))


# Load the modules of a kind with the first record of that kind, so start-up pays only for those needed.


@cache
def _assess_position() -> Callable[[VerifiedRecord, Position, Reading, AssessOptions], None]:
    from harmonies_cli.records.position.assess_position import assess_position

    return assess_position


@cache
def _assess_game() -> Callable[[VerifiedRecord, Game, Reading, AssessOptions, Watch | None], GameState | None]:
    from harmonies_cli.records.game.assess_game import assess_game

    return assess_game


def _assess_past_slips(reading: Reading, how: AssessOptions, watch: Watch | None) -> Assessment | None:
    """Assess a record whose text has slips and no other fault; return None for any other."""
    if reading.foreign is not None or not reading.problems or reading.problems[0].code != "syntax":
        return None
    from harmonies_cli.records.reader import read_past_slips

    past = read_past_slips(reading)
    if past is None:
        return None
    without_slips, parsed = past
    assessment = assess_with_state(without_slips, how, watch)
    verified = assessment.verified
    slips = reading.problems
    if not verified.problems:
        first = slips[0]
        slips = [replace(first, hint=f"{first.hint}; harmonies format -i corrects the slips in a file"), *slips[1:]]
    verified.problems = _in_order([*slips, *parsed.at_typed_places(verified.problems)])
    verified.verdict = "invalid"
    return assessment


def _in_order(problems: list[Problem]) -> list[Problem]:
    from harmonies_cli.records.json.locations import in_order

    return in_order(problems)


def _further_problems(reading: Reading, how: AssessOptions) -> list[Problem]:
    """Return the remaining problems of a position that parses but does not follow the schema."""
    if reading.foreign is not None or any(problem.code not in _OF_PARSED for problem in reading.problems):
        return []
    from harmonies_cli.records.position.best_effort import further_problems

    return further_problems(reading, how.side)


_OF_PARSED = frozenset(("syntax", "schema", "duplicate-key"))


class _Named(msgspec.Struct):
    """Only the id of any JSON object."""

    id: str | None = None


def _id_of(data: bytes) -> str | None:
    """Return the id of a record that does not follow the schema, if its top level has one."""
    try:
        return msgspec.json.decode(data, type=_Named).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
