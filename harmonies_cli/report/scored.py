"""A scored record, as the output for programs gives it."""

from __future__ import annotations

from typing import Literal

import msgspec

from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.landscapes import RuleSet
from harmonies_cli.rules.scoresheet import Scoresheet

__all__ = ["ScoredRecord"]


class ScoredRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One record with the scoresheets of its players; the fields are those of NOTATION.md, in its order.

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
        The scoresheets, in player order.
    winners
        Numbers of the players who have won.
    problems
        What makes the record invalid.
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
