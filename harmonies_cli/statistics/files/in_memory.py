"""Records, or data sets, as row tables in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from harmonies_cli.batch.executor import MakePool, process_pool
from harmonies_cli.batch.progress import Progress
from harmonies_cli.statistics.files.arrow import schema_of, sorted_by_game, unpack, without_games
from harmonies_cli.statistics.files.export import ExportSummary, export_rows
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["tables_of"]


class _Memory:
    """Keeps the tables of all chunks."""

    def __init__(self) -> None:
        self.chunks: list[Mapping[str, bytes]] = []
        self._dropped: Ints = np.zeros(0, np.int64)

    def add(self, tables: Mapping[str, bytes]) -> None:
        self.chunks.append(tables)

    def drop(self, games: Ints) -> None:
        self._dropped = games

    def table(self, name: str) -> pa.Table:
        """Return a whole table, sorted by game."""
        if not self.chunks:
            return schema_of(name).empty_table()
        whole = pa.concat_tables([unpack(name, chunk[name]) for chunk in self.chunks])
        return sorted_by_game(without_games(whole, self._dropped))


def tables_of(
    paths: Sequence[str],
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> tuple[dict[str, pa.Table], ExportSummary]:
    """Return the row tables of records or data sets, and what was left out; see `dataset_tables.read_tables`.

    Parameters
    ----------
    paths, options, jobs, make_pool, advance
        See `exporting.export_rows`.
    """
    memory = _Memory()
    summary = export_rows(paths, memory, options, jobs=jobs, make_pool=make_pool, advance=advance)
    return {name: memory.table(name) for name in TABLES}, summary
