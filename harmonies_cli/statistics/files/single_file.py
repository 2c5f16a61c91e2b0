"""Row tables in a single file that describes every column: an SQLite database, or a workbook for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError, install_command
from harmonies_cli.records.files.atomic import replacing
from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.files.arrow import rows_of, unpack, without_games
from harmonies_cli.statistics.files.csv_files import harmless
from harmonies_cli.statistics.files.export import Sink
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.column import TOKEN_SETS, Column
from harmonies_cli.statistics.rows.columns import TABLES, TableSpec
from harmonies_cli.statistics.rows.timeline import Ints

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["DictionaryRow", "dictionary_rows", "sqlite_file", "xlsx_file"]

_TYPE_WORDS = {
    "bool": "truth value",
    "int8": "integer (8 bits)",
    "int16": "integer (16 bits)",
    "int64": "integer (64 bits)",
    "double": "number",
    "string": "text",
    "category": "word",
}


class DictionaryRow(NamedTuple):
    """A column, described."""

    table: str
    column: str
    type: str
    unit: str
    meaning: str
    missing: str
    values: str


def dictionary_rows() -> Iterator[DictionaryRow]:
    """Yield the columns of all tables."""
    for spec in TABLES.values():
        for column in spec.columns:
            yield DictionaryRow(
                spec.name,
                column.name,
                _TYPE_WORDS[column.type],
                column.unit,
                column.meaning,
                column.nullable or "never",
                _values(column),
            )


def _values(column: Column) -> str:
    if column.values == TOKEN_SETS:
        return "up to six of the letters " + ", ".join(TOKEN_SETS[1:7]) + ", in this order"
    return ", ".join(column.values)


_VALUES = 800
"""Values per statement; older libraries take at most 999."""
_TYPES = {"string": "TEXT", "category": "TEXT", "double": "REAL"}


class _Database:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        for spec in TABLES.values():
            connection.execute(_definition(spec))
        columns = ", ".join(f'"{name}" TEXT' for name in DictionaryRow._fields)
        connection.execute(f"CREATE TABLE columns ({columns})")
        self._insert("columns", dictionary_rows(), len(DictionaryRow._fields))

    def _insert(self, table: str, rows: Iterable[tuple[object, ...]], width: int) -> None:
        """Insert rows, many per statement."""
        one = f"({', '.join('?' * width)})"
        number = _VALUES // width
        many = f"INSERT INTO {table} VALUES {', '.join([one] * number)}"
        rest = iter(rows)
        while len(batch := list(islice(rest, number))) == number:
            self._connection.execute(many, list(chain.from_iterable(batch)))
        self._connection.executemany(f"INSERT INTO {table} VALUES {one}", batch)

    def add(self, tables: Mapping[str, bytes]) -> None:
        for name, data in tables.items():
            self._insert(name, rows_of(unpack(name, data)), len(TABLES[name].columns))

    def drop(self, games: Ints) -> None:
        self._connection.execute("CREATE TEMP TABLE dropped (game INTEGER PRIMARY KEY)")
        self._connection.executemany("INSERT INTO dropped VALUES (?)", ((game,) for game in games.tolist()))
        for name in TABLES:
            self._connection.execute(f"DELETE FROM {name} WHERE game IN (SELECT game FROM dropped)")

    def finish(self) -> None:
        """Add indices, which speed up joins."""
        for spec in TABLES.values():
            self._connection.execute(f"CREATE INDEX {spec.name}_by_game ON {spec.name} (game)")
        self._connection.commit()


def _definition(spec: TableSpec) -> str:
    columns = [
        f'"{column.name}" {_TYPES.get(column.type, "INTEGER")}{"" if column.nullable else " NOT NULL"}'
        for column in spec.columns
    ]
    return f"CREATE TABLE {spec.name} ({', '.join(columns)})"


@contextmanager
def sqlite_file(path: Path, options: RowOptions, dialect: CsvDialect) -> Iterator[Sink]:
    """Yield a sink that writes a database with the row tables, and a table `columns` that describes their columns.

    Parameters
    ----------
    path
        The file; it appears at the end.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    import sqlite3

    with replacing(path) as unfinished:
        try:
            with closing(sqlite3.connect(unfinished)) as connection:
                # The file appears only when complete, so there is nothing to roll back to; a journal would stay behind.
                connection.execute("PRAGMA journal_mode = OFF")
                database = _Database(connection)
                yield database
                database.finish()
        except sqlite3.Error as error:
            raise UsageError(f"cannot write {printable(path)}: {error}") from None


