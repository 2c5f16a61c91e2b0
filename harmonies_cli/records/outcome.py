"""Scored and verified records: the elements of the output for programs (docs/notation.md)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["AssessOptions", "ScoredRecord", "Verdict", "VerifiedRecord"]

Verdict = Literal["legal", "illegal", "invalid"]


class ScoredRecord(msgspec.Struct, kw_only=True):
    """A record with the scoresheets of its players; the fields are those of docs/notation.md, in that order.

    Attributes
    ----------
    source
        The file's name.
    line
        The record's line; None if the file is one record.
    id
        The record's id; None if it has none or cannot be read.
    kind
        ``position``, ``game``, or None if the record cannot be read.
    side
        The side of the boards; None if unknown.
    rules
        The rule set of the scoresheets.
    players
        The scoresheets, in player order; for a game that breaks off, after its last legal action.
    winners
        Numbers of the winners.
    problems
        The faults that make the record invalid.
    finished
        Whether the boards are final: the game reached its end, or the position is not of a running game.
    not_final
        The reason why the boards are not final; absent if they are, or without boards.
    """

    source: str
    line: int | None = None
    id: str | None = None
    kind: Literal["position", "game"] | None = None
    side: str | None = None
    rules: RuleSet = "rulebook"
    players: list[Scoresheet] = []
    winners: list[int] = []
    problems: list[Problem] = []
    finished: bool = False
    not_final: str | UnsetType = UNSET


class VerifiedRecord(ScoredRecord, kw_only=True):
    """A record with its verdict.

    Attributes
    ----------
    verdict
        ``legal``, ``illegal`` (a rule is broken) or ``invalid`` (not readable, not of the schema).
    end
        The reason for the end of the game: ``spaces`` or ``pouch``.
    turns
        Number of turns in the record.
    violations
        The broken rules; at most one, unless the replay kept going.
    unchecked
        Required parts that are not recorded.
    """

    verdict: Verdict = "invalid"
    end: str | None = None
    turns: int = 0
    violations: list[Violation] = []
    unchecked: list[str] = []

    def as_scored(self) -> ScoredRecord:
        """Return the record without its verdict, as ``score`` writes it."""
        return ScoredRecord(**{name: getattr(self, name) for name in ScoredRecord.__struct_fields__})


class AssessOptions(msgspec.Struct, frozen=True):
    """How to score and verify records.

    Attributes
    ----------
    rules
        The rule set; None for the one that a record names.
    default_rules
        The rule set of records that name none, unless `rules` is given.
    side
        The side to assume for positions, in place of their own.
    explain
        Whether to include the items in scoresheets.
    turn
        Number of the turn after which to score a game; None for its end.
    keep_going
        Whether to continue after a faulty action that is possible on a real table.
    """

    rules: RuleSet | None = None
    side: str | None = None
    explain: bool = True
    turn: int | None = None
    keep_going: bool = False
    default_rules: RuleSet = "rulebook"
