"""How Board Game Arena scored its earlier tables, to explain differences (BGA.md, Notifications of this game)."""

from __future__ import annotations

from typing import NamedTuple

from harmonies_cli.rules.cards import CARDS
from harmonies_cli.rules.landscapes import split
from harmonies_cli.rules.scoresheet import Scoresheet
from harmonies_cli.rules.sides import Side
from harmonies_cli.rules.table import Seat

__all__ = ["TIES_BROKEN_FROM", "TIES_NOT_BROKEN", "OlderPoints", "is_before", "older_points"]

TIES_BROKEN_FROM = "2024-08-01"
_LOOPS_FROM = "2024-09-16"
"""Known as mid-September; the day is not."""
_UNTIL_AUGUST = "before August 2024"
_UNTIL_SEPTEMBER = "before mid-September 2024"
_LOOPS = f"{_UNTIL_SEPTEMBER} the site knew no loops of rivers"
_STORK = f"{_UNTIL_SEPTEMBER} the site let lone red tokens join the stork's groups"
_CAT = f"{_UNTIL_AUGUST} the site took lone red tokens for groups of the cat"
TIES_NOT_BROKEN = f"{_UNTIL_AUGUST} the site did not break ties"


class OlderPoints(NamedTuple):
    """What a row was worth at the time, and why."""

    points: int
    reason: str


def is_before(date: str | None, day: str) -> bool:
    """Tell whether a record's date, if it has one, lies before a day."""
    return date is None or date < day


def older_points(side: Side, seat: Seat, sheet: Scoresheet, date: str | None) -> dict[str, OlderPoints]:
    """Return the rows of a player that the site scored otherwise at the time.

    Parameters
    ----------
    side
        The side of the board.
    seat
        The player's board and cards at the end.
    sheet
        The scoresheet under the rule set ``bga``.
    date
        The record's date.
    """
    found = {}
    if sheet.other_rules is not None and is_before(date, _LOOPS_FROM):
        found["water"] = OlderPoints(sheet.other_rules.water, _LOOPS)
    if seat.spirit is not None and seat.cards[seat.spirit]:
        masks = split(seat.board)
        sizes = [group.bit_count() for group in side.groups(masks.building | masks.house)]
        spirit = CARDS[seat.spirit]
        if spirit.id == "stork" and is_before(date, _LOOPS_FROM):
            found["spirit"] = OlderPoints(_points(spirit.scoring, sizes), _STORK)
        elif spirit.id == "cat" and is_before(date, TIES_BROKEN_FROM):
            found["spirit"] = OlderPoints(_points(spirit.scoring, sizes), _CAT)
    return found
