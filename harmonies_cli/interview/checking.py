"""Answers checked at once, by the same code that checks records when they are read."""

from __future__ import annotations

from typing import Any

import msgspec

from harmonies_cli.records.boards import PlayerBoard
from harmonies_cli.records.notation import Position
from harmonies_cli.records.position import score_position
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.typedboard import read_board
from harmonies_cli.rules.sides import side_named
from harmonies_cli.rules.stacks import STACKS

__all__ = ["board_so_far", "new_problems"]


def new_problems(record: dict[str, Any], player: dict[str, Any]) -> list[Problem]:
    """Return what is wrong with a record once its last player is replaced, and was not wrong before.

    Parameters
    ----------
    record
        The record so far.
    player
        Its last player, with the answer.
    """
    before = set(_problems(record))
    changed = record | {"players": [*record["players"][:-1], player]}
    return [problem for problem in _problems(changed) if problem not in before]


def _problems(record: dict[str, Any]) -> list[Problem]:
    return score_position(msgspec.convert(record, Position), "rulebook", explain=False)[2]


def board_so_far(record: dict[str, Any], player: dict[str, Any]) -> PlayerBoard:
    """Return a player's board as far as it has been answered."""
    side = side_named(record["side"])
    typed = read_board(side, player["board"], 1)
    stacks = {side.name_of[bit]: STACKS[node] for bit, node in typed.stacks.items()}
    cubes: dict[str, str | None] = dict.fromkeys(player.get("cubes", ()))
    return PlayerBoard(len(record["players"]), player["name"], stacks, cubes)
