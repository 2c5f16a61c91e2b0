"""Scores and dates as people and programs log them: read if they are clear, never guessed."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import NamedTuple

from harmonies_cli.records.json.quoting import quote

__all__ = ["LoggedDate", "day_of_number", "read_date", "read_score"]

_MOST = 4
_WHOLE = re.compile(rf"[0-9]{{1,{_MOST}}}(?:\.0+)?")
_SUM = re.compile(rf"[0-9]{{1,{_MOST}}}(?:\s*\+\s*[0-9]{{1,{_MOST}}}){{1,20}}")
_DAY = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[T ]+(.*))?")
_COMPACT = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_LONGEST = 40


def read_score(value: object) -> int | str:
    """Return a logged score, or why there is none, in words that follow the player's name.

    Parameters
    ----------
    value
        A number, or a text, which can be a sum like ``40+48``, as BG Stats adds it up.
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


class LoggedDate(NamedTuple):
    """The date logged for a play.

    Attributes
    ----------
    written
        The date as in the notation: a day, or a day and time; None if unknown.
    remark
        What was left out, in words; empty if nothing.
    """

    written: str | None = None
    remark: str = ""


def read_date(value: object) -> LoggedDate:
    """Read a logged date: year, month and day, with or without a time; never guess another order."""
    if value is None or value == "":
        return LoggedDate()
    text = value.strip() if isinstance(value, str) else quote(value)
    unknown = LoggedDate(None, f"The date {quote(text)} is left out: a date is year-month-day.")
    if len(text) > _LONGEST:
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


def day_of_number(value: object) -> str | None:
    """Return the day in a number like 20260531, or None."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return read_date(str(value)).written if _COMPACT.fullmatch(str(value)) else None
