"""The row tables of a data set, read part by part."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from harmonies_cli.errors import UsageError
from harmonies_cli.memory import is_memory_shortage
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.files.arrow import (
    of_games,
    packed_tables,
    read_parquet,
    schema_of,
    sorted_by_game,
    unpack,
)
from harmonies_cli.statistics.files.dataset import GAMES, Dataset
from harmonies_cli.statistics.files.record_facts import COLUMNS, WORDS, Facts, facts_of
from harmonies_cli.statistics.files.standing import Standing
from harmonies_cli.statistics.rows.chunk_rows import ChunkRows, RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.rows.rejected import RejectedRecord
from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["DatasetTables", "Place", "parts_of", "places_of", "read_tables"]


def read_tables(path: str | Path, tables: Sequence[str] = tuple(TABLES)) -> dict[str, pa.Table]:
    """Return the row tables of a data set, sorted by game, the rows of a game in the order of play.

    Parameters
    ----------
    path
        The data set.
    tables
        Names of the tables; all by default.

    Raises
    ------
    UsageError
        If it is not a data set, or has another version.
    """
    reader = DatasetTables(Dataset(path))
    return {name: reader.table(name) for name in tables}


class DatasetTables:
    """Reads the tables of a data set.

    Parameters
    ----------
    dataset
        The data set.
    facts
        By part, the facts about its records that are known already.
    """

    def __init__(self, dataset: Dataset, facts: Mapping[str, Facts] | None = None) -> None:
        self._dataset = dataset
        self._facts = dict(facts or {})

    def part(self, name: str, table: str) -> pa.Table:
        """Return a table of one part, without superseded records."""
        rows = self.whole_part(name, table)
        return rows if self._records_that_count is None else of_games(rows, self._records_that_count[name])

    def whole_part(self, name: str, table: str) -> pa.Table:
        """Return a table of one part, unfiltered."""
        file = self._dataset.path / table / name
        try:
            return unpack(table, _source(file))
        except (OSError, pa.ArrowException) as error:
            raise _read_error(file, error) from None

    def table(self, name: str) -> pa.Table:
        """Return a whole table, sorted by game."""
        parts = [self.part(part, name) for part in self._dataset.parts()]
        return sorted_by_game(pa.concat_tables(parts)) if parts else schema_of(name).empty_table()

    def hashes(self, *, legal_only: bool = False) -> Ints:
        """Return the sorted hashes of the records."""
        parts = self.facts().values()
        found = [facts["game"][facts["legal"]] if legal_only else facts["game"] for facts in parts]
        hashes: Ints = np.unique(np.concatenate([np.zeros(0, np.int64), *found]))
        return hashes

    def places(self, games: Collection[int]) -> dict[int, Place]:
        """Return where the records of some games were read."""
        parts = self._dataset.parts() if games else []
        return places_of((self.games(part, _PLACE_COLUMNS) for part in parts), games)

    def standing(self) -> Standing:
        """Return which of the current records count, without reading known parts again."""
        return Standing(self.facts(), self.games)

    def standings(self) -> dict[str, str]:
        """Return for each part a text that identifies its records that count; always ``all`` if all do."""
        hashes, facts = self._records_that_count, self.facts()
        return {
            part: "all"
            if hashes is None or len(hashes[part]) == len(facts[part]["game"])
            else sha256(np.sort(hashes[part]).tobytes()).hexdigest()[:16]
            for part in facts
        }

    def drop_facts(self) -> None:
        """Free the memory of the facts, but remember which records count, if that is known."""
        self._facts.clear()

    def facts(self) -> dict[str, Facts]:
        """Return the facts that decide about the records of each part; parts read before are not read again."""
        parts = self._dataset.parts()
        for part in parts:
            if part not in self._facts:
                self._facts[part] = facts_of(self.games(part, COLUMNS))
        return {part: self._facts[part] for part in parts}

    def games(self, part: str, columns: Sequence[str]) -> pa.Table:
        """Return columns of the games of a part, superseded records included."""
        file = self._dataset.path / GAMES / part
        try:
            return read_parquet(_source(file), columns, WORDS)
        except (OSError, pa.ArrowException) as error:
            raise _read_error(file, error) from None

    @cached_property
    def _records_that_count(self) -> dict[str, Ints] | None:
        """For each part, the records to yield; None for all."""
        return self.standing().records_that_count()


def _read_error(file: Path, error: Exception) -> Exception:
    if is_memory_shortage(error):
        return MemoryError(str(error))
    return UsageError(f"{printable(file)} cannot be read: {error}; delete it and export again")


def parts_of(path: str, options: RowOptions) -> Iterator[ChunkRows]:
    """Yield the parts of a data set as if its records had been processed.

    Raises
    ------
    UsageError
        If it was made with other options.
    """
    dataset = Dataset(path)
    dataset.require(options)
    reader = DatasetTables(dataset)
    for part in dataset.parts():
        tables = {name: reader.whole_part(part, name) for name in TABLES}
        games = tables["games"].select(("game", "source", "line", "id", "verdict", "fault")).to_pylist()
        rejected = {
            row["game"]: RejectedRecord(row["source"], row["line"], row["id"], row["verdict"], row["fault"], 1, "", "")
            for row in games
            if row["verdict"] != "legal"
        }
        yield ChunkRows(packed_tables(tables), [row["game"] for row in games], len(games), 0, 0, rejected)


def _source(file: Path) -> str | pa.BufferReader:
    return pa.BufferReader(file.read_bytes()) if is_address(file) else str(file)


_PLACE_COLUMNS = ("game", "source", "line")
"""The columns of `games` that `places_of` reads."""


class Place(NamedTuple):
    """Where a record was read: the name of its source, and the line; None for a whole file."""

    source: str
    line: int | None


def places_of(tables: Iterable[pa.Table], games: Collection[int]) -> dict[int, Place]:
    """Return where the records of some games were read.

    Parameters
    ----------
    tables
        The row table `games`, whole or in parts.
    games
        The games, by the hashes of their records.
    """
    import pyarrow.compute as pc

    wanted = pa.array(sorted(games), pa.int64())
    found = {}
    for table in tables:
        for row in table.select(_PLACE_COLUMNS).filter(pc.is_in(table["game"], wanted)).to_pylist():
            found[row["game"]] = Place(row["source"], row["line"])
    return found
