"""Row tables as an SQLite database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import replacing
from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.dictionary import DictionaryRow, dictionary_rows
from harmonies_cli.statistics.files.arrow import rows_of, unpack
from harmonies_cli.statistics.files.export import Sink
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES, TableSpec

if TYPE_CHECKING:
    from sqlite3 import Connection

    from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["sqlite_file"]

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
