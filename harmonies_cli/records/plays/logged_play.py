"""A play logged in another program, and what its texts say: scores, dates, score pads on a line; never by guessing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

from harmonies_cli.records.json.quoting import quote
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS, Scoresheet
from harmonies_cli.safe_text import printable

__all__ = [
    "BGG_ID",
    "GAME_NAME",
    "LoggedDate",
    "LoggedPlay",
    "LoggedPlayer",
    "PadEntry",
    "entry_of",
    "is_harmonies",
    "pad_entries",
    "pad_line",
    "read_date",
    "read_score",
]

BGG_ID = 414317
"""The number of Harmonies on BoardGameGeek: boardgamegeek.com/boardgame/414317/harmonies."""
GAME_NAME = "Harmonies"
_ANONYMOUS = "anonymous player"


class LoggedDate(NamedTuple):
    """The date logged for a play.

    Attributes
    ----------
    written
        The date as in the notation: a day, or a day and time; None if unknown.
    remark
        A sentence on the part left out; empty if none.
    """

    written: str | None = None
    remark: str = ""


@dataclass(slots=True)
class LoggedPlayer:
    """A player of a logged play.

    Attributes
    ----------
    name
        The name; empty if unknown.
    score
        The score as logged.
    identity
        Identifies the player across plays; empty if unknown.
    has_won
        Whether the player is logged as a winner; None if unknown.
    """

    name: str
    score: object
    identity: str = ""
    has_won: bool | None = None

    @property
    def is_known(self) -> bool:
        """Whether the player is identified."""
        return bool(self.name) and self.name.casefold() != _ANONYMOUS


@dataclass(slots=True)
class LoggedPlay:
    """A play of Harmonies as logged by another program.

    Attributes
    ----------
    number
        The program's name and its number for the play: ``bgg-116471755``.
    program, place
        Name of the program, and the location of the play.
    date
        The date as logged.
    comment
        The comment.
    players
        The players.
    quantity
        Number of plays that it counts as.
    is_incomplete
        Whether the game was not finished.
    faults
        Other faults that prevent it from becoming a record, in words.
    remarks
        Other remarks about it, in words.
    """

    number: str
    program: str
    place: str = ""
    date: LoggedDate = field(default_factory=LoggedDate)
    comment: str = ""
    board: str = ""
    players: list[LoggedPlayer] = field(default_factory=list)
    quantity: object = 1
    is_incomplete: bool = False
    faults: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


def is_harmonies(number: object, *names: object) -> bool:
    """Return whether a game is Harmonies: by its number on BoardGameGeek, or by a name if it has no number."""
    text = str(number).strip() if isinstance(number, int | str) else ""
    if text not in ("", "0", "False"):
        return text == str(BGG_ID)
    return any(isinstance(name, str) and name.strip().casefold() == GAME_NAME.casefold() for name in names)


_MOST_DIGITS = 4
_WHOLE = re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}(?:\.0+)?")
_SUM = re.compile(rf"[0-9]{{1,{_MOST_DIGITS}}}(?:\s*\+\s*[0-9]{{1,{_MOST_DIGITS}}}){{1,20}}")
_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ]+(.*))?")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_LONGEST_DATE = 40


def read_score(value: object) -> int | str:
    """Return a logged score, or the reason why there is none, in words to follow the player's name.

    Parameters
    ----------
    value
        A number or a text, which can be a sum like ``40+48``; BG Stats adds it up.
    """
    if value is None or (isinstance(value, str) and value.strip().lower() in ("", "null")):
        return "has no score"
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return f"has {quote(value)} as score"
    text = value.strip() if isinstance(value, str) else repr(value)
    if len(text) <= 200:
        if _WHOLE.fullmatch(text):
            return int(float(text))
        if _SUM.fullmatch(text):
            return sum(int(part) for part in text.split("+"))
    return f"has {quote(text)} as score, which is not a whole number"


def read_date(value: object) -> LoggedDate:
    """Read a logged date: year, month and day in this order, with or without a time."""
    if value is None or value == "":
        return LoggedDate()
    text = value.strip() if isinstance(value, str) else quote(value)
    unknown = LoggedDate(None, f"The date {quote(text)} is left out: a date is year-month-day.")
    if len(text) > _LONGEST_DATE:
        return unknown
    compact = _COMPACT.fullmatch(text)
    found = compact or _DAY.fullmatch(text)
    if found is None:
        return unknown
    year, month, day = (int(part) for part in found.groups()[:3])
    if (year, month, day) == (0, 0, 0):
        return LoggedDate()
    try:
        written = date(year, month, day).isoformat()
    except ValueError:
        return LoggedDate(None, f"The date {quote(text)} is left out: there is no such day.")
    time = None if compact else found[4]
    if not time:
        return LoggedDate(written)
    moment = f"{written}T{time.strip().replace(' +', '+')}"
    try:
        datetime.fromisoformat(moment)
    except ValueError:
        return LoggedDate(written, f"The time of {quote(text)} is left out.")
    return LoggedDate(moment)


_LONGEST_NAME = 40
_ENTRY = re.compile(
    rf"(\d{{1,4}}) = ((?:{'|'.join(POINT_ROWS)}) \d{{1,3}}(?:, (?:{'|'.join(POINT_ROWS)}) \d{{1,3}})*)(?=;|\s*$)", re.M
)
_ROW = re.compile(r"(\w+) (\d+)")
_LONGEST_COMMENT = 20_000


class PadEntry(NamedTuple):
    """A player's place in the line.

    Attributes
    ----------
    name
        The name as written.
    total
        The total.
    rows
        The given rows, by name.
    """

    name: str
    total: int
    rows: Mapping[str, int]


def pad_line(sheets: Iterable[Scoresheet]) -> str:
    """Return the line: ``Ann 116 = trees 4, ..., spirit 0; Ben 113 = ...``; players without a total are left out."""
    return "; ".join(filter(None, map(_entry, sheets)))


def _entry(sheet: Scoresheet) -> str:
    rows = ", ".join(f"{row} {getattr(sheet, row)}" for row in POINT_ROWS if getattr(sheet, row) is not None)
    if sheet.total is None or not rows:
        return ""
    name = printable(sheet.name).replace(";", ",")[:_LONGEST_NAME]
    return f"{name} {sheet.total} = {rows}"


def pad_entries(comment: str) -> list[PadEntry]:
    """Return each player's part of a comment in the form of `pad_line`, with any text around it."""
    found = []
    end = 0
    text = comment[:_LONGEST_COMMENT]
    for match in _ENTRY.finditer(text):
        name = text[end : match.start()].rpartition(";")[2].rpartition("\n")[2].strip()
        found.append(PadEntry(name, int(match[1]), {row: int(points) for row, points in _ROW.findall(match[2])}))
        end = match.end()
    return found


def entry_of(entries: Sequence[PadEntry], name: str, total: int) -> PadEntry | None:
    """Return a player's part: the one with the name and total, or else the only one with the total."""
    same = [entry for entry in entries if entry.total == total]
    named = [
        entry for entry in same if entry.name.casefold() == printable(name).replace(";", ",")[:_LONGEST_NAME].casefold()
    ]
    if named:
        return named[0]
    return same[0] if len(same) == 1 else None