_MOST_ROWS = 1_048_575
"""Rows of a sheet below the heading."""
_WIDTH = 14
_OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "nan_inf_to_errors": True,
}


class _Workbook:
    def __init__(self, workbook: Any) -> None:
        self._bold = workbook.add_format({"bold": True})
        self._sheets = {name: self._sheet(workbook, name, spec.names) for name, spec in TABLES.items()}
        self._rows = dict.fromkeys(TABLES, 0)
        self._chunks: list[Mapping[str, bytes]] = []
        self._dropped_games: Ints = np.zeros(0, np.int64)
        words = self._sheet(workbook, "columns", DictionaryRow._fields)
        for number, row in enumerate(dictionary_rows(), 1):
            words.write_row(number, 0, row)

    def _sheet(self, workbook: Any, name: str, heading: Sequence[str]) -> Any:
        sheet = workbook.add_worksheet(name)
        sheet.set_column(0, len(heading) - 1, _WIDTH)
        sheet.write_row(0, 0, heading, self._bold)
        sheet.freeze_panes(1, 0)
        return sheet

    def add(self, tables: Mapping[str, bytes]) -> None:
        self._chunks.append(tables)

    def drop(self, games: Ints) -> None:
        self._dropped_games = games

    def finish(self) -> None:
        """Write the rows, at the end because rows written to a sheet cannot be removed."""
        for tables in self._chunks:
            self._write(tables)

    def _write(self, tables: Mapping[str, bytes]) -> None:
        for name, sheet in self._sheets.items():
            rows = without_games(harmless(name, tables[name]), self._dropped_games)
            if self._rows[name] + rows.num_rows > _MOST_ROWS:
                message = f"the table {name} has more than the {_MOST_ROWS:,} rows that a sheet can hold"
                raise UsageError(f"{message}: use --to csv, sqlite or parquet, or export fewer records")
            # As text, because a spreadsheet would round the 64 bits of `game`.
            for game, *values in rows_of(rows):
                self._rows[name] += 1
                sheet.write_row(self._rows[name], 0, (str(game), *values))


@contextmanager
def xlsx_file(path: Path, options: RowOptions, dialect: CsvDialect) -> Iterator[Sink]:
    """Yield a sink that writes a workbook with a sheet for each row table, and one that describes their columns.

    Parameters
    ----------
    path
        The file; it appears at the end.

    Raises
    ------
    UsageError
        If the package XlsxWriter is missing, a table is too long for a sheet, or the file cannot be written.
    """
    try:
        from xlsxwriter import Workbook
        from xlsxwriter.exceptions import FileCreateError
    except ImportError:
        message = ".xlsx files need the package XlsxWriter"
        raise UsageError(f"{message}: {install_command('xlsx')}, or use --to csv") from None
    # An interrupted XlsxWriter leaves its temporary files and its unfinished archive behind.
    packed = BytesIO()
    with replacing(path) as unfinished, TemporaryDirectory() as folder:
        workbook = Workbook(packed, _OPTIONS | {"tmpdir": folder})
        sink = _Workbook(workbook)
        yield sink
        try:
            sink.finish()
            workbook.close()
        except FileCreateError as error:
            raise UsageError(f"cannot write {printable(path)}: {error}") from None
        unfinished.write_bytes(packed.getbuffer())
