"""The questions about a paper score sheet: the players, then the rows of each in the order of the pad."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import msgspec

from harmonies_cli.interview.question import Given, Question, Script, choice, player_name, table_questions
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.notation import PaperSheet
from harmonies_cli.records.position.assess_sheet import sheet_problems
from harmonies_cli.records.position.blank import record_head
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS

__all__ = ["sheet_script"]

_UNKNOWN = "unknown"
_BLANK = "-"
_MOST_DIGITS = 3


def sheet_script(given: Given) -> Script:
    """Ask for a paper score sheet.

    Parameters
    ----------
    given
        The facts known beforehand.
    """
    side = given.side or (
        yield choice("Side of the boards", "Side A has a river, side B islands.", ("A", "B", _UNKNOWN))
    )
    record = record_head("position", side[:1].upper())
    if side.casefold().startswith(_UNKNOWN[0]):
        del record["side"]
    number = yield from table_questions(
        record,
        given,
        count_help="The number of columns on the sheet.",
        spirits_help="The sheet then has a row for the spirit.",
    )
    for index in range(number):
        yield from _player(record, (yield from player_name(given, index)))
    return record


def _player(record: dict[str, Any], name: str) -> Generator[Question, str, None]:
    """Ask for a player's rows and total, and put them into the record."""
    rows = POINT_ROWS if record["spirits"] else POINT_ROWS[:-1]
    player: dict[str, Any] = {"name": name, "score": {}}
    record["players"].append(player)

    def check(text: str) -> Sequence[Problem]:
        values = text.split()
        for value in values:
            if value != _BLANK and not _is_points(value):
                return [
                    Problem("schema", f"{quote(value)} is not a number of points", hint=f"{_BLANK} is an unknown row")
                ]
        if len(values) not in (0, len(rows)):
            hint = f"give {', '.join(rows)}, with {_BLANK} for an unknown row"
            return [Problem("schema", f"{len(rows)} rows are needed, not {len(values)}", hint=hint)]
        return _problems(record, player | {"score": _rows(rows, values)})

    answer = yield Question(
        f"{name}: {', '.join(rows)} (empty: unknown)",
        f"The points of each row in the order of the pad, separated by blanks; {_BLANK} is a row that you do not know. "
        "An empty answer leaves all rows unknown; you then give only the total.",
        check,
    )
    scores = _rows(rows, answer.split())
    player["score"] = scores
    known = sum(scores.values()) if len(scores) == len(rows) else None

    def check_total(text: str) -> Sequence[Problem]:
        if not text and known is not None:
            return ()
        if not _is_points(text):
            fault = f"{quote(text)} is not a total" if text else "a total is needed, because a row is unknown"
            return [Problem("schema", fault, hint="give the number in the last row of the pad")]
        return _problems(record, player | {"score": scores | {"total": int(text)}})

    total = yield Question(
        f"{name}, total" + (f" (empty: {known})" if known is not None else ""),
        "The number in the last row of the pad. It is compared with the sum of the rows.",
        check_total,
    )
    scores["total"] = int(total) if total else known or 0


def _is_points(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _rows(rows: Sequence[str], values: Sequence[str]) -> dict[str, int]:
    return {row: int(value) for row, value in zip(rows, values, strict=False) if value != _BLANK}


def _problems(record: dict[str, Any], player: dict[str, Any]) -> list[Problem]:
    """Return the problems in the answers about a record's last player; earlier players have been accepted."""
    asked = {**record, "players": [player]}
    return sheet_problems(msgspec.convert(asked, PaperSheet))
