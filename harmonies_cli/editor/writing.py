"""Positions as text for their file: laid out so that somebody can read the boards and go on typing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from harmonies_cli.records.json.layout import layout_json
from harmonies_cli.records.notation import Position
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.stacks import EMPTY, STACKS

__all__ = ["file_text"]

_EMPTY_SPACE = "."


def file_text(position: Position) -> bytes:
    """Return a position as the text of a file, boards column by column.

    Parameters
    ----------
    position
        The position; a board that cannot be read is written as it is.
    """
    side = side_named(position.side)
    record: dict[str, Any] = msgspec.to_builtins(position)
    for number, (player, written) in enumerate(zip(position.players, record["players"], strict=True), 1):
        board = read_board(side, player.board, number)
        if board.problems:
            continue
        written["board"] = [
            " ".join(STACKS[board.stacks.get(bit, EMPTY)] or _EMPTY_SPACE for bit in bits) for bits in side.column_bits
        ]
    return layout_json(_ordered(record)).encode()


def _ordered(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record with its players last, as one types it."""
    first = ("$schema", "format", "version")
    last = ("players",)
    keys = [*first, *(key for key in record if key not in (*first, *last)), *last]
    return {key: record[key] for key in keys if key in record}
