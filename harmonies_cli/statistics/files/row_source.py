"""The row tables for an analysis: from a data set, from records (rows kept until it ends), or in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import numpy as np

from harmonies_cli.batch.executor import MakePool, process_pool
from harmonies_cli.batch.record_chunks import Progress
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import remove_folder
from harmonies_cli.records.files.paths import STDIN, check_paths, files_of
from harmonies_cli.statistics.files.dataset import Dataset, is_dataset
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from harmonies_cli.statistics.rows.rejected import ExportSummary
from harmonies_cli.statistics.rows.timeline import Ints

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["row_tables", "tables_of"]

_KEPT = ".rows-"


@contextmanager
def row_tables(
    paths: Sequence[str],
    folder: Path,
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> Iterator[tuple[Dataset, ExportSummary | None]]:
    """Yield a data set with the rows of records; after an interruption, the same call continues where it stopped.

    The rows are in a hidden folder in `folder`, which is removed at the end and stays after an interruption. Standard
    input is always read from the start.

    Parameters
    ----------
    paths
        Files, folders, ``-`` for standard input, or data sets. A single data set is read where it is.
    folder
        Where to keep the rows.
    options
        The options of the rows; by default, a single data set's own.
    jobs, make_pool, advance
        See `export.export_rows`.

    Yields
    ------
    tuple
        The data set, and the summary of the records read; None for a single data set.
    """
    if len(paths) == 1 and is_dataset(paths[0]):
        dataset = Dataset(paths[0])
        if options is not None:
            dataset.require(options)
        yield dataset, None
        return
    options = options or RowOptions()
    check_paths([path for path in paths if not is_dataset(path)])
    own_folder = folder / f"{_KEPT}{_key(paths, options)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {error.strerror}") from None
    dataset = Dataset.open_or_create(own_folder, options)
    yield dataset, export_rows(paths, dataset, options, jobs=jobs, make_pool=make_pool, advance=advance)
    for old in folder.glob(f"{_KEPT}*"):
        remove_folder(old)


def _key(paths: Sequence[str], options: RowOptions) -> str:
    """Return a text that identifies the input: other files, or changed files, have rows of their own."""
    facts: list[object] = [options]
    for path in paths:
        facts.append(path)
        if path == STDIN:
            facts.append(token_hex())  # standard input may differ next time
        elif is_dataset(path):
            facts.append(Dataset(path).parts())
        else:
            for file, error in files_of(path):
                status = None if error or file is None else file.stat()
                facts.append((str(file), status and (status.st_size, status.st_mtime)))
    return sha256(repr(facts).encode("utf-8", "surrogateescape")).hexdigest()[:16]


class _Memory:
    """Keeps the tables of all chunks."""

    def __init__(self) -> None:
        self.chunks: list[Mapping[str, bytes]] = []
        self._dropped_games: Ints = np.zeros(0, np.int64)

    def add(self, tables: Mapping[str, bytes]) -> None:
        self.chunks.append(tables)

    def drop(self, games: Ints) -> None:
        self._dropped_games = games

    def table(self, name: str) -> pa.Table:
        """Return a whole table, sorted by game."""
        import pyarrow as pa

        from harmonies_cli.statistics.files.arrow import schema_of, sorted_by_game, unpack, without_games

        if not self.chunks:
            return schema_of(name).empty_table()
        whole = pa.concat_tables([unpack(name, chunk[name]) for chunk in self.chunks])
        return sorted_by_game(without_games(whole, self._dropped_games))


def tables_of(
    paths: Sequence[str],
    options: RowOptions | None = None,
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
) -> tuple[dict[str, pa.Table], ExportSummary]:
    """Return the row tables of records or data sets, and the summary; see `dataset_tables.read_tables`.

    Parameters
    ----------
    paths, options, jobs, make_pool, advance
        See `export.export_rows`.
    """
    memory = _Memory()
    summary = export_rows(paths, memory, options, jobs=jobs, make_pool=make_pool, advance=advance)
    return {name: memory.table(name) for name in TABLES}, summary
