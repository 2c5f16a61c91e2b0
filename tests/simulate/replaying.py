"""Records replayed and scored by the rules package only."""

from __future__ import annotations

from typing import Any

import msgspec

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.replay.actions import Start, Turn
from harmonies_cli.rules.replay.replay import GameLog, replay, scoresheets
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.scoring.landscapes import RULE_SETS


def replayed(record: dict[str, Any]) -> GameState:
    log = GameLog(
        SIDES[record["side"]],
        len(record["players"]),
        msgspec.convert(record["turns"], list[Turn]),
        msgspec.convert(record["start"], Start),
        record["spirits"],
        unfinished=record.get("unfinished", False),
    )
    return replay(log)


def confirm(record: dict[str, Any]) -> GameState:
    """Replay a finished game; there must be no fault, nothing unchecked, and the recorded result."""
    table = replayed(record)
    assert table.violations == []
    assert table.unchecked == set()
    assert table.over
    names = [player["name"] for player in record["players"]]
    for rules in RULE_SETS:
        sheets, winners = scoresheets(table, names, rules, explain=False)
        if rules == record["rules"]:
            assert winners == record["result"]["winners"]
            for sheet, stored in zip(sheets, record["result"]["scores"], strict=True):
                assert {row: getattr(sheet, row) for row in stored} == stored
    return table
