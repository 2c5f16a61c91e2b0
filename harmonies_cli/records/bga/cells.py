"""Spaces of the personal board, in the site's names: ``cell_<player>_<column>_<row>``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from harmonies_cli.records.bga.values import BgaError, excerpt, integer
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, SIDES

__all__ = ["board_columns", "cell", "check_space", "only_side_with", "side_named_by", "space_at"]

_ROWS = 5
_BOARD_SIDES = {"sidea": "A", "sideb": "B"}


def space_at(column: int | None, row: int | None) -> str | None:
    """Return the name of a space from its column and row, both from 0, or None if no side has it."""
    if column is None or row is None or not (0 <= column < len(COLUMN_LETTERS) and 0 <= row < _ROWS):
        return None
    return f"{COLUMN_LETTERS[column]}{row + 1}"


@lru_cache(maxsize=1 << 12)
def _parse(name: str) -> tuple[str, str] | None:
    parts = name.rsplit("_", 2)
    if len(parts) != 3 or not parts[0].startswith("cell_"):
        return None
    space = space_at(integer(parts[1]), integer(parts[2]))
    return None if space is None else (parts[0][len("cell_") :], space)


def cell(name: object, pointer: str = "") -> tuple[str, str]:
    """Return the player's id and the space from the site's name of a space.

    Raises
    ------
    BgaError
        If the name is not that of a space, or neither side has the space.
    """
    found = _parse(name) if type(name) is str and len(name) < 80 else None
    if found is None:
        raise BgaError(
            f"{excerpt(name)} is not a space of a board; expected cell_<player>_<column>_<row>, from 0",
            code="no-such-space",
            pointer=pointer,
        )
    return found


def only_side_with(spaces: Iterable[str]) -> str | None:
    """Return the side that has all of `spaces`; None if both do, or neither."""
    names = set(spaces)
    sides = [name for name, side in SIDES.items() if names.issubset(side.spaces)]
    return sides[0] if len(sides) == 1 else None


def side_named_by(value: object) -> str | None:
    """Return the side from the site's ``boardSide``."""
    return _BOARD_SIDES.get(value.lower()) if isinstance(value, str) else None


def check_space(side: str, space: str, where: str, pointer: str = "") -> None:
    """Raise an error if the side does not have the space.

    Raises
    ------
    BgaError
        If the side does not have it; the message begins with `where`.
    """
    columns = SIDES[side].columns
    if space not in SIDES[side].bit_of:
        raise BgaError(
            f"{where}: side {side} has no space {space}",
            code="no-such-space",
            pointer=pointer,
            hint=f"its columns a to {COLUMN_LETTERS[len(columns) - 1]} have {', '.join(map(str, columns))} spaces",
        )


def board_columns(side: str, stacks: Mapping[str, str]) -> list[str]:
    """Return a board as the notation's list of columns, from the stacks on its spaces."""
    return [
        " ".join(stacks.get(f"{COLUMN_LETTERS[column]}{row + 1}") or "." for row in range(rows))
        for column, rows in enumerate(SIDES[side].columns)
    ]
