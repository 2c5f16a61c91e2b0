"""Who has won, or how the game stands, in a few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.names import called
from harmonies_cli.rules.scoresheet import Scoresheet
from harmonies_cli.rules.wording import listed

__all__ = ["outcome_words", "points_of"]


def points_of(sheets: Sequence[Scoresheet], show: Callable[[str], str] = str) -> str:
    """Return all totals, in player order: ``Ann 116, Ben 113``."""
    names = called(sheets)
    return ", ".join(f"{show(names[sheet.player])} {_points(sheet)}" for sheet in sheets)


def _points(sheet: Scoresheet) -> str:
    return "unknown" if sheet.total is None else str(sheet.total)


def outcome_words(record: VerifiedRecord, show: Callable[[str], str] = str) -> str:
    """Return the winners with all points, or the standing of a game that goes on.

    Parameters
    ----------
    record
        The record.
    show
        How the output writes a player's name.
    """
    sheets = record.players
    points = points_of(sheets, show)
    if len(sheets) == 1:
        suns = sheets[0].suns
        alone = "" if suns is None else f", {suns} sun{'s' * (suns != 1)}"
        points = f"{points}{alone}"
    elif record.winners:
        names = called(sheets)
        winners = listed((show(names[number]) for number in record.winners), "and")
        points = f"{winners} {'win' if len(record.winners) > 1 else 'wins'}: {points}"
    if record.kind == "game" and not record.finished:
        played = f"after turn {record.turns}" if record.turns else "before the first turn"
        return f"not finished, {played}: {points}"
    return points
