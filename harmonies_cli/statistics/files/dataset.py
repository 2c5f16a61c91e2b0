"""A data set: a folder of parts with a manifest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import as_os_errors, entries, is_address, is_file, is_page, path_of
from harmonies_cli.records.files.atomic import remove_leftovers, write_whole
from harmonies_cli.records.files.ownership import LOCK
from harmonies_cli.records.files.paths import printable
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import FORMAT_VERSION, TABLES

if TYPE_CHECKING:
    from harmonies_cli.statistics.rows.timeline import Ints

__all__ = ["GAMES", "MANIFEST", "Dataset", "dataset_sink", "is_dataset", "manifest_of", "read_manifest", "words_of"]

MANIFEST = "dataset.manifest"
_FORMAT = "harmonies-dataset"


def is_dataset(path: str | Path) -> bool:
    """Return whether a path is a data set."""
    place = path_of(path)
    return not is_page(place) and is_file(place / MANIFEST)


def manifest_of(options: RowOptions) -> bytes:
    """Return the manifest of a data set with the options of its rows."""
    tables = {spec.name: {column.name: column.type for column in spec.columns} for spec in TABLES.values()}
    manifest = {"format": _FORMAT, "version": FORMAT_VERSION, "options": asdict(options), "tables": tables}
    return json.dumps(manifest, indent=1).encode()


def read_manifest(folder: Path) -> RowOptions:
    """Return the options of a data set's rows.

    Raises
    ------
    UsageError
        If the folder is not a data set, or has another version.
    """
    shown = printable(folder)
    try:
        with as_os_errors():
            text = (folder / MANIFEST).read_bytes()
        manifest = json.loads(text.decode())
        version = manifest["version"]
        if version == FORMAT_VERSION:
            return RowOptions(**manifest["options"])
    except OSError as error:
        raise UsageError(f"{shown} is not a data set: {MANIFEST}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{shown}: {MANIFEST} is damaged; export the records into a new folder") from None
    message = f"{shown} is a data set of version {version}; this program reads version {FORMAT_VERSION}"
    raise UsageError(f"{message}: export the records into a new folder")


def words_of(options: RowOptions) -> str:
    """Return options in the words of the command line."""
    rules = f"--rules {options.rules}" if options.rules else "the rules of each record"
    side = f", --side {options.side}" if options.side else ""
    further = (", --include-illegal" * options.include_illegal, ", --with-review" * options.with_review)
    return rules + side + "".join(further)


GAMES = "games"
"""The table written last: its file marks a part as finished."""
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
        If it is not a data set, or has another version.

    Attributes
    ----------
    options
        The options of its rows.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = path_of(path)
        self.options = read_manifest(self.path)

    @classmethod
    def open_or_create(cls, path: str | Path, options: RowOptions) -> Dataset:
        """Return a data set to add records to; create it if nothing is there.

        Parameters
        ----------
        path
            Its folder.
        options
            The options of the rows to be added.

        Raises
        ------
        UsageError
            If something else is there, or a data set with other options.
        """
        folder = path_of(path)
        shown = printable(folder)
        if is_dataset(folder):
            dataset = cls(folder)
            dataset.require(options)
            dataset._clear()
            return dataset
        if folder.exists() and not folder.is_dir():
            raise UsageError(f"cannot write {shown}: it is a file, but a data set needs a folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(entry.name != LOCK for entry in entries(folder)):
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

    def drop(self, games: Ints) -> None:
        """Leave the parts unchanged: the reader decides which of their records count."""

    def _clear(self) -> None:
        """Remove the files of an unfinished part that an interrupted run left.

        At a URL they stay, unread: without locks, they may belong to a run in progress.
        """
        finished = set(self.parts())
        for table in TABLES:
            folder = self.path / table
            folder.mkdir(exist_ok=True)
            if is_address(folder):
                continue
            remove_leftovers(folder)
            for file in entries(folder):
                if file.name.endswith(_PART) and file.name not in finished:
                    file.unlink(missing_ok=True)


@contextmanager
def dataset_sink(path: Path, options: RowOptions, dialect: CsvDialect) -> Iterator[Dataset]:
    """Yield the data set in a folder, to be created or extended; see `Dataset.open_or_create`."""
    yield Dataset.open_or_create(path, options)
