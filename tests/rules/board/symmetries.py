"""The symmetries of the boards, on plain coordinates."""

from __future__ import annotations

from tests.rules.scoring.plain_rules import COLUMNS, name, place


def turned(space: str, letter: str) -> str:
    """Turn a space of a side by 180 degrees."""
    column, row = place(space)
    columns = COLUMNS[letter]
    return name((len(columns) - 1 - column, columns[column] - 1 - row))


def mirrored(space: str, letter: str) -> str:
    """Swap left and right."""
    column, row = place(space)
    return name((len(COLUMNS[letter]) - 1 - column, row))


def flipped(space: str, letter: str) -> str:
    """Swap top and bottom."""
    column, row = place(space)
    return name((column, COLUMNS[letter][column] - 1 - row))
