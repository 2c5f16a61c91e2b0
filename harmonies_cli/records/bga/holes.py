"""Holes in a log: missing packets, and the game up to the first of them (docs/notation.md "Verdicts")."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import msgspec

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.bga.site_results import SiteResult
from harmonies_cli.records.bga.site_table import SiteTable
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation

__all__ = ["Hole", "has_fault_after"]

_MOST_NAMED = 20
_HINT = "download the whole log again: nothing after the hole can be checked"


@dataclass(slots=True)
class Hole:
    """The first hole of a log.

    Attributes
    ----------
    missing
        First and last numbers of the missing packets, hole by hole.
    pointer
        JSON pointer to the packet after the first hole.
    table
        The table before the first hole.
    """

    missing: list[tuple[int, int]]
    pointer: str
    table: SiteTable = field(repr=False)

    @classmethod
    def before(cls, missing: tuple[int, int], pointer: str, table: SiteTable) -> Hole:
        """Return the hole in a log that has been read up to it."""
        # Only the last two turns can still change: the current one, and the one before, until its refill.
        known = SiteTable(
            table.names,
            turns=[*table.turns[:-2], *deepcopy(table.turns[-2:])],
            central=dict(table.central),
            row=list(table.row),
            spirits={player: list(cards) for player, cards in table.spirits.items()},
            first_counter=table.first_counter,
            conceded=list(table.conceded),
        )
        return cls([missing], pointer, known)

    @property
    def turns_checked(self) -> int:
        """Number of the last completely known turn."""
        turns = self.table.turns
        return len(turns) - (1 if turns and not turns[-1].is_complete else 0)

    def is_before(self, violation: Violation) -> bool:
        """Return whether a fault is after the hole, and so perhaps not the players'."""
        turns = self.table.turns
        if violation.turn is None or violation.turn > len(turns):
            return True
        if violation.turn < len(turns):
            return False
        return violation.action is None or violation.action > len(turns[-1].actions)

    @property
    def words(self) -> str:
        """The missing packets: ``packet 21 is missing``."""
        named = [f"{first}" if first == last else f"{first} to {last}" for first, last in self.missing[:_MOST_NAMED]]
        more = len(self.missing) - len(named)
        number = self.missing[0][0]
        if self.missing == [(number, number)]:
            return f"packet {number} is missing"
        return f"packets {', '.join(named)}{f' and {more} more ranges' if more else ''} are missing"

    @property
    def problem(self) -> Problem:
        """The hole as the problem of a record with a fault after it."""
        turns = self.turns_checked
        checked = f"the last turn checked is turn {turns}" if turns else "no turn can be checked"
        return Problem("log-incomplete", f"{self.words}: {checked}", pointer=self.pointer, hint=_HINT)


def has_fault_after(
    hole: Hole, record: dict[str, Any], site: SiteResult | None, differences: Iterable[Violation]
) -> bool:
    """Return whether the replay of a log with a hole finds a fault after the hole.

    Parameters
    ----------
    hole
        The hole.
    record
        The record of the whole log.
    site
        The site's results, to compare with the replay.
    differences
        Differences between the site's counts and the record.
    """
    from harmonies_cli.records.bga.result_check import site_violations
    from harmonies_cli.records.game.assess_game import game_log
    from harmonies_cli.records.notation import Game
    from harmonies_cli.rules.replay.replay import replay, scoresheets

    try:
        game = msgspec.convert(record, Game)
        state = replay(game_log(game))
        found = [*state.violations, *differences]
        if site is not None and all(violation.code in NOT_STOPPING for violation in state.violations):
            if not state.over:
                # The site ended a game that is not over in the record: turns are missing.
                return True
            sheets, winners = scoresheets(state, [player.name for player in game.players], "bga", explain=False)
            found += site_violations(site, state, sheets, winners, record.get("date"))
        return any(hole.is_before(violation) for violation in found)
    except (HarmoniesError, msgspec.ValidationError):
        return True
