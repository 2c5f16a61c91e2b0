"""The formats of row tables: the entry of each determines options, file name endings and documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harmonies_cli.csv_dialects import CsvDialect

if TYPE_CHECKING:
    from harmonies_cli.statistics.files.export import Sink
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

__all__ = ["TABLE_FORMATS", "TableFormat", "format_of_ending"]


class TableFormat(NamedTuple):
    """A format of row tables.

    Attributes
    ----------
    opener
        Module in `statistics.files`, and its context manager that yields a sink for a path, the options of the rows and
        the CSV dialect. The module loads when the format is used.
    endings
        File name endings of this format.
    is_folder
        Whether it is a folder of several files.
    """

    opener: str
    endings: tuple[str, ...] = ()
    is_folder: bool = False

    @contextmanager
    def sink(self, path: Path, options: RowOptions, dialect: CsvDialect) -> Iterator[Sink]:
        """Yield the sink for the rows.

        Parameters
        ----------
        path
            The folder or file.
        options
            The options of the rows.
        dialect
            How CSV is written.
        """
        module, _, function = self.opener.partition(".")
        opener: Callable[[Path, RowOptions, CsvDialect], AbstractContextManager[Sink]]
        opener = getattr(import_module(f"harmonies_cli.statistics.files.{module}"), function)
        with opener(path, options, dialect) as sink:
            yield sink


TABLE_FORMATS = {
    "parquet": TableFormat("dataset.dataset_sink", is_folder=True),
    "csv": TableFormat("csv_files.csv_folder", is_folder=True),
    "sqlite": TableFormat("single_file.sqlite_file", (".sqlite", ".sqlite3", ".db")),
    "xlsx": TableFormat("single_file.xlsx_file", (".xlsx",)),
}
"""Every format, by name; the first is the default."""


def format_of_ending(ending: str) -> str | None:
    """Return the format of a file name's ending; None if there is none."""
    return next((name for name, form in TABLE_FORMATS.items() if ending.lower() in form.endings), None)
