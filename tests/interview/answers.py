"""The answers of somebody who copies a recorded position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.tokens import EMPTY, STACKS


def columns_of(record: dict[str, Any], player: dict[str, Any]) -> list[str]:
    side = side_named(record["side"])
    stacks = read_board(side, player["board"], 1).stacks
    return [" ".join(STACKS[stacks.get(bit, EMPTY)] or "." for bit in column) for column in side.column_bits]


def answers_for(record: dict[str, Any]) -> Iterator[str]:
    yield record["side"]
    yield str(len(record["players"]))
    if len(record["players"]) == 1:
        yield "yes" if record.get("solo") else "no"
    yield "no" if record.get("spirits") is False else "yes"
    for player in record["players"]:
        yield f'"{player["name"]}"'
        yield from columns_of(record, player)
        if "cards" not in player:
            yield "unknown"
        else:
            yield from (f"{card} {cubes}" for card, cubes in player["cards"].items())
            yield ""
            if any(player["cards"].values()):
                yield " ".join(player.get("cubes", ()))
        score = player.get("score", "")
        yield str(score.get("total", "") if isinstance(score, dict) else score)
