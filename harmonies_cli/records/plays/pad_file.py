"""Score pads filled in by hand in a spreadsheet workbook: each becomes a paper sheet."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import msgspec

from harmonies_cli.errors import install_command
from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.plays.logged_play import read_date, read_score
from harmonies_cli.records.plays.play_documents import UNFIT
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, POINT_ROWS, ROWS
from harmonies_cli.safe_text import printable

__all__ = ["documents", "recognise"]

_WORKBOOK = b"xl/workbook.xml"
_MOST_UNPACKED = 32 << 20
_MOST_ROWS, _MOST_COLUMNS = 200, 10
_TYPES = tuple("<!DOCTYPE".encode(coding) for coding in ("utf-8", "utf-16-le", "utf-16-be"))
_REMEDY = "harmonies new --sheet -o pad.xlsx writes one to fill in"


def recognise(data: bytes) -> bool:
    """Return whether a file is a workbook."""
    return data.startswith(b"PK") and _WORKBOOK in data


def documents(source: str, data: bytes) -> Iterator[Document]:
    """Yield a document for each score pad in the workbook; see `foreign.Collection`."""
    try:
        from openpyxl import load_workbook
    except ImportError:
        message = ".xlsx files need the package openpyxl"
        yield problem_document(source, None, message, install_command("xlsx"))
        return
    try:
        why = _why_refused(data)
        if why:
            yield problem_document(source, None, f"the workbook cannot be read: {why}", _REMEDY)
            return
        books = [load_workbook(BytesIO(data), read_only=True, data_only=results) for results in (False, True)]
        sheets = [_Sheet(sheet.title, _cells(sheet), _cells(books[1][sheet.title])) for sheet in books[0].worksheets]
    except Exception as error:  # the errors of a broken workbook are not documented
        yield problem_document(
            source, None, f"the workbook is damaged: {type(error).__name__}: {error}", "save it again"
        )
        return
    pads = [sheet for sheet in sheets if sheet.is_pad]
    if not pads:
        yield problem_document(source, None, "this is a workbook without a score pad", _REMEDY)
    for pad in pads:
        yield pad.document(source)


def _why_refused(data: bytes) -> str:
    with ZipFile(BytesIO(data)) as archive:
        if sum(member.file_size for member in archive.infolist()) > _MOST_UNPACKED:
            return f"it unpacks to more than {_MOST_UNPACKED >> 20} MB, but score pads are small"
        for member in archive.infolist():
            text = archive.read(member)
            if any(mark in text for mark in _TYPES):
                return "it has a document type, which workbooks do not have"
    return ""


def _cells(sheet: Any) -> list[list[Any]]:
    rows = sheet.iter_rows(max_row=_MOST_ROWS, max_col=_MOST_COLUMNS, values_only=True)
    return [list(row) for row in rows]


class _Sheet:
    """A sheet: its name, and its cells as formulas and as results."""

    def __init__(self, name: str, cells: list[list[Any]], results: list[list[Any]]) -> None:
        self._name = name
        self._cells = cells
        self._results = results
        self._places = {_label(row[0]): index for index, row in reversed(list(enumerate(cells))) if row}
        self.is_pad = "player" in self._places and ("trees" in self._places or "total" in self._places)

    def document(self, source: str) -> Document:
        """Return the pad as a record, or with all its problems."""
        name = f"{source}!{printable(self._name)}"
        faults: list[str] = []
        notes: list[str] = []
        record: dict[str, Any] = {"format": "harmonies-position", "version": 1}
        title = self._value("record", 1)
        if title:
            record["id"] = printable(str(title))[:200]
        when = self._value("date", 1)
        day = read_date(when.date().isoformat() if isinstance(when, datetime) else str(when or ""))
        if day.written:
            record["date"] = day.written
        notes += filter(None, [day.remark])
        side = str(self._value("side", 1) or "").strip().upper()
        if side in ("A", "B"):
            record["side"] = side
        elif side:
            faults.append(f"the side is {quote(side)}, not A or B")
        players = [player for column in range(1, _MOST_COLUMNS) if (player := self._player(column, faults))]
        if not players and not faults:
            faults.append("nothing is filled in")
        elif len(players) > 4:
            faults.append(f"it has {len(players)} players, but at most 4 can play")
        record["players"] = players
        if faults:
            first, *others = [Problem(UNFIT, fault, hint="correct the cell and save the workbook") for fault in faults]
            return Document(name, None, b"", first, others, notes)
        return Document(name, None, msgspec.json.encode(record), notes=notes, is_made=True)

    def _player(self, column: int, faults: list[str]) -> dict[str, Any]:
        """Return the player of a column; nothing for an empty column."""
        points: dict[str, int] = {}
        before = len(faults)
        for row in ROWS:
            value = self._points(row, column, faults)
            if value is not None:
                points[row] = value
        name = printable(str(self._value("player", column) or ""))[:200]
        if not points and len(faults) == before:
            if name:
                faults.append(f"{quote(name)} has no points")
            return {}
        if all(row in points for row in LANDSCAPE_ROWS):
            points.setdefault("landscapes", sum(points[row] for row in LANDSCAPE_ROWS))
        if all(row in points for row in POINT_ROWS):
            points.setdefault("total", sum(points[row] for row in POINT_ROWS))
        return {"name": name or f"Player {column}", "score": points}

    def _points(self, row: str, column: int, faults: list[str]) -> int | None:
        value = self._value(row, column)
        is_formula = isinstance(value, str) and value.startswith("=")
        if is_formula:
            if row in (
                "landscapes",
                "total",
            ):  # the sums follow from the rows, even if no spreadsheet program has calculated them
                return None
            value = self._value(row, column, self._results)
        if value is None or (isinstance(value, str) and not value.strip()):
            if is_formula:
                faults.append(f"{self._place(row, column)} has a formula without a result")
            return None
        points = read_score(value if isinstance(value, int | float) else str(value))
        if isinstance(points, str):
            faults.append(f"{self._place(row, column)} {points.replace('as score', 'as points')}")
            return None
        return points

    def _place(self, row: str, column: int) -> str:
        return f"{row} in cell {chr(ord('A') + column)}{self._places[row] + 1}"

    def _value(self, label: str, column: int, cells: list[list[Any]] | None = None) -> Any:
        place = self._places.get(label)
        rows = self._cells if cells is None else cells
        if place is None or place >= len(rows) or column >= len(rows[place]):
            return None
        return rows[place][column]


def _label(value: object) -> str:
    return value.strip().casefold() if isinstance(value, str) else ""
