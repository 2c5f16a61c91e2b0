"""Records, or data sets, into a sink of row tables: each game once, however the records are cut into chunks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Protocol

from harmonies_cli.batch.cutting import chunks_of
from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.batch.progress import Progress
from harmonies_cli.records.paths import check_paths
from harmonies_cli.records.sizes import CHUNK_BYTES
from harmonies_cli.statistics.chunk_rows import ChunkRows, RowsOfChunk
from harmonies_cli.statistics.dataset import Dataset, is_dataset
from harmonies_cli.statistics.rejecting import Rejected
from harmonies_cli.statistics.row_options import RowOptions

__all__ = ["ExportSummary", "Sink", "export_rows"]


_CHUNK_BYTES = 2 * CHUNK_BYTES
"""To make tables of a chunk takes some milliseconds, however few its records are."""


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
    summary = ExportSummary()
    present, known = None, ()
    if isinstance(sink, Dataset) and sink.parts():
        from harmonies_cli.statistics.dataset_tables import DatasetTables

        stored = DatasetTables(sink)
        present, known = stored.hashes(), stored.hashes(legal_only=True).tolist()
    # Numpy is loaded before the workers start, which are copies that have it then. What has threads of its own, as
    # pyarrow has, comes later: a process can be copied as long as it has one thread only.
    from harmonies_cli.statistics.merging import Merge

    merge = Merge(sink, summary, present)
    for done in _done(paths, RowsOfChunk(options, known), jobs=jobs, make_pool=make_pool, advance=advance):
        if isinstance(done, Rejected):
            summary.lost.append(done)
            continue
        merge.add(done)
    return summary


def _done(
    paths: Sequence[str], work: RowsOfChunk, *, jobs: int, make_pool: MakePool, advance: Progress
) -> Iterator[ChunkRows | Rejected]:
    """Yield what comes of each chunk, in order; in place of a chunk that is lost, why."""
    for from_set, group in groupby(paths, is_dataset):
        if from_set:
            from harmonies_cli.statistics.dataset_tables import parts_of

            for path in group:
                yield from parts_of(path, work.options)
            continue
        for chunk, result in map_chunks(work, chunks_of(list(group), _CHUNK_BYTES), jobs=jobs, make_pool=make_pool):
            if isinstance(result, LostChunk):
                yield Rejected(chunk.place, None, None, "lost", "chunk-lost", 1, "", result.reason)
                advance(chunk.size, 0)
            else:
                yield result
                advance(chunk.size, result.records)
