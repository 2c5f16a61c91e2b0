"""Score pads as a workbook for spreadsheets, with formulas for the sums: a sheet for each record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from io import BytesIO
from typing import Any

import msgspec

from harmonies_cli.board_looks import PAINTS
from harmonies_cli.errors import UsageError, install_command
from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Extras, Options, Writer
from harmonies_cli.report.phrases import display_name, file_place
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS, ROWS
from harmonies_cli.safe_text import printable

__all__ = ["PadSheet", "PadWorkbookWriter", "pad_workbook"]

_MOST_SHEETS = 1000
_LABELS = 14
_COLUMNS = 16
_PAINT = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}
_STRONG = "#f0ede5"
_LINE = "#b9b4a8"
_SUMS = ("landscapes", "total")
_FIRST = 5
"""Row of the names, from 0."""
_MADE = datetime(2024, 1, 1)
"""Fixed, so equal pads make equal files."""


class PadSheet(msgspec.Struct):
    """The contents of a sheet.

    Attributes
    ----------
    title
        The record's name.
    date, side
        The record's date and side; empty if unknown.
    players
        The name of each player, and the points by row.
    """

    title: str
    date: str
    side: str
    players: list[tuple[str, dict[str, int]]]


class PadWorkbookWriter(Writer):
    """Writes a workbook once all records have arrived.

    Parameters
    ----------
    write
        Takes the bytes.
    options
        Not used: a pad always has all its rows.
    """

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._sheets: list[PadSheet] = []

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the contents of a record's sheet, on one line; nothing for a record without a pad."""
        if not record.players:
            return b""
        players = [
            (display_name(sheet.name), {row: getattr(sheet, row) for row in ROWS if getattr(sheet, row) is not None})
            for sheet in record.players
        ]
        title = record.id or file_place(record.source, record.line)
        return msgspec.json.encode(PadSheet(printable(title), "", record.side or "", players)) + b"\n"

    def add_encoded(self, records: bytes) -> None:
        """Take encoded records."""
        self._sheets += [msgspec.json.decode(line, type=PadSheet) for line in records.splitlines()]
        if len(self._sheets) > _MOST_SHEETS:
            raise UsageError(f"a workbook holds at most {_MOST_SHEETS:,} score pads: use --format csv")

    def end(self) -> None:
        """Write the workbook."""
        self._write(pad_workbook(self._sheets))


def pad_workbook(sheets: Sequence[PadSheet]) -> bytes:
    """Return a workbook of pads; without pads, it has one sheet that says so.

    Raises
    ------
    UsageError
        If the package XlsxWriter is missing.
    """
    try:
        from xlsxwriter import Workbook
    except ImportError:
        message = f".xlsx files need the package XlsxWriter: {install_command('xlsx')}"
        raise UsageError(f"{message}, or use --format csv") from None
    packed = BytesIO()
    workbook = Workbook(packed, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    workbook.set_properties({"created": _MADE})
    formats = _Formats(workbook)
    names = _sheet_names(sheet.title for sheet in sheets)
    for name, sheet in zip(names, sheets, strict=True):
        _write_pad(workbook.add_worksheet(name), sheet, formats)
    if not sheets:
        workbook.add_worksheet("No records")
    workbook.close()
    return packed.getvalue()


def _sheet_names(titles: Iterable[str]) -> list[str]:
    """Return names that a spreadsheet accepts: at most 31 letters, without some signs, no two the same."""
    made: list[str] = []
    seen: set[str] = set()
    for number, title in enumerate(titles, 1):
        name = re.sub(r"[\[\]:*?/\\']", "-", title.rpartition("/")[2])[:24].strip() or "Pad"
        if name.casefold() in seen or name.casefold() == "history":
            name = f"{name[:24]} {number}"
        seen.add(name.casefold())
        made.append(name)
    return made


class _Formats:
    """Cell formats."""

    def __init__(self, workbook: Any) -> None:
        edge = {"border": 1, "border_color": _LINE, "font_size": 12}
        self.title = workbook.add_format({"bold": True, "font_size": 16})
        self.about = workbook.add_format({"font_color": "#5d646c"})
        self.fill_in = workbook.add_format({"align": "left", "num_format": "@"})
        self.name = workbook.add_format({**edge, "bold": True, "align": "right", "num_format": "@"})
        self.label = workbook.add_format({**edge, "bold": True})
        self.points = workbook.add_format({**edge, "num_format": "0"})
        self.sum = workbook.add_format({**edge, "num_format": "0", "bold": True, "bg_color": _STRONG})
        self.sum_label = workbook.add_format({**edge, "bold": True, "bg_color": _STRONG})
        self.labels = {
            row: workbook.add_format({**edge, "bold": True, "bg_color": paint.body, "font_color": paint.ink})
            for row, paint in ((row, PAINTS[letter]) for row, letter in _PAINT.items())
        }


def _write_pad(sheet: Any, pad: PadSheet, formats: _Formats) -> None:
    sheet.set_column(0, 0, _LABELS)
    sheet.set_column(1, len(pad.players), _COLUMNS)
    sheet.hide_gridlines(2)
    sheet.set_paper(9)
    sheet.write_string(0, 0, "Harmonies", formats.title)
    for line, (label, value) in enumerate((("Record", pad.title), ("Date", pad.date), ("Side", pad.side)), 1):
        sheet.write_string(line, 0, label, formats.about)
        sheet.write_string(line, 1, value, formats.fill_in)
    sheet.write_string(_FIRST, 0, "Player", formats.label)
    places = {row: _FIRST + 1 + index for index, row in enumerate(ROWS)}
    for row, place in places.items():
        look = formats.sum_label if row in _SUMS else formats.labels.get(row, formats.label)
        sheet.write_string(place, 0, row.capitalize(), look)
        sheet.set_row(place, 21)
    for column, (name, points) in enumerate(pad.players, 1):
        sheet.write_string(_FIRST, column, name, formats.name)
        for row, place in places.items():
            _write_points(sheet, (place, column), points.get(row), _formula(row, points, column, places), formats)
    last = len(pad.players)
    inputs = [places[row] for row in ROWS if row not in _SUMS]
    rule = {"validate": "integer", "criteria": "between", "minimum": 0, "maximum": 999}
    rule |= {"error_title": "Points", "error_message": "Points must be a whole number."}
    for place in inputs:
        sheet.data_validation(place, 1, place, last, rule)


def _write_points(sheet: Any, place: tuple[int, int], value: int | None, formula: str, formats: _Formats) -> None:
    if formula:
        sheet.write_formula(*place, formula, formats.sum, "" if value is None else value)
    elif value is None:
        sheet.write_blank(*place, None, formats.points)
    else:
        sheet.write_number(*place, value, formats.points)


def _formula(row: str, points: dict[str, int], column: int, places: dict[str, int]) -> str:
    """Return the formula of a sum; empty if the sum is known but its parts are not."""
    if row not in _SUMS:
        return ""
    parts = LANDSCAPE_ROWS if row == "landscapes" else ("landscapes", "animals", "spirit")
    if row in points and not all(part in points for part in parts):
        return ""
    letter = chr(ord("A") + column)
    cells = [f"{letter}{places[part] + 1}" for part in parts]
    # Blank rows have no sum.
    return f'=IF(COUNT({",".join(cells)})=0,"",SUM({",".join(cells)}))'
