"""Row tables as the bytes of Parquet files, as they travel between processes and into data sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO

import pyarrow as pa
import pyarrow.parquet as pq

from harmonies_cli.statistics.arrow import schema_of

__all__ = ["pack", "packed_tables", "unpack"]


def pack(table: pa.Table) -> bytes:
    """Return a table as a Parquet file."""
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, compression="snappy", write_statistics=["game"])
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def packed_tables(tables: Mapping[str, pa.Table]) -> dict[str, bytes]:
    """Return row tables as Parquet files, by name."""
    return {name: pack(table) for name, table in tables.items()}


def unpack(name: str, data: bytes | IO[bytes] | str) -> pa.Table:
    """Return a row table out of a Parquet file, with exactly the columns and types of this version.

    Parameters
    ----------
    name
        Name of the table.
    data
        The bytes of the file, or where it stands.
    """
    source = pa.BufferReader(data) if isinstance(data, bytes) else data
    return pq.read_table(source, use_threads=False).cast(schema_of(name))
