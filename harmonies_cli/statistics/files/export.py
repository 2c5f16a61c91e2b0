"""Export records as row tables: turn chunks of records into rows, merge them in order, write them to a sink."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.batch.record_chunks import Progress, chunks_of
from harmonies_cli.records.files.paths import CHUNK_BYTES, check_paths
from harmonies_cli.statistics.files.dataset import Dataset, is_dataset
from harmonies_cli.statistics.rows.chunk_rows import ChunkRows, RowOptions, RowsOfChunk
from harmonies_cli.statistics.rows.rejected import ExportSummary, RejectedRecord
from harmonies_cli.statistics.rows.timeline import Ints

if TYPE_CHECKING:
    import pyarrow as pa

    from harmonies_cli.statistics.files.dataset_tables import DatasetTables
    from harmonies_cli.statistics.files.record_facts import Facts
    from harmonies_cli.statistics.files.standing import ReadPlaces

__all__ = ["Merge", "Sink", "export_rows"]


class Merge:
    """Merges chunks in order, each record once.

    Parameters
    ----------
    sink
        Where the rows go.
    summary
        The counts to update.
    present
        Sorted hashes of the records already in the sink.
    """

    def __init__(self, sink: Sink, summary: ExportSummary, present: Ints | None) -> None:
        self._summary = summary
        self._sink = sink
        self._present: Ints = np.zeros(0, np.int64) if present is None else present
        self._seen: Ints = np.zeros(0, np.int64)
        self._games: list[bytes] = []

    def add(self, chunk: ChunkRows) -> None:
        """Add the new records of a chunk."""
        summary = self._summary
        hashes = np.array(chunk.hashes, np.int64)
        is_repeated = _are_in(self._seen, hashes)
        is_present = _are_in(self._present, hashes)
        is_legal = ~_are_in(np.sort(np.array(list(chunk.rejected), np.int64)), hashes)
        summary.records += chunk.records
        summary.repeated += chunk.repeated + int(is_repeated.sum())
        summary.known += chunk.known + int((is_present & is_legal & ~is_repeated).sum())
        summary.added += int((is_legal & ~is_repeated & ~is_present).sum())
        repeated = set(hashes[is_repeated].tolist())
        summary.rejected += [record for game, record in chunk.rejected.items() if game not in repeated]
        is_new = ~is_repeated & ~is_present
        if is_new.all() and len(hashes):
            self._add(chunk.tables)
        elif is_new.any():
            from harmonies_cli.statistics.files.arrow import of_games, packed_tables, unpack

            new = hashes[is_new]
            tables = {name: of_games(unpack(name, data), new) for name, data in chunk.tables.items()}
            self._add(packed_tables(tables))
        new_hashes = np.sort(hashes[~is_repeated])
        self._seen = np.insert(self._seen, np.searchsorted(self._seen, new_hashes), new_hashes)

    def _add(self, tables: Mapping[str, bytes]) -> None:
        self._sink.add(tables)
        if not isinstance(self._sink, Dataset):
            self._games.append(tables["games"])

    def finish(self, reader: DatasetTables | None, before: Ints) -> None:
        """Decide which of the records of one game counts.

        Parameters
        ----------
        reader
            The tables of the data set if the sink is one; else None.
        before
            Sorted hashes of the records that did not count before.
        """
        from harmonies_cli.statistics.files.standing import Standing

        standing = reader.standing() if reader else Standing(*_games_in_memory(self._games))
        superseded_hashes = standing.superseded_hashes
        summary = self._summary
        is_new = _are_in(self._seen, superseded_hashes) & ~_are_in(self._present, superseded_hashes)
        summary.same = int(is_new.sum())
        summary.added -= summary.same
        summary.replaced = int((~is_new & ~_are_in(before, superseded_hashes)).sum())
        if len(superseded_hashes):
            summary.same_games = standing.same_games
            self._sink.drop(superseded_hashes)
        summary.disagreements = [*standing.disagreements(), *standing.undated_sheets()]


def _games_in_memory(parts: Sequence[bytes]) -> tuple[dict[str, Facts], ReadPlaces]:
    """Return the facts that decide which records count, and a function that reads the records' places."""
    from io import BytesIO

    from harmonies_cli.statistics.files.arrow import read_parquet
    from harmonies_cli.statistics.files.record_facts import COLUMNS, WORDS, facts_of

    def read(part: str, columns: Sequence[str]) -> pa.Table:
        return read_parquet(BytesIO(parts[int(part)]), columns, WORDS)

    return {str(number): facts_of(read(str(number), COLUMNS)) for number in range(len(parts))}, read


