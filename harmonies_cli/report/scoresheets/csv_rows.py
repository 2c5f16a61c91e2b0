"""Scored records as CSV: a line for each player, or one line for a record without a scored player."""

from __future__ import annotations

import csv
from collections.abc import Callable

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Extras, Options, Writer
from harmonies_cli.rules.scoring.scoresheet import ROWS
from harmonies_cli.safe_text import cell

__all__ = ["COLUMNS", "CsvWriter"]

COLUMNS = (
    "source",
    "line",
    "id",
    "side",
    "player",
    "name",
    *ROWS,
    "rank",
    "winner",
    "suns",
    "problems",
    "finished",
    "not_final",
)
"""The columns, in order; unknown values are empty."""

_WORD_FOR = {True: "true", False: "false", None: None}
_NO_PLAYER = (None,) * (len(COLUMNS) - 7)


class CsvWriter(Writer):
    """Writes a heading and a line for each player.

    Parameters
    ----------
    write
        Takes the bytes, which are UTF-8.
    options
        The dialect; the rest is always written in full.
    """

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._lines: list[bytes] = []
        self._mark = options.csv.mark
        lines = _Encoded(self._lines.append)
        self._row = csv.writer(lines, delimiter=options.csv.delimiter, lineterminator="\n").writerow

    def begin(self) -> None:
        """Write the heading."""
        self._row(COLUMNS)
        self._write(self._mark + self._take())

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the lines of a record."""
        problems = ";".join(dict.fromkeys([problem.code for problem in record.problems])) if record.problems else None
        source = cell(record.source)
        number = None if record.id is None else cell(record.id)
        why = f"not final: {record.not_final}" if isinstance(record.not_final, str) else None
        for sheet in record.players:
            self._row(
                (
                    source,
                    record.line,
                    number,
                    record.side,
                    sheet.player,
                    cell(sheet.name),
                    sheet.trees,
                    sheet.mountains,
                    sheet.fields,
                    sheet.buildings,
                    sheet.water,
                    sheet.landscapes,
                    sheet.animals,
                    sheet.spirit,
                    sheet.total,
                    sheet.rank,
                    _WORD_FOR[sheet.winner],
                    sheet.suns,
                    problems,
                    _WORD_FOR[record.finished],
                    why,
                )
            )
        if not record.players:
            self._row((source, record.line, number, record.side, *_NO_PLAYER, problems, None, None))
        return self._take()

    def _take(self) -> bytes:
        lines = b"".join(self._lines)
        self._lines.clear()
        return lines


class _Encoded:
    """The file that the csv module writes to, a line at a time."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def write(self, line: str) -> object:
        return self._write(line.encode("utf-8", "replace"))
