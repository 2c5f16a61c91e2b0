"""Records, or data sets, into a sink of row tables: each game once, however the records are cut into chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Protocol

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from harmonies_cli.batch.cutting import chunks_of
from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.batch.progress import Progress
from harmonies_cli.records.paths import check_paths
from harmonies_cli.statistics.arrow import of_games, schema_of, sorted_by_game
from harmonies_cli.statistics.chunk_rows import ChunkRows, RowsOfChunk
from harmonies_cli.statistics.columns import TABLES
from harmonies_cli.statistics.dataset import Dataset, is_dataset
from harmonies_cli.statistics.parquet import packed_tables, unpack
from harmonies_cli.statistics.rejecting import Rejected
from harmonies_cli.statistics.row_options import RowOptions
from harmonies_cli.statistics.timeline import Ints

__all__ = ["ExportSummary", "Sink", "export_rows", "tables_of"]


class Sink(Protocol):
    """What takes row tables: a data set, or a writer of another format."""

    def add(self, tables: Mapping[str, bytes]) -> None:
        """Take the tables of a chunk, each a Parquet file."""


@dataclass(slots=True)
class ExportSummary:
    """What was read, and what came of it; the numbers of records add up.

    Attributes
    ----------
    records
        Records read.
    added
        Legal records that were new.
    known
        Legal records that were in the data set before.
    repeated
        Records that occur earlier in the input.
    rejected
        Records that are not legal, in the order of the input.
    lost
        Chunks of which the records could not be worked on.
    """

    records: int = 0
    added: int = 0
    known: int = 0
    repeated: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    lost: list[Rejected] = field(default_factory=list)


def export_rows(
    paths: Sequence[str],
    sink: Sink,
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> ExportSummary:
    """Write the row tables of records into a sink; what is known already, or comes twice, is left out and counted.

    Parameters
    ----------
    paths
        Files, folders, ``-`` for standard input, or data sets.
    sink
        Where the rows go; if it is a data set, only games that it lacks are added.
    options
        What decides on the rows.
    jobs
        Number of processes.
    make_pool
        Where they run.
    advance
        Told of every chunk that is done.

    Raises
    ------
    UsageError
        If a path is missing or not readable, or a data set was made with other options.
    """
    options = options or RowOptions()
    check_paths([path for path in paths if not is_dataset(path)])
    present = legal = np.zeros(0, np.int64)
    if isinstance(sink, Dataset):
        present, legal = sink.hashes(), sink.hashes(legal_only=True)
    merge = _Merge(sink, present)
    work = RowsOfChunk(options, legal.tolist())
    for from_set, group in groupby(paths, is_dataset):
        if from_set:
            for path in group:
                for done in _parts(path, options):
                    merge.add(done)
            continue
        for chunk, result in map_chunks(work, chunks_of(list(group)), jobs=jobs, make_pool=make_pool):
            if isinstance(result, LostChunk):
                merge.summary.lost.append(Rejected(chunk.place, None, None, "lost", "chunk-lost", 1, "", result.reason))
            else:
                merge.add(result)
            advance(chunk.size, 0 if isinstance(result, LostChunk) else result.records)
    return merge.summary


class _Merge:
    """Puts the chunks together, in order."""

    def __init__(self, sink: Sink, present: Ints) -> None:
        self.summary = ExportSummary()
        self._sink = sink
        self._present = present
        self._come: Ints = np.zeros(0, np.int64)

    def add(self, done: ChunkRows) -> None:
        """Add what is new in a chunk."""
        summary = self.summary
        hashes = np.array(done.hashes, np.int64)
        has_come = _are_in(self._come, hashes)
        is_present = _are_in(self._present, hashes)
        is_legal = ~np.isin(hashes, np.array(list(done.rejected), np.int64))
        summary.records += done.records
        summary.repeated += done.repeated + int(has_come.sum())
        summary.known += done.known + int((is_present & is_legal & ~has_come).sum())
        summary.added += int((is_legal & ~has_come & ~is_present).sum())
        come = set(hashes[has_come].tolist())
        summary.rejected += [record for game, record in done.rejected.items() if game not in come]
        is_new = ~has_come & ~is_present
        if is_new.all() and len(hashes):
            self._sink.add(done.tables)
        elif is_new.any():
            new = hashes[is_new]
            tables = {name: of_games(unpack(name, data), new) for name, data in done.tables.items()}
            self._sink.add(packed_tables(tables))
        come_now = np.sort(hashes[~has_come])
        self._come = np.insert(self._come, np.searchsorted(self._come, come_now), come_now)


def _are_in(known: Ints, hashes: Ints) -> NDArray[np.bool_]:
    """Tell which hashes are among known ones, which are sorted, for there may be millions."""
    if not len(known):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
    found: NDArray[np.bool_] = known[at] == hashes
    return found


def _parts(path: str, options: RowOptions) -> Iterator[ChunkRows]:
    """Yield the parts of a data set as if its records had been worked on."""
    dataset = Dataset(path)
    dataset.require(options)
    for part in dataset.parts():
        tables = {name: dataset.part(part, name) for name in TABLES}
        games = tables["games"].select(("game", "source", "line", "id", "verdict", "fault")).to_pylist()
        rejected = {
            row["game"]: Rejected(row["source"], row["line"], row["id"], row["verdict"], row["fault"], 1, "", "")
            for row in games
            if row["verdict"] != "legal"
        }
        yield ChunkRows(packed_tables(tables), [row["game"] for row in games], len(games), 0, 0, rejected)


class _Memory:
    """Keeps the tables of all chunks."""

    def __init__(self) -> None:
        self.chunks: list[Mapping[str, bytes]] = []

    def add(self, tables: Mapping[str, bytes]) -> None:
        self.chunks.append(tables)


def tables_of(
    paths: Sequence[str],
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> tuple[dict[str, pa.Table], ExportSummary]:
    """Return the row tables of records or data sets, sorted by game as in `dataset.read_tables`, and what was left out.

    Parameters
    ----------
    paths, options, jobs, make_pool, advance
        See `export_rows`.
    """
    memory = _Memory()
    summary = export_rows(paths, memory, options, jobs=jobs, make_pool=make_pool, advance=advance)
    tables = {}
    for name in TABLES:
        parts = [unpack(name, chunk[name]) for chunk in memory.chunks]
        tables[name] = sorted_by_game(pa.concat_tables(parts)) if parts else schema_of(name).empty_table()
    return tables, summary
