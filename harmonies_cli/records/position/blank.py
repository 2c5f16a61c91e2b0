"""Records to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harmonies_cli.records.schema.validation import Kind, schema_file
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.scoring.pad_rows import POINT_ROWS

__all__ = ["blank_game", "blank_position", "blank_sheet", "empty_columns", "record_head"]


def record_head(kind: Kind, side: str) -> dict[str, Any]:
    """Return the fields that a record begins with; ``$schema`` points to the installed schema."""
    return {
        "$schema": schema_file(kind).resolve().as_uri(),
        "format": f"harmonies-{kind}",
        "version": 1,
        "side": side,
    }


def empty_columns(side: str) -> list[str]:
    """Return the columns of an empty board, as they are typed."""
    return [" ".join("." * rows) for rows in side_named(side).columns]


def blank_position(
    side: str, names: Sequence[str], *, solo: bool = False, spirits: bool | None = None
) -> dict[str, Any]:
    """Return a position of empty boards.

    Parameters
    ----------
    side
        ``"A"`` or ``"B"``.
    names
        The players' names.
    solo
        Whether it was a solo game.
    spirits
        Whether it was played with Nature's Spirit cards; None leaves it out.
    """
    record = record_head("position", side)
    if spirits is not None:
        record["spirits"] = spirits
    if solo:
        record["solo"] = True
    record["players"] = [{"name": name, "board": empty_columns(side), "cards": {}} for name in names]
    return record


def blank_sheet(
    side: str | None, names: Sequence[str], *, solo: bool = False, spirits: bool | None = None
) -> dict[str, Any]:
    """Return an unfinished paper score sheet with rows to fill in; the parameters are those of `blank_position`.

    The side may be None: a sheet does not always tell it.
    """
    record = record_head("position", side or "A")
    if side is None:
        del record["side"]
    if spirits is not None:
        record["spirits"] = spirits
    if solo:
        record["solo"] = True
    # Side B has at least one island; side A may have no river.
    rows = {row: 5 if row == "water" and side == "B" else 0 for row in POINT_ROWS}
    record["players"] = [{"name": name, "score": {**rows, "total": sum(rows.values())}} for name in names]
    record["unfinished"] = True
    return record


def blank_game(side: str, names: Sequence[str], *, spirits: bool | None = None) -> dict[str, Any]:
    """Return an unfinished game with a first turn to fill in; the parameters are those of `blank_position`."""
    record = record_head("game", side)
    if spirits is not None:
        record["spirits"] = spirits
    record["players"] = [{"name": name} for name in names]
    record["start"] = {}
    record["turns"] = [{"player": 1, "actions": []}]
    record["unfinished"] = True
    return record
