"""The rows of chunks put together, each record once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.chunk_rows import ChunkRows
from harmonies_cli.statistics.timeline import Ints

if TYPE_CHECKING:
    from harmonies_cli.statistics.exporting import ExportSummary, Sink

__all__ = ["Merge"]


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
            self._sink.add(done.tables)
        elif is_new.any():
            from harmonies_cli.statistics.arrow import of_games
            from harmonies_cli.statistics.parquet import packed_tables, unpack

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
