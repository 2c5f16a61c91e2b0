"""The types of columns of data frames, here and in Parquet: one for each kind of value, all nullable."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

__all__ = ["MOMENT", "frame_of_table", "in_our_types", "moments", "pandas_metadata"]

MOMENT = "datetime64[us, UTC]"


def in_our_types(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a data frame with columns of Int64, Float64, string, boolean, and timestamps with a zone.

    Words of a category and plain objects become strings, so comparisons, joins and groups mean the same in every
    frame.
    """
    import pandas as pd

    def convert(column: pd.Series) -> pd.Series:
        kind = pd.api.types
        if kind.is_bool_dtype(column.dtype):
            return column.astype("boolean")
        if kind.is_integer_dtype(column.dtype):
            return column.astype("Int64")
        if kind.is_float_dtype(column.dtype):
            return column.astype("Float64")
        if kind.is_datetime64_any_dtype(column.dtype):
            return column.astype(MOMENT)
        return column.astype("string")

    return pd.DataFrame({name: convert(frame[name]) for name in frame.columns}, index=frame.index)


def moments(dates: pd.Series) -> pd.Series:
    """Return recorded dates as timestamps in UTC: the beginning of a day, month or year; UTC if no zone is given.

    Parameters
    ----------
    dates
        ISO 8601 texts, as in the records.
    """
    import pandas as pd

    texts = dates.astype("string").str.replace(",", ".")
    return pd.to_datetime(texts, format="ISO8601", utc=True, errors="coerce").astype(MOMENT)


def frame_of_table(table: pa.Table) -> pd.DataFrame:
    """Return an Arrow table as a data frame in these types; integers with missing values stay exact."""
    import pandas as pd
    import pyarrow as pa

    kinds = {"boolean": pd.BooleanDtype(), "Int64": pd.Int64Dtype(), "Float64": pd.Float64Dtype()}
    words = pd.StringDtype()
    plain = pa.schema([one.with_type(pa.string()) if pa.types.is_dictionary(one.type) else one for one in table.schema])
    return table.cast(plain).to_pandas(types_mapper=lambda type_: kinds.get(_kind(type_), words))


def pandas_metadata(schema: pa.Schema) -> dict[str, str]:
    """Return the metadata that makes pandas read a Parquet file with these types; other programs ignore it."""
    common = {"pandas_type": "object", "metadata": None}
    columns = [{"name": one.name, "field_name": one.name, "numpy_type": _kind(one.type)} | common for one in schema]
    described = {"index_columns": [], "column_indexes": [], "columns": columns, "pandas_version": "2"}
    return {"pandas": json.dumps(described)}


def _kind(type_: pa.DataType) -> str:
    import pyarrow as pa

    if pa.types.is_boolean(type_):
        return "boolean"
    if pa.types.is_integer(type_):
        return "Int64"
    return "Float64" if pa.types.is_floating(type_) else "string"
