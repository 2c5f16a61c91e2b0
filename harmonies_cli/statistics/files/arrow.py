"""Row tables as Arrow tables: made from arrays or rows, sorted, and packed as Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import IO, Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from harmonies_cli.statistics.column_types import pandas_metadata
from harmonies_cli.statistics.rows.columns import TABLES, Column

__all__ = [
    "Values",
    "of_games",
    "pack",
    "packed_tables",
    "read_parquet",
    "rows_of",
    "schema_of",
    "sorted_by_game",
    "table_from",
    "table_of_rows",
    "text_array",
    "unpack",
    "without_games",
]

Values: TypeAlias = NDArray[Any] | tuple[NDArray[Any], NDArray[np.bool_]] | list[str] | list[str | None]
"""Numbers, truth values or category codes, optionally with a mask of the missing ones; or texts."""

_TYPES = {
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int64": pa.int64(),
    "double": pa.float64(),
    "string": pa.string(),
}
_CODE = pa.int16()
_DTYPES = {
    pa.bool_(): np.bool_,
    pa.int8(): np.int8,
    pa.int16(): np.int16,
    pa.int64(): np.int64,
    pa.float64(): np.float64,
}
_CATEGORY = pa.dictionary(_CODE, pa.string())


@cache
def schema_of(table: str) -> pa.Schema:
    """Return the schema of a table."""
    return pa.schema(
        [
            pa.field(column.name, _TYPES.get(column.type, _CATEGORY), nullable=bool(column.nullable))
            for column in TABLES[table].columns
        ]
    )


@cache
def _words(values: tuple[str, ...]) -> pa.Array:
    return text_array(values)


# Arrays are assembled from their buffers: pyarrow's own conversion loads pandas, which takes as long as processing a
# thousand games.


def _numbers(column: Column, numbers: NDArray[Any], missing: NDArray[np.bool_] | None) -> pa.Array:
    kind = _TYPES.get(column.type, _CODE)
    data = (
        np.packbits(numbers, bitorder="little")
        if column.type == "bool"
        else np.ascontiguousarray(numbers, _DTYPES[kind])
    )
    valid = None if missing is None else pa.py_buffer(np.packbits(~missing, bitorder="little"))
    array = pa.Array.from_buffers(kind, len(numbers), [valid, pa.py_buffer(data)])
    return array if column.type != "category" else pa.DictionaryArray.from_arrays(array, _words(column.values))


def _bits(values: NDArray[np.bool_]) -> pa.Buffer:
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def text_array(texts: Sequence[str | None]) -> pa.Array:
    """Return texts as an array."""
    values = [text or "" for text in texts]
    whole = "".join(values)
    data = whole.encode()
    lengths = map(len, values) if whole.isascii() else (len(text.encode()) for text in values)
    offsets = np.zeros(len(values) + 1, np.int32)
    np.cumsum(np.fromiter(lengths, np.int32, len(values)), out=offsets[1:])
    valid = None if None not in texts else _bits(np.array([text is not None for text in texts], np.bool_))
    return pa.Array.from_buffers(pa.string(), len(values), [valid, pa.py_buffer(offsets), pa.py_buffer(data)])


def table_from(table: str, **columns: Values) -> pa.Table:
    """Return a table made from arrays of numbers, and of texts.

    Parameters
    ----------
    table
        The table's name.
    columns
        All its columns, by name.
    """
    arrays = []
    for column in TABLES[table].columns:
        values = columns[column.name]
        if isinstance(values, list):
            arrays.append(text_array(values))
            continue
        numbers, missing = values if isinstance(values, tuple) else (values, None)
        arrays.append(_numbers(column, numbers, missing if column.nullable else None))
    return pa.Table.from_arrays(arrays, schema=schema_of(table))


def table_of_rows(table: str, rows: Iterable[Sequence[Any]]) -> pa.Table:
    """Return a table made from rows of values in the order of the columns; a category's word is given as its code."""
    columns = TABLES[table].columns
    values: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(columns)
    arrays = [_of_values(column, items) for column, items in zip(columns, values, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema_of(table))


def _of_values(column: Column, items: Sequence[Any]) -> pa.Array:
    if column.type == "string":
        return text_array(items)
    missing = None
    if column.nullable and None in items:
        missing = np.array([item is None for item in items], np.bool_)
        items = [0 if item is None else item for item in items]
    return _numbers(column, np.fromiter(items, _DTYPES[_TYPES.get(column.type, _CODE)], len(items)), missing)


def sorted_by_game(table: pa.Table) -> pa.Table:
    """Return a table sorted by game, keeping the order of rows within a game."""
    return table.take(np.argsort(table["game"].combine_chunks().to_numpy(), kind="stable"))


def of_games(table: pa.Table, games: NDArray[np.int64]) -> pa.Table:
    """Return the rows of some games."""
    return table.filter(pa.array(np.isin(table["game"].combine_chunks().to_numpy(), games)))


def without_games(table: pa.Table, games: NDArray[np.int64]) -> pa.Table:
    """Return all rows but those of some games."""
    if not len(games):
        return table
    return table.filter(pa.array(np.isin(table["game"].combine_chunks().to_numpy(), games, invert=True)))


def rows_of(table: pa.Table) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table as Python values, like `to_pylist`, in a third of the time."""
    return zip(*(_python_values(column.combine_chunks()) for column in table.columns), strict=True)


def _python_values(column: pa.Array) -> list[Any]:
    if pa.types.is_dictionary(column.type):
        words = [*column.dictionary.to_pylist(), None]
        codes = column.indices.fill_null(len(words) - 1).to_numpy()
        return [words[code] for code in codes.tolist()]
    if not column.null_count or pa.types.is_string(column.type):
        return column.to_numpy(zero_copy_only=False).tolist()  # type: ignore[no-any-return]
    without_nulls = column.fill_null(pa.scalar(0).cast(column.type))
    values = without_nulls.to_numpy(zero_copy_only=False).astype(object)
    values[column.is_null().to_numpy(zero_copy_only=False)] = None
    return values.tolist()  # type: ignore[no-any-return]


def pack(table: pa.Table) -> bytes:
    """Return a table as a Parquet file, which pandas reads with the types of `column_types`.

    The file lacks Arrow's own schema, which would make pandas read words as categories and take up to a quarter of it.
    """
    sink = pa.BufferOutputStream()
    with pq.ParquetWriter(
        sink, table.schema, compression="snappy", write_statistics=["game"], store_schema=False
    ) as writer:
        writer.add_key_value_metadata(_metadata(table.schema))
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


@cache
def _metadata(schema: pa.Schema) -> dict[str, str]:
    return pandas_metadata(schema)


@cache
def _categories(name: str) -> list[str]:
    return [column.name for column in TABLES[name].columns if column.type == "category"]


def packed_tables(tables: Mapping[str, pa.Table]) -> dict[str, bytes]:
    """Return row tables as Parquet files, by name."""
    return {name: pack(table) for name, table in tables.items()}


def unpack(name: str, data: bytes | IO[bytes] | str) -> pa.Table:
    """Return a row table from a Parquet file, with exactly the columns and types of this version.

    Parameters
    ----------
    name
        Name of the table.
    data
        The bytes of the file, or its path.
    """
    source = pa.BufferReader(data) if isinstance(data, bytes) else data
    table = read_parquet(source, categories=_categories(name))
    for field in schema_of(name):
        # A part may be older than a nullable column.
        if field.nullable and field.name not in table.column_names:
            table = table.append_column(field, pa.nulls(table.num_rows, field.type))
    return table.select(schema_of(name).names).cast(schema_of(name))


def read_parquet(
    source: IO[bytes] | pa.NativeFile | str, columns: Sequence[str] | None = None, categories: Sequence[str] = ()
) -> pa.Table:
    """Read a Parquet file, or some of its columns, in this thread alone; `categories` keep their dictionaries.

    `pyarrow.parquet.read_table` starts a thread even with ``use_threads=False``; without the memory to start it, it
    waits for ever and ignores signals.
    """
    with pq.ParquetFile(source, read_dictionary=list(categories), pre_buffer=False) as file:
        return file.read(None if columns is None else list(columns), use_threads=False)
