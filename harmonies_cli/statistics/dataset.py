"""A data set: a folder with the row tables of many records, to which more records can be added at any time.

For each table there is a folder of Parquet files, one for each chunk of records, all of the same name; a chunk is part
of the data set once its file of `games` is there, which is written last. So whatever stops a run, what it finished
stays, and the same run again goes on from there. The parts of several data sets may be copied together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.records.addresses import path_of
from harmonies_cli.records.paths import printable
from harmonies_cli.records.storage import UNFINISHED, entries, write_whole
from harmonies_cli.statistics.columns import TABLES
from harmonies_cli.statistics.manifest import MANIFEST, is_dataset, manifest_of, read_manifest, words_of
from harmonies_cli.statistics.row_options import RowOptions

__all__ = ["GAMES", "Dataset", "is_dataset"]

GAMES = "games"
"""The table whose file makes a part finished."""
_PART = ".parquet"


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
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"cannot write {shown}: it is a file, and a data set needs a folder")
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
        return sorted(file.name for file in (self.path / GAMES).glob(f"*{_PART}"))

    def add(self, tables: Mapping[str, bytes]) -> None:
        """Add a part: the row tables of a chunk as Parquet files."""
        name = sha256(tables[GAMES]).hexdigest()[:16] + _PART
        try:
            for table in sorted(TABLES, key=lambda table: table == GAMES):
                write_whole(self.path / table / name, tables[table])
        except OSError as error:
            raise UsageError(f"cannot write {printable(self.path)}: {error.strerror}") from None

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
