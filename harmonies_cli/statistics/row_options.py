"""What decides on the rows of a record."""

from __future__ import annotations

from dataclasses import dataclass

from harmonies_cli.rules.landscapes import RuleSet

__all__ = ["RowOptions"]


@dataclass(frozen=True, slots=True)
class RowOptions:
    """What decides on the rows of a record.

    Attributes
    ----------
    rules
        The rule set to score under; None for the one that a record names.
    side
        The side to assume: in place of a position's own, and where a log does not tell.
    include_illegal
        Whether illegal games that could be replayed to the end have rows in all tables.
    """

    rules: RuleSet | None = None
    side: str | None = None
    include_illegal: bool = False
