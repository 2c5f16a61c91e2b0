"""Records to row tables: chunks of records made into rows, merged in order, written to a sink."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.batch.cutting import chunks_of
from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.batch.progress import Progress
from harmonies_cli.records.files.paths import CHUNK_BYTES, check_paths
from harmonies_cli.statistics.files.dataset import Dataset, is_dataset
from harmonies_cli.statistics.rows.chunk_rows import ChunkRows, RowOptions, RowsOfChunk
from harmonies_cli.statistics.rows.rejected import Rejected
from harmonies_cli.statistics.rows.timeline import Ints

if TYPE_CHECKING:
    import pyarrow as pa

    from harmonies_cli.statistics.files.dataset_tables import DatasetTables
    from harmonies_cli.statistics.files.standing import Facts, ReadPlaces

__all__ = ["ExportSummary", "Merge", "Sink", "export_rows"]


class Merge:
    """Puts the chunks together, in order: each record once.

    Parameters
    ----------
    sink
        Where the rows go.
    summary
        Where it is counted what came.
    present
        Sorted hashes of the records that the sink has already.
    """

    def __init__(self, sink: Sink, summary: ExportSummary, present: Ints | None) -> None:
        self._summary = summary
        self._sink = sink
        self._present: Ints = np.zeros(0, np.int64) if present is None else present
        self._come: Ints = np.zeros(0, np.int64)
        self._games: list[bytes] = []

    def add(self, done: ChunkRows) -> None:
        """Add what is new in a chunk."""
        summary = self._summary
        hashes = np.array(done.hashes, np.int64)
        has_come = _are_in(self._come, hashes)
        is_present = _are_in(self._present, hashes)
        is_legal = ~_are_in(np.sort(np.array(list(done.rejected), np.int64)), hashes)
        summary.records += done.records
        summary.repeated += done.repeated + int(has_come.sum())
        summary.known += done.known + int((is_present & is_legal & ~has_come).sum())
        summary.added += int((is_legal & ~has_come & ~is_present).sum())
        come = set(hashes[has_come].tolist())
        summary.rejected += [record for game, record in done.rejected.items() if game not in come]
        is_new = ~has_come & ~is_present
        if is_new.all() and len(hashes):
            self._add(done.tables)
        elif is_new.any():
            from harmonies_cli.statistics.files.arrow import of_games, packed_tables, unpack

            new = hashes[is_new]
            tables = {name: of_games(unpack(name, data), new) for name, data in done.tables.items()}
            self._add(packed_tables(tables))
        come_now = np.sort(hashes[~has_come])
        self._come = np.insert(self._come, np.searchsorted(self._come, come_now), come_now)

    def _add(self, tables: Mapping[str, bytes]) -> None:
        self._sink.add(tables)
        if not isinstance(self._sink, Dataset):
            self._games.append(tables["games"])

    def finish(self, stored: DatasetTables | None, before: Ints) -> None:
        """Decide which of the records of one game stands.

        Parameters
        ----------
        stored
            The tables of the data set that the sink is; None for another sink.
        before
            Sorted hashes of the records that did not stand before.
        """
        from harmonies_cli.statistics.files.standing import Standing

        standing = stored.standing() if stored else Standing(*_games_in_memory(self._games))
        superseded = standing.superseded
        summary = self._summary
        is_new = _are_in(self._come, superseded) & ~_are_in(self._present, superseded)
        summary.same = int(is_new.sum())
        summary.added -= summary.same
        summary.replaced = int((~is_new & ~_are_in(before, superseded)).sum())
        if len(superseded):
            summary.same_games = standing.same_games
            self._sink.drop(superseded)
        summary.disagreements = [*standing.disagreements(), *standing.undated()]


def _games_in_memory(parts: Sequence[bytes]) -> tuple[dict[str, Facts], ReadPlaces]:
    """Return what decides on the records of tables that are no longer at hand, and how to read their places."""
    from io import BytesIO

    from harmonies_cli.statistics.files.arrow import read_parquet
    from harmonies_cli.statistics.files.standing import COLUMNS, facts_of

    def read(part: str, columns: Sequence[str]) -> pa.Table:
        return read_parquet(BytesIO(parts[int(part)]), columns)

    return {str(number): facts_of(read(str(number), COLUMNS)) for number in range(len(parts))}, read


def _are_in(known: Ints, hashes: Ints) -> NDArray[np.bool_]:
    """Tell which hashes are among known ones, which are sorted, for there may be millions."""
    if not len(known):
        return np.zeros(len(hashes), np.bool_)
    at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
    found: NDArray[np.bool_] = known[at] == hashes
    return found


_CHUNK_BYTES = 2 * CHUNK_BYTES
"""To make tables of a chunk takes some milliseconds, however few its records are."""
_REVIEW_BYTES = 1 << 12
"""A chunk of this size is one game, for its review takes seconds."""


class Sink(Protocol):
    """What takes row tables: a data set, or a writer of another format."""

    def add(self, tables: Mapping[str, bytes]) -> None:
        """Take the tables of a chunk, each a Parquet file."""

    def drop(self, games: Ints) -> None:
        """Drop the rows of records in whose place others stand; they are taken before anything else is read."""


@dataclass(slots=True)
class ExportSummary:
    """What was read, and what came of it; the numbers of records add up.

    Attributes
    ----------
    records
        Records read.
    added
        Legal records that were new and stand.
    known
        Legal records that were in the data set before.
    repeated
        Records that occur earlier in the input.
    same
        New legal records of games of which a fuller record stands.
    replaced
        Records that stood before this run, in whose place fuller ones have come.
    rejected
        Records that are not legal, in the order of the input.
    lost
        Chunks of which the records could not be worked on.
    same_games
        All records in the sink in whose place a fuller one stands, which are no findings.
    disagreements
        In words: tables of the site that are recorded with different final boards, and records that may be of one
        game but for want of a day.
    notes
        What should be known about logged plays, each with its place.
    """

    records: int = 0
    added: int = 0
    known: int = 0
    repeated: int = 0
    same: int = 0
    replaced: int = 0
    rejected: list[Rejected] = field(default_factory=list)
    lost: list[Rejected] = field(default_factory=list)
    same_games: Collection[Rejected] = ()
    disagreements: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


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
    summary = ExportSummary()
    stored, present, known = None, None, array("q")
    superseded: Ints = np.zeros(0, np.int64)
    if isinstance(sink, Dataset) and sink.parts():
        from harmonies_cli.statistics.files.dataset_tables import DatasetTables

        stored = DatasetTables(sink)
        present, known = stored.hashes(), array("q", stored.hashes(legal_only=True).tobytes())
        superseded = stored.standing().superseded
    # Numpy is loaded before the workers start, which are copies that have it then. What has threads of its own, as
    # pyarrow has, comes later: a process can be copied as long as it has one thread only.

    merge = Merge(sink, summary, present)
    for done in _done(paths, RowsOfChunk(options, known), jobs=jobs, make_pool=make_pool, advance=advance):
        if isinstance(done, Rejected):
            summary.lost.append(done)
            continue
        merge.add(done)
        summary.notes += done.notes
    if isinstance(sink, Dataset):
        from harmonies_cli.statistics.files.dataset_tables import DatasetTables

        stored = stored or DatasetTables(sink)
    merge.finish(stored, superseded)
    return summary


def _done(
    paths: Sequence[str], work: RowsOfChunk, *, jobs: int, make_pool: MakePool, advance: Progress
) -> Iterator[ChunkRows | Rejected]:
    """Yield what comes of each chunk, in order; in place of a chunk that is lost, why."""
    for from_set, group in groupby(paths, is_dataset):
        if from_set:
            from harmonies_cli.statistics.files.dataset_tables import parts_of

            for path in group:
                yield from parts_of(path, work.options)
            continue
        size = _REVIEW_BYTES if work.options.with_review else _CHUNK_BYTES
        for chunk, result in map_chunks(work, chunks_of(list(group), size), jobs=jobs, make_pool=make_pool):
            if isinstance(result, LostChunk):
                yield Rejected(chunk.place, None, None, "lost", "chunk-lost", 1, "", result.reason)
                advance(chunk.size, 0)
            else:
                yield result
                advance(chunk.size, result.records)
