"""Row tables as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import IO

import pyarrow as pa
import pyarrow.csv

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import replacing
from harmonies_cli.records.files.paths import printable
from harmonies_cli.safe_text import cell
from harmonies_cli.statistics.files.arrow import read_parquet, text_array
from harmonies_cli.statistics.files.export import Sink
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["csv_folder", "csv_table", "harmless"]

_PIECE = 1 << 20


@cache
def _text_columns(table: str) -> list[str]:
    return [column.name for column in TABLES[table].columns if column.type in ("string", "category")]


def harmless(name: str, data: bytes) -> pa.Table:
    """Return a row table with its texts escaped, so no spreadsheet takes them for formulas (`safe_text.cell`).

    Parameters
    ----------
    name
        Name of the table.
    data
        The table as a Parquet file of this version. Its texts are read as dictionaries, because pyarrow's conversions
        load pandas, which takes as long as processing a thousand games.
    """
    table = read_parquet(pa.BufferReader(data), categories=_text_columns(name))
    columns = []
    for values in table.columns:
        column = values.combine_chunks()
        if pa.types.is_dictionary(column.type):
            texts = text_array([*map(cell, column.dictionary.to_pylist())])
            column = pa.DictionaryArray.from_arrays(column.indices, texts)
        columns.append(column)
    return pa.Table.from_arrays(columns, names=table.column_names)


def _with_decimals(table: pa.Table, decimal: str) -> pa.Table:
    """Return a table with fractions as texts if the decimal sign is not the point."""
    if decimal == ".":
        return table
    import pyarrow.compute as pc

    columns = {}
    for name, values in zip(table.column_names, table.columns, strict=True):
        is_fraction = pa.types.is_floating(values.type)
        columns[name] = pc.replace_substring(values.cast(pa.string()), ".", decimal) if is_fraction else values
    return pa.table(columns)


class _CsvTable:
    """Writes one table as CSV, always with a heading."""

    def __init__(self, table: str, stream: IO[bytes], dialect: CsvDialect) -> None:
        self._table = table
        self._stream = stream
        self._dialect = dialect
        self._options = pyarrow.csv.WriteOptions(include_header=False, delimiter=dialect.delimiter)
        stream.write(dialect.mark + dialect.delimiter.join(TABLES[table].names).encode() + b"\n")

    def add(self, tables: Mapping[str, bytes]) -> None:
        sink = pa.BufferOutputStream()
        rows = _with_decimals(harmless(self._table, tables[self._table]), self._dialect.decimal)
        pyarrow.csv.write_csv(rows, sink, self._options)
        self._stream.write(sink.getvalue().to_pybytes())

    def drop(self, games: Ints) -> None:
        dropped_games = {str(game).encode() for game in games.tolist()}
        with TemporaryFile() as kept_lines:
            self._stream.seek(0)
            for line in self._stream:  # each row is one line, and begins with its game
                if line.partition(self._dialect.delimiter.encode())[0] not in dropped_games:
                    kept_lines.write(line)
            kept_lines.seek(0)
            self._stream.seek(0)
            self._stream.truncate()
            copyfileobj(kept_lines, self._stream)


class _All:
    """Passes the tables to several sinks."""

    def __init__(self, sinks: list[Sink]) -> None:
        self._sinks = sinks

    def add(self, tables: Mapping[str, bytes]) -> None:
        for sink in self._sinks:
            sink.add(tables)

    def drop(self, games: Ints) -> None:
        for sink in self._sinks:
            sink.drop(games)


@contextmanager
def csv_table(table: str, write: Callable[[bytes], object], dialect: CsvDialect = PLAIN_CSV) -> Iterator[Sink]:
    """Yield a sink that writes one table as CSV at the end.

    Parameters
    ----------
    table
        Its name.
    write
        Takes the bytes (UTF-8).
    dialect
        How the CSV is written.
    """
    with TemporaryFile() as stream:
        yield _CsvTable(table, stream, dialect)
        stream.seek(0)
        while data := stream.read(_PIECE):
            write(data)


@contextmanager
def csv_folder(folder: Path, options: RowOptions, dialect: CsvDialect) -> Iterator[Sink]:
    """Yield a sink that writes a CSV file for each table into a folder; the files appear at the end.

    Raises
    ------
    UsageError
        If the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {printable(folder)}: {error.strerror}") from None
    with ExitStack() as files:
        sinks: list[Sink] = []
        for table in TABLES:
            path = files.enter_context(replacing(folder / f"{table}.csv"))
            sinks.append(_CsvTable(table, files.enter_context(path.open("w+b")), dialect))
        yield _All(sinks)
