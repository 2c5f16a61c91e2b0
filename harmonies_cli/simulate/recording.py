"""A simulated game as a record of the notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from harmonies_cli.rules.replay.replay import scoresheets
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet
from harmonies_cli.simulate.driver import PlayedGame

__all__ = ["game_record", "record_line"]


def _rows(sheet: Scoresheet) -> dict[str, Any]:
    rows = {row: getattr(sheet, row) for row in ROWS}
    if sheet.suns is not None:
        rows["suns"] = sheet.suns
    return rows


def game_record(played: PlayedGame, names: Sequence[str], *, identity: str, rules: RuleSet) -> dict[str, Any]:
    """Return the record of a game.

    Parameters
    ----------
    played
        The game.
    names
        Names of the players, in turn order.
    identity
        The record's id.
    rules
        The rule set of the result.
    """
    table = played.table
    record: dict[str, Any] = {
        "format": "harmonies-game",
        "version": 1,
        "id": identity,
        "side": table.side.name,
        "rules": rules,
        "spirits": table.spirits,
        "players": [{"name": name} for name in names],
        "start": played.start,
        "turns": played.turns,
    }
    broken = played.broken_off
    if broken is not None:
        place = f"turn {broken.turn}" + (f", action {broken.action}" if broken.action else "")
        who = names[broken.player - 1]
        record["unfinished"] = True
        record["notes"] = f"broken off at {place}: player {broken.player} ({who}): {broken.code}: {broken.message}"
        return record
    sheets, winners = scoresheets(table, names, rules, explain=False)
    record["result"] = {"scores": [_rows(sheet) for sheet in sheets], "winners": winners}
    return record


def record_line(record: dict[str, Any]) -> bytes:
    """Return a record as one line of JSON."""
    return msgspec.json.encode(record) + b"\n"
