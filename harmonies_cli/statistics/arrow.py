"""The row tables as pyarrow has them: schemas, and columns out of numbers or values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harmonies_cli.statistics.columns import TABLES, Column

__all__ = ["Values", "schema_of", "table_from", "table_of_rows"]

Values: TypeAlias = NDArray[Any] | tuple[NDArray[Any], NDArray[np.bool_]]
"""Numbers, truth values or codes of a category; and where there are none."""

_TYPES = {
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int64": pa.int64(),
    "double": pa.float64(),
    "string": pa.string(),
}
_CODE = pa.int16()
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
    return pa.array(values, pa.string())


def _finished(column: Column, array: pa.Array) -> pa.Array:
    return array if column.type != "category" else pa.DictionaryArray.from_arrays(array, _words(column.values))


def table_from(table: str, **columns: Values) -> pa.Table:
    """Return a table of arrays of numbers.

    Parameters
    ----------
    table
        Its name.
    columns
        All its columns, by name.
    """
    arrays = []
    for column in TABLES[table].columns:
        values = columns[column.name]
        numbers, missing = values if isinstance(values, tuple) else (values, None)
        kind = _TYPES.get(column.type, _CODE)
        array = pa.array(numbers.astype(kind.to_pandas_dtype(), copy=False), kind, mask=missing)
        arrays.append(_finished(column, array))
    return pa.Table.from_arrays(arrays, schema=schema_of(table))


def table_of_rows(table: str, rows: Iterable[Sequence[Any]]) -> pa.Table:
    """Return a table of rows of values in the order of the columns; a word of a category as its code."""
    columns = TABLES[table].columns
    values: Sequence[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(columns)
    arrays = [
        _finished(column, pa.array(items, _TYPES.get(column.type, _CODE)))
        for column, items in zip(columns, values, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=schema_of(table))
