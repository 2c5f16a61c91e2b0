"""A record scored or verified: the elements of the output for programs (docs/notation.md)."""

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
    """One record with the scoresheets of its players; the fields are those of docs/notation.md, in its order.

    Attributes
    ----------
    source
        The file's name.
    line
        The record's line, None where the file is one record.
    id
        The record's id, None where it has none or cannot be read.
    kind
        ``position``, ``game``, or None where the record cannot be read.
    side
        The side of the boards; None where it is unknown.
    rules
        The rule set that the scoresheets were made under.
    players
        The scoresheets, in player order; those of a game that breaks off are after its last legal action.
    winners
        Numbers of the players who have won.
    problems
        What makes the record invalid.
    finished
        Whether the boards are final: the game reached its end, or the position is not of a running game.
    not_final
        Why the boards are not final; absent if they are, or if there are none.
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
    """One record with its verdict.

    Attributes
    ----------
    verdict
        ``legal``, ``illegal`` (a rule is broken) or ``invalid`` (not readable, not of the schema).
    end
        What ended the game: ``spaces`` or ``pouch``.
    turns
        Number of turns in the record.
    violations
        The rules broken; one, unless the replay kept going.
    unchecked
        Parts that were due and are not recorded.
    """

    verdict: Verdict = "invalid"
    end: str | None = None
    turns: int = 0
    violations: list[Violation] = []
    unchecked: list[str] = []

    def as_scored(self) -> ScoredRecord:
        """Return the record without its verdict, as ``score`` gives it."""
        return ScoredRecord(**{name: getattr(self, name) for name in ScoredRecord.__struct_fields__})


class AssessOptions(msgspec.Struct, frozen=True):
    """How records are scored and verified.

    Attributes
    ----------
    rules
        The rule set; None for the one that a record names.
    default_rules
        The rule set of records that name none, unless `rules` is given.
    side
        The side to assume for positions, in place of their own.
    explain
        Whether scoresheets give their items.
    turn
        Number of the turn after which to score a game; None for its end.
    keep_going
        Whether to play on after a fault that can still be carried out.
    """

    rules: RuleSet | None = None
    side: str | None = None
    explain: bool = True
    turn: int | None = None
    keep_going: bool = False
    default_rules: RuleSet = "rulebook"
