"""Write files: row tables of records, and the same records in standard form."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from harmonies_cli.api.arguments import (
    Path,
    Paths,
    listed_paths,
    one_choice,
    one_path,
    one_rule_set,
    one_side,
    truth,
    whole_number,
)
from harmonies_cli.api.display import frame_of, result_markup
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.files.addresses import is_folder, path_of
from harmonies_cli.records.files.atomic import open_whole, refuse_inputs
from harmonies_cli.records.files.record_output import pack
from harmonies_cli.records.format_file import FormattedFile, beginning_of, format_file
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    import pandas as pd

    from harmonies_cli.statistics.rows.rejected import ExportSummary

__all__ = ["Export", "Formatted", "export", "format"]


class Export:
    """The result of an export.

    Parameters
    ----------
    output
        The place of the tables.
    summary
        The numbers.

    Attributes
    ----------
    records, added, known, repeated, same, replaced
        Numbers of records: all records read; new legal records; legal records that were there before; repeats; legal
        records superseded by a fuller record of the game; earlier records superseded by new ones.
    rejected
        Number of records or parts of the input left out because they are not legal or could not be processed.
    """

    def __init__(self, output: str, summary: ExportSummary) -> None:
        self.output = output
        self.records = summary.records
        self.added = summary.added
        self.known = summary.known
        self.repeated = summary.repeated
        self.same = summary.same
        self.replaced = summary.replaced
        self._left_out = [*summary.rejected, *summary.lost]
        self.rejected = len(self._left_out)

    def __repr__(self) -> str:
        read = f"{count_of(self.records, 'record')} read"
        return f"<Export to {self.output}: {read}, {self.added} added, {self.rejected} left out>"

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each record left out: its place, verdict, fault and message."""
        rows = [
            {
                "source": one.source,
                "line": one.line,
                "id": one.id,
                "verdict": one.verdict,
                "code": one.code,
                "message": one.message,
            }
            for one in self._left_out
        ]
        return frame_of(rows, {name: "Int64" if name == "line" else "string" for name in _COLUMNS})

    def _repr_html_(self) -> str:
        return result_markup(repr(self)[1:-1], frame=self.to_frame() if self.rejected else None)


_COLUMNS = ("source", "line", "id", "verdict", "code", "message")


def export(
    paths: Paths,
    output: Path,
    *,
    to: Literal["parquet", "csv", "sqlite", "xlsx"] | None = None,
    table: str | None = None,
    rules: RuleSet | None = None,
    side: str | None = None,
    include_illegal: bool = False,
    jobs: int = 1,
) -> Export:
    """Write records as tables, as ``harmonies export`` does; a Parquet folder gets the records that it lacks.

    Parameters
    ----------
    paths
        Files, folders, or data sets.
    output
        Folder (parquet, csv) or file (sqlite, xlsx, one table as csv) to write.
    to
        The format; by default that of the output's ending, else parquet.
    table
        The only table to write, as CSV.
    rules, side, include_illegal, jobs
        See `tables`.

    Raises
    ------
    UsageError
        If an argument does not fit, a path cannot be read, or the output cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> h.export("samples/games", "data")  # doctest: +SKIP
    <Export to data: 5 records read, 4 added, 1 left out>
    """
    from harmonies_cli.statistics.files.dataset import is_dataset
    from harmonies_cli.statistics.files.export import export_rows
    from harmonies_cli.statistics.files.table_formats import TABLE_FORMATS, destination_of
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions
    from harmonies_cli.statistics.rows.columns import TABLES
    from harmonies_cli.statistics.rows.rejected import write_rejection_list

    name = one_path("output", output)
    if name == "-":
        raise UsageError("only the command writes to standard output: give a file or a folder")
    form = None if to is None else one_choice("to", to, tuple(TABLE_FORMATS))
    wanted = None if table is None else one_choice("table", table, tuple(TABLES))
    options = RowOptions(one_rule_set(rules), one_side(side), truth("include_illegal", include_illegal))
    number = whole_number("jobs", jobs)
    where = destination_of(name, form, wanted)
    listed = listed_paths(paths, unchecked=is_dataset)
    refuse_inputs(name, listed)
    with where.own():
        with where.sink(options, _open_output) as sink:
            summary = export_rows(listed, sink, options, jobs=number)
        if where.rejected_file is not None:
            left_out = [*summary.rejected, *summary.lost]
            write_rejection_list(where.rejected_file, left_out, summary.same_games, keep=where.form == "parquet")
    return Export(name, summary)


@contextmanager
def _open_output(path: str | None) -> Iterator[Callable[[bytes], object]]:
    with open_whole(path_of(path or "")) as stream:
        yield stream.write


class Formatted:
    """A file in standard form; ``print`` shows what changes.

    Parameters
    ----------
    source
        The file.
    formatted
        Its text before and after.

    Attributes
    ----------
    text
        The text in standard form; None if a record has faults other than slips.
    is_changed
        Whether it differs from the text of the file.
    slips, comments
        Number of slips fixed, and number of these that are comments, which become notes.
    problems
        Problems that prevent the file from being written.
    """

    def __init__(self, source: str, formatted: FormattedFile) -> None:
        self.source = source
        after = formatted.after
        self.text = None if after is None else after.decode()
        self.is_changed = formatted.is_changed
        self.slips = formatted.slips
        self.comments = formatted.comments
        self.problems: list[Problem] = [
            problem for record in formatted.records if record.text is None for problem in record.verified.problems
        ]
        self._formatted = formatted

    def __repr__(self) -> str:
        problems = count_of(len(self.problems), "problem")
        became = problems if self.text is None else "changed" if self.is_changed else "as it is"
        return f"<Formatted {self.source}: {became}>"

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.diff())

    def diff(self) -> Iterator[str]:
        """Yield the lines of a unified diff from the file's text to the standard form."""
        return self._formatted.diff(printable(self.source))

    def _repr_html_(self) -> str:
        return result_markup(repr(self)[1:-1], lines=[problem.sentence for problem in self.problems], text=str(self))


def format(path: Path, *, in_place: bool = False) -> Formatted:  # noqa: A001 - the command's name
    """Return the records of a file in standard form, as ``harmonies format`` writes them.

    Parameters
    ----------
    path
        A file of the notation.
    in_place
        Whether to rewrite the file itself, if its text changes.

    Raises
    ------
    UsageError
        If the file is missing, not readable, or a folder, or cannot be written.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> formatted = h.format("samples/rulebook-example.json")
    >>> formatted
    <Formatted samples/rulebook-example.json: changed>
    """
    in_place = truth("in_place", in_place)
    (source,) = listed_paths(one_path("path", path))
    place = path_of(source)
    if is_folder(place):
        raise UsageError(f'"{printable(source)}" is a folder: give one of its files')
    formatted = format_file(beginning_of(place), source)
    after = formatted.after
    if in_place and after is not None and formatted.is_changed:
        with open_whole(place) as stream, pack(stream.write, source) as write:
            write(after)
    return Formatted(source, formatted)
