"""Records to fill in, and their layout: a line for each column of a board and each action of a turn."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from harmonies_cli.errors import UsageError
from harmonies_cli.records.schema.validation import Kind, schema_file
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS

__all__ = [
    "blank_game",
    "blank_position",
    "blank_record",
    "blank_sheet",
    "empty_columns",
    "layout_json",
    "name_shared_schema",
    "number_of_players",
    "record_head",
]

_MOST_PLAYERS = 4


def record_head(kind: Kind, side: str) -> dict[str, Any]:
    """Return the first fields of a record; ``$schema`` points to the installed schema."""
    return {
        "$schema": schema_file(kind).resolve().as_uri(),
        "format": f"harmonies-{kind}",
        "version": 1,
        "side": side,
    }


def empty_columns(side: str) -> list[str]:
    """Return the columns of an empty board, as people type them."""
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

    The side may be None, because a sheet does not always show it.
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


def blank_record(
    kind: Kind,
    side: str | None,
    names: Sequence[str],
    *,
    players: int | None = None,
    solo: bool = False,
    spirits: bool | None = None,
    sheet: bool = False,
) -> dict[str, Any]:
    """Return a record to fill in.

    Parameters
    ----------
    kind
        ``"position"`` or ``"game"``.
    side
        ``"A"`` or ``"B"``; None stands for A, except on a paper sheet.
    names
        The players' names; further players get their number as name.
    players
        Number of players, 1 to 4.
    solo, spirits
        See `blank_position`.
    sheet
        Whether it is a paper score sheet.

    Raises
    ------
    UsageError
        If the arguments conflict.
    """
    if sheet and kind == "game":
        raise UsageError("a paper sheet is a position with scores only, not a game")
    number = number_of_players(players, names, solo=solo)
    all_names = [*names, *(f"Player {player}" for player in range(len(names) + 1, (number or 2) + 1))]
    if kind == "game":
        return blank_game(side or "A", all_names, spirits=spirits)
    if sheet:
        return blank_sheet(side, all_names, solo=solo, spirits=spirits)
    return blank_position(side or "A", all_names, solo=solo, spirits=spirits)


def number_of_players(players: int | None, names: Sequence[str], *, solo: bool) -> int | None:
    """Return the number of players, or None if nothing implies it.

    Raises
    ------
    UsageError
        If the values given conflict.
    """
    if "" in names:
        raise UsageError("a name is empty")
    number = players or (1 if solo else len(names) or None)
    if number is not None and len(names) > number:
        raise UsageError(
            f"{len(names)} names are given, but there {'is one player' if number == 1 else f'are {number} players'}"
        )
    if number is not None and number > _MOST_PLAYERS:
        raise UsageError(f"{number} names are given, but at most {_MOST_PLAYERS} can play")
    if solo and number != 1:
        raise UsageError("a solo game has one player")
    return number


_WIDTH = 100
_ALWAYS_OPEN = frozenset(("players", "board", "turns", "actions"))


def layout_json(value: Any, *, width: int = _WIDTH) -> str:
    """Return JSON in a layout that keeps related values together.

    Parameters
    ----------
    value
        A record, or a part of one, in plain values.
    width
        The most columns of a short list or object on one line.
    """
    return "\n".join(_lines(value, "", width, "")) + "\n"


def _lines(value: Any, key: str, width: int, head: str) -> Iterator[str]:
    text = json.dumps(value, ensure_ascii=False)
    # A board by space is laid out like any other object; a board by columns has a line for each column.
    opened = key in _ALWAYS_OPEN and value and not (key == "board" and isinstance(value, Mapping))
    if (
        not value
        or not isinstance(value, dict | list)
        or (not opened and len(head) + len(text) <= width and _is_flat(value))
    ):
        yield head + text
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield head + opening
    members = list(value.items()) if isinstance(value, dict) else [("", member) for member in value]
    for number, (name, member) in enumerate(members, 1):
        label = f"{json.dumps(name, ensure_ascii=False)}: " if isinstance(value, dict) else ""
        *before, last = _lines(member, name, width - 2, label)
        yield from (f"  {line}" for line in before)
        yield f"  {last}{',' if number < len(members) else ''}"
    yield closing


def _is_flat(value: Any) -> bool:
    """Return whether a list or object contains no list long enough for several lines."""
    members = value.values() if isinstance(value, dict) else value
    if isinstance(value, dict) and not _ALWAYS_OPEN.isdisjoint(value):
        return False
    return all(_is_flat(member) for member in members if isinstance(member, dict | list))


def name_shared_schema(record: dict[str, Any], path: str) -> None:
    """Point a record at the schema in ``schemas``, beside its file or in a parent folder, if there is one.

    The address is relative, so it works for everyone who has the folder. Without such a schema the record keeps the
    address in the installed program, which only its writer has.

    Parameters
    ----------
    record
        The record, with ``format`` and ``$schema``.
    path
        The file for the record.
    """
    name = f"{record['format'].removeprefix('harmonies-')}.schema.json"
    folder = Path(path).absolute().parent
    for above in (folder, *folder.parents):
        schema = above / "schemas" / name
        if schema.is_file():
            record["$schema"] = Path(os.path.relpath(schema, folder)).as_posix()
            return
