"""The row tables of a data set, read part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.files.arrow import of_games, packed_tables, schema_of, sorted_by_game, unpack
from harmonies_cli.statistics.files.dataset import GAMES, Dataset
from harmonies_cli.statistics.rows.chunk_rows import ChunkRows, RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.rows.rejected import Rejected
from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["DatasetTables", "PartsOfTable", "parts_of", "read_tables", "tables_of_dataset"]

_LONG_TABLES = ("offers", "turns")


def read_tables(path: str | Path, tables: Sequence[str] = tuple(TABLES)) -> dict[str, pa.Table]:
    """Return the row tables of a data set, sorted by game, the rows of a game in the order of play.

    Parameters
    ----------
    path
        The data set.
    tables
        Which tables; all unless given.

    Raises
    ------
    UsageError
        If it is no data set, or of another version.
    """
    stored = DatasetTables(Dataset(path))
    return {name: stored.table(name) for name in tables}


class DatasetTables:
    """Reads what is in a data set.

    Parameters
    ----------
    dataset
        The data set.
    """

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset

    def part(self, name: str, table: str) -> pa.Table:
        """Return a table of one part, without games that an earlier part holds too."""
        file = self._dataset.path / table / name
        try:
            rows = unpack(table, _source(file))
        except (OSError, pa.ArrowException) as error:
            raise self._damaged(file, error) from None
        return rows if self._kept is None else of_games(rows, self._kept[name])

    def table(self, name: str) -> pa.Table:
        """Return a whole table, sorted by game."""
        parts = [self.part(part, name) for part in self._dataset.parts()]
        return sorted_by_game(pa.concat_tables(parts)) if parts else schema_of(name).empty_table()

    def hashes(self, *, legal_only: bool = False) -> Ints:
        """Return the sorted hashes of the records."""
        found = [self._games_of(part, legal_only) for part in self._dataset.parts()]
        hashes: Ints = np.unique(np.concatenate([np.zeros(0, np.int64), *found]))
        return hashes

    def _games_of(self, part: str, legal_only: bool = False) -> Ints:
        file = self._dataset.path / GAMES / part
        try:
            games = pq.read_table(_source(file), columns=["game", "verdict"], use_threads=False)
        except (OSError, pa.ArrowException) as error:
            raise self._damaged(file, error) from None
        hashes: Ints = games["game"].combine_chunks().to_numpy()
        if legal_only:
            hashes = hashes[np.array(games["verdict"].to_pylist(), np.str_) == "legal"]
        return hashes

    def _damaged(self, file: Path, error: Exception) -> UsageError:
        return UsageError(f"{printable(file)} cannot be read: {error}; delete it and export again")

    @cached_property
    def _kept(self) -> dict[str, Ints] | None:
        """For each part the games that it is to give; None if no game is in two parts."""
        games = {part: self._games_of(part) for part in self._dataset.parts()}
        together = np.concatenate([np.zeros(0, np.int64), *games.values()])
        first = np.unique(together, return_index=True)[1]
        if len(first) == len(together):
            return None
        is_first = np.zeros(len(together), bool)
        is_first[first] = True
        ends = np.cumsum([len(hashes) for hashes in games.values()])
        kept = np.split(is_first, ends[:-1])
        return {part: hashes[keep] for (part, hashes), keep in zip(games.items(), kept, strict=True)}


class PartsOfTable:
    """A table of a data set that is read part by part, for it may be longer than memory.

    Parameters
    ----------
    dataset
        The data set.
    name
        The table.
    """

    def __init__(self, dataset: Dataset, name: str) -> None:
        self._dataset = dataset
        self._name = name

    def to_batches(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """Yield some columns, batch by batch."""
        stored = DatasetTables(self._dataset)
        for part in self._dataset.parts():
            yield from stored.part(part, self._name).select(columns).combine_chunks().to_batches()


def tables_of_dataset(dataset: Dataset) -> dict[str, Any]:
    """Return the row tables of a data set as `analysis.analyse` takes them."""
    stored = DatasetTables(dataset)
    short = {name: stored.table(name) for name in ("games", "seats", "cards", "spirits")}
    return short | {name: PartsOfTable(dataset, name) for name in _LONG_TABLES}


def parts_of(path: str, options: RowOptions) -> Iterator[ChunkRows]:
    """Yield the parts of a data set as if its records had been worked on.

    Raises
    ------
    UsageError
        If it was made with other options.
    """
    dataset = Dataset(path)
    dataset.require(options)
    stored = DatasetTables(dataset)
    for part in dataset.parts():
        tables = {name: stored.part(part, name) for name in TABLES}
        games = tables["games"].select(("game", "source", "line", "id", "verdict", "fault")).to_pylist()
        rejected = {
            row["game"]: Rejected(row["source"], row["line"], row["id"], row["verdict"], row["fault"], 1, "", "")
            for row in games
            if row["verdict"] != "legal"
        }
        yield ChunkRows(packed_tables(tables), [row["game"] for row in games], len(games), 0, 0, rejected)


def _source(file: Path) -> str | pa.BufferReader:
    return pa.BufferReader(file.read_bytes()) if is_address(file) else str(file)
