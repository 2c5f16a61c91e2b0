"""The formats of row tables, and their destination: a folder or one file.

The entry of a format determines options, file name endings and documentation.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import enumeration
from harmonies_cli.records.files.addresses import is_address, path_of
from harmonies_cli.records.files.ownership import own

if TYPE_CHECKING:
    from harmonies_cli.statistics.files.export import Sink
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

__all__ = ["REJECTED_FILE", "TABLE_FORMATS", "Destination", "TableFormat", "destination_of", "format_of_ending"]


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


REJECTED_FILE = "rejected.csv"
_ONE_TABLE = ".csv"
_PARQUET = ".parquet"
OpenOutput = Callable[[str | None], AbstractContextManager[Callable[[bytes], object]]]


@dataclass(frozen=True)
class Destination:
    """Where row tables go.

    Attributes
    ----------
    output
        The folder or file; None or ``-`` for standard output.
    form
        One of `TABLE_FORMATS`.
    table
        The only table to write, as CSV; None for all.
    dialect
        How CSV is written.
    """

    output: str | None
    form: str
    table: str | None
    dialect: CsvDialect = PLAIN_CSV

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder of several files."""
        return TABLE_FORMATS[self.form].is_folder and self.table is None

    @property
    def rejected_file(self) -> Path | None:
        """The path of the list of rejected records, beside the output; None for standard output."""
        if self.output is None or self.output == "-":
            return None
        path = path_of(self.output)
        return path / REJECTED_FILE if self.is_folder else path.with_name(f"{path.name}-{REJECTED_FILE}")

    def own(self, *, wait: Callable[[str], object] | None = None) -> AbstractContextManager[None]:
        """Own the output and the list of rejected records; standard output and devices have no owner."""
        if self.output is None or self.output == "-":
            return nullcontext()
        path = path_of(self.output)
        if not (self.is_folder or is_address(self.output)) and _is_device(self.output):
            return nullcontext()
        return own(path, is_folder=self.is_folder, wait=wait)

    @contextmanager
    def sink(self, options: RowOptions, open_output: OpenOutput) -> Iterator[Sink]:
        """Yield the sink for the rows.

        Parameters
        ----------
        options
            The options of the rows.
        open_output
            Opens the file of a single table.
        """
        if self.table is not None:
            from harmonies_cli.statistics.files.csv_files import csv_table

            with open_output(self.output) as write, csv_table(self.table, write, self.dialect) as sink:
                yield sink
            return
        with TABLE_FORMATS[self.form].sink(path_of(self.output or ""), options, self.dialect) as sink:
            yield sink


def _is_device(path: str) -> bool:
    # Unlike the methods of `Path`, these answer for a name too long for the file system, too.
    return os.path.exists(path) and not os.path.isfile(path)  # noqa: PTH110, PTH113


def destination_of(
    output: str | None, form: str | None, table: str | None, dialect: CsvDialect = PLAIN_CSV
) -> Destination:
    """Return where row tables go; a format not given follows from the file name's ending.

    Raises
    ------
    UsageError
        If the three conflict.
    """
    if table is not None:
        if form not in (None, "csv"):
            raise UsageError(f"--table writes CSV, not {form}: leave out --table or --to")
        _refuse_other_ending(output, "csv", (_ONE_TABLE,))
        return Destination(output, "csv", table, dialect)
    if output is None:
        raise UsageError("say where to write: -o PATH, or --table NAME for one table on standard output")
    ending = Path(output).suffix.lower()
    if form is None and ending == _ONE_TABLE:
        raise UsageError(f"{output} can hold one table: name it with --table, or give a folder and --to csv")
    if form is not None and not TABLE_FORMATS[form].is_folder:
        _refuse_other_ending(output, form, TABLE_FORMATS[form].endings)
    return Destination(output, form or format_of_ending(ending) or next(iter(TABLE_FORMATS)), None, dialect)


def _refuse_other_ending(output: str | None, form: str, endings: Sequence[str]) -> None:
    ending = Path(output or "").suffix.lower()
    is_known = ending in (_ONE_TABLE, _PARQUET) or format_of_ending(ending) is not None
    if is_known and ending not in endings:
        raise UsageError(f"cannot write {form} to {output}: end the name in {enumeration(endings)}")
