"""The rows of a score pad on one line, for the comment of a logged play: written and read here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from harmonies_cli.rules.scoring.pad_rows import POINT_ROWS
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable

__all__ = ["PadEntry", "entry_of", "pad_entries", "pad_line"]

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
        The rows given, by name.
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
    """Return what a comment says about each player in the form of `pad_line`, whatever the text around it."""
    found = []
    end = 0
    text = comment[:_LONGEST_COMMENT]
    for match in _ENTRY.finditer(text):
        name = text[end : match.start()].rpartition(";")[2].rpartition("\n")[2].strip()
        found.append(PadEntry(name, int(match[1]), {row: int(points) for row, points in _ROW.findall(match[2])}))
        end = match.end()
    return found


def entry_of(entries: Sequence[PadEntry], name: str, total: int) -> PadEntry | None:
    """Return a player's place: the one with the name and total, or else the only one with the total."""
    same = [entry for entry in entries if entry.total == total]
    named = [
        entry for entry in same if entry.name.casefold() == printable(name).replace(";", ",")[:_LONGEST_NAME].casefold()
    ]
    if named:
        return named[0]
    return same[0] if len(same) == 1 else None
