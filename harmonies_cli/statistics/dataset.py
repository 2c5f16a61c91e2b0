"""A data set: a folder with the row tables of many records, to which more records can be added at any time.

For each table there is a folder of Parquet files, one for each chunk of records, all of the same name; a chunk is part
of the data set once its file of `games` is there, which is written last. So whatever stops a run, what it finished
stays, and the same run again goes on from there. The parts of several data sets may be copied together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from harmonies_cli.errors import UsageError
from harmonies_cli.records.addresses import is_address, path_of
from harmonies_cli.records.paths import printable
from harmonies_cli.records.storage import UNFINISHED, entries, write_whole
from harmonies_cli.statistics.arrow import of_games, schema_of, sorted_by_game
from harmonies_cli.statistics.columns import TABLES
from harmonies_cli.statistics.manifest import MANIFEST, is_dataset, manifest_of, read_manifest, words_of
from harmonies_cli.statistics.parquet import unpack
from harmonies_cli.statistics.row_options import RowOptions
from harmonies_cli.statistics.timeline import Ints

__all__ = ["Dataset", "is_dataset", "read_tables"]

_GAMES = "games"
_PART = ".parquet"


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
    dataset = Dataset(path)
    return {name: dataset.table(name) for name in tables}


class Dataset:
    """A data set on disk.

    Parameters
    ----------
    path
        Its folder.

    Raises
    ------
    UsageError
        If it is no data set, or of another version.

    Attributes
    ----------
    options
        What decided on its rows.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path_of(path)
        self.options = read_manifest(self.path)

    @classmethod
    def opened(cls, path: str | Path, options: RowOptions) -> Dataset:
        """Return a data set to add records to; it is made if there is nothing yet.

        Parameters
        ----------
        path
            Its folder.
        options
            What decides on the rows of the records to be added.

        Raises
        ------
        UsageError
            If something else is there, or a data set whose rows were made in another way.
        """
        folder = path_of(path)
        shown = printable(folder)
        if is_dataset(folder):
            dataset = cls(folder)
            dataset.require(options)
            dataset._clear()
            return dataset
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if entries(folder):
                raise UsageError(f"{shown} is neither empty nor a data set: choose another folder")
            write_whole(folder / MANIFEST, manifest_of(options))
            for name in TABLES:
                (folder / name).mkdir()
        except OSError as error:
            raise UsageError(f"cannot write {shown}: {error.strerror}") from None
        return cls(folder)

    def require(self, options: RowOptions) -> None:
        """Raise `UsageError` if the rows were made with other options."""
        if self.options != options:
            shown, wanted = printable(self.path), words_of(options)
            message = f"the rows of {shown} were made with {words_of(self.options)}, not with {wanted}"
            raise UsageError(f"{message}: give the same options, or export the records into another folder")

    def parts(self) -> list[str]:
        """Return the names of the finished parts, sorted."""
        return sorted(file.name for file in (self.path / _GAMES).glob(f"*{_PART}"))

    def add(self, tables: Mapping[str, bytes]) -> None:
        """Add a part: the row tables of a chunk as Parquet files."""
        name = sha256(tables[_GAMES]).hexdigest()[:16] + _PART
        try:
            for table in sorted(TABLES, key=lambda table: table == _GAMES):
                write_whole(self.path / table / name, tables[table])
        except OSError as error:
            raise UsageError(f"cannot write {printable(self.path)}: {error.strerror}") from None

    def part(self, name: str, table: str) -> pa.Table:
        """Return a table of one part, without games that an earlier part holds too."""
        file = self.path / table / name
        try:
            rows = unpack(table, _source(file))
        except (OSError, pa.ArrowException) as error:
            raise self._damaged(file, error) from None
        return rows if self._kept is None else of_games(rows, self._kept[name])

    def table(self, name: str) -> pa.Table:
        """Return a whole table, sorted by game."""
        parts = [self.part(part, name) for part in self.parts()]
        return sorted_by_game(pa.concat_tables(parts)) if parts else schema_of(name).empty_table()

    def hashes(self, *, legal_only: bool = False) -> Ints:
        """Return the sorted hashes of the records."""
        found = [self._games_of(part, legal_only) for part in self.parts()]
        hashes: Ints = np.unique(np.concatenate([np.zeros(0, np.int64), *found]))
        return hashes

    def _games_of(self, part: str, legal_only: bool = False) -> Ints:
        file = self.path / _GAMES / part
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
        games = {part: self._games_of(part) for part in self.parts()}
        together = np.concatenate([np.zeros(0, np.int64), *games.values()])
        first = np.unique(together, return_index=True)[1]
        if len(first) == len(together):
            return None
        is_first = np.zeros(len(together), bool)
        is_first[first] = True
        ends = np.cumsum([len(hashes) for hashes in games.values()])
        kept = np.split(is_first, ends[:-1])
        return {part: hashes[keep] for (part, hashes), keep in zip(games.items(), kept, strict=True)}

    def _clear(self) -> None:
        """Remove what a run that was stopped has left of an unfinished part."""
        finished = set(self.parts())
        for table in TABLES:
            (self.path / table).mkdir(exist_ok=True)
            for file in self._leftovers(table, finished):
                file.unlink(missing_ok=True)

    def _leftovers(self, table: str, finished: set[str]) -> Iterator[Path]:
        for file in entries(self.path / table):
            if file.name.endswith(UNFINISHED) or (file.name.endswith(_PART) and file.name not in finished):
                yield file


def _source(file: Path) -> str | pa.BufferReader:
    return pa.BufferReader(file.read_bytes()) if is_address(file) else str(file)