def _are_in(known: Ints, hashes: Ints) -> NDArray[np.bool_]:
    """Return which hashes are among the known ones, which are sorted because there may be millions."""
    if not len(known):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
    found: NDArray[np.bool_] = known[at] == hashes
    return found


_CHUNK_BYTES = 2 * CHUNK_BYTES
"""Chunks are large because each costs some milliseconds, however few its records."""
_REVIEW_BYTES = 1 << 12
"""With reviews, which take seconds a game, a chunk is one game."""


class Sink(Protocol):
    """A destination of row tables: a data set, or a writer of another format."""

    def add(self, tables: Mapping[str, bytes]) -> None:
        """Take the tables of a chunk, each a Parquet file."""

    def drop(self, games: Ints) -> None:
        """Drop the rows of superseded records; called at most once, after the last `add`."""


def export_rows(
    paths: Sequence[str],
    sink: Sink,
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> ExportSummary:
    """Write the row tables of records into a sink; known and repeated records are left out and counted.

    Parameters
    ----------
    paths
        Files, folders, ``-`` for standard input, or data sets.
    sink
        Where the rows go; a data set gets only the games that it lacks.
    options
        The options of the rows.
    jobs
        Number of processes.
    make_pool
        Creates the pool of processes.
    advance
        Called for every finished chunk.

    Raises
    ------
    UsageError
        If a path is missing or not readable, or a data set has other options.
    """
    options = options or RowOptions()
    check_paths([path for path in paths if not is_dataset(path)])
    summary = ExportSummary()
    reader, present, known_hashes = None, None, array("q")
    superseded_hashes: Ints = np.zeros(0, np.int64)
    if isinstance(sink, Dataset) and sink.parts():
        from harmonies_cli.statistics.files.dataset_tables import DatasetTables

        reader = DatasetTables(sink)
        present, known_hashes = reader.hashes(), array("q", reader.hashes(legal_only=True).tobytes())
        superseded_hashes = reader.standing().superseded_hashes
    # Load numpy before the workers start: they are copies of this process and inherit it. Load modules that start
    # threads, such as pyarrow, later: a process can be copied only while it has a single thread.

    merge = Merge(sink, summary, present)
    for result in _chunk_results(
        paths, RowsOfChunk(options, known_hashes), jobs=jobs, make_pool=make_pool, advance=advance
    ):
        if isinstance(result, RejectedRecord):
            summary.lost.append(result)
            continue
        merge.add(result)
        summary.notes += result.notes
    if isinstance(sink, Dataset):
        from harmonies_cli.statistics.files.dataset_tables import DatasetTables

        reader = reader or DatasetTables(sink)
    merge.finish(reader, superseded_hashes)
    return summary


def _chunk_results(
    paths: Sequence[str], work: RowsOfChunk, *, jobs: int, make_pool: MakePool, advance: Progress
) -> Iterator[ChunkRows | RejectedRecord]:
    """Yield the result of each chunk, in order; for a lost chunk, the reason."""
    for from_set, group in groupby(paths, is_dataset):
        if from_set:
            from harmonies_cli.statistics.files.dataset_tables import parts_of

            for path in group:
                yield from parts_of(path, work.options)
            continue
        size = _REVIEW_BYTES if work.options.with_review else _CHUNK_BYTES
        for chunk, result in map_chunks(work, chunks_of(list(group), size), jobs=jobs, make_pool=make_pool):
            if isinstance(result, LostChunk):
                yield RejectedRecord(chunk.place, None, None, "lost", "chunk-lost", 1, "", result.reason)
                advance(chunk.size, 0)
            else:
                yield result
                advance(chunk.size, result.records)
