"""``harmonies export``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harmonies_cli.cli.options import (
    csv_dialect_option,
    files_argument,
    refuse_other_dialect,
    rules_option,
    side_option,
)
from harmonies_cli.cli.output import open_output
from harmonies_cli.cli.run_job import command_workers, jobs_option, scheduler_option, tell, wait_option
from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.memory import load_within_limit
from harmonies_cli.plurals import plural
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.files.table_formats import TABLE_FORMATS, destination_of

if TYPE_CHECKING:
    from harmonies_cli.statistics.files.export import Sink
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions
    from harmonies_cli.statistics.rows.rejected import ExportSummary

__all__ = ["export"]

# Repeated here, so help and completion start without the tables.
_TABLES = ("games", "seats", "cards", "offers", "spirits", "turns")
_MEGABYTES = 440
"""Megabytes of address space for an export."""


@click.command(
    help="""Write records as tables: games, seats, cards, offers, spirits, turns.

    The columns are described in docs/data-dictionary.md. A folder of Parquet files is a data set: later
    exports add only the records that it lacks, and export and analyse read it like records.
    Games that occur twice count once. Records that are not legal are left out and listed in rejected.csv.
    """,
)
@files_argument
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(),
    help="Folder to write to (parquet, csv), or file (sqlite, xlsx, one table as csv).",
)
@click.option(
    "--to",
    "form",
    type=click.Choice(tuple(TABLE_FORMATS)),
    help="Format; by default from the ending of PATH, else parquet.",
)
@click.option(
    "--table", type=click.Choice(_TABLES), help="Write only this table, as CSV; by default to standard output."
)
@csv_dialect_option
@rules_option
@side_option
@click.option(
    "--include-illegal",
    is_flag=True,
    help="Include illegal games that can be replayed to the end, such as those with a wrong result.",
)
@click.option(
    "--with-review",
    is_flag=True,
    help="Review every turn, and add loss, error, class and luck to the table turns; about 10 seconds per game.",
)
@wait_option
@jobs_option
@scheduler_option
def export(
    files: tuple[str, ...],
    output: str | None,
    form: str | None,
    table: str | None,
    csv_dialect: CsvDialect,
    rules: RuleSet | None,
    side: str | None,
    include_illegal: bool,
    with_review: bool,
    wait: bool,
    jobs: int | None,
    scheduler: str | None,
) -> int:
    """Run ``harmonies export``."""
    from harmonies_cli.records.files.paths import CHUNK_BYTES, bytes_of, check_paths
    from harmonies_cli.statistics.files.dataset import is_dataset
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

    to = destination_of(output, form, table, csv_dialect)
    refuse_other_dialect(csv_dialect, to.form == "csv")
    options = RowOptions(rules, side.upper() if side else None, include_illegal, with_review)
    refuse_inputs(output, files)
    records = [file for file in files if not is_dataset(file)]
    check_paths(records)
    if to.form == "xlsx" and (len(records) < len(files) or (bytes_of(records) or 0) > CHUNK_BYTES):
        tell("A workbook takes about six seconds per thousand games to write; --to csv, sqlite or parquet takes one.")
    load_within_limit(_MEGABYTES, ("pyarrow.parquet",))
    with to.own(wait=tell if wait else None):
        try:
            summary = _export(files, partial(to.sink, options, open_output), options, jobs, scheduler)
        except KeyboardInterrupt:
            if to.form == "parquet":
                message = (
                    f"The finished parts are kept in {printable(str(output))}; the same command continues from there."
                )
                click.echo(message, err=True)
            raise
        _print_summary(summary, to.rejected_file, csv_dialect, keep=to.form == "parquet")
    return 1 if summary.rejected or summary.lost else 0


def _export(
    files: tuple[str, ...],
    sink_of: Callable[[], AbstractContextManager[Sink]],
    options: RowOptions,
    jobs: int | None,
    scheduler: str | None,
) -> ExportSummary:
    from harmonies_cli.cli.live_terminal import progress
    from harmonies_cli.records.files.paths import bytes_of
    from harmonies_cli.statistics.files.dataset import is_dataset
    from harmonies_cli.statistics.files.export import export_rows

    size = bytes_of([file for file in files if not is_dataset(file)])
    with (
        command_workers(jobs, scheduler, None if options.with_review else size) as (number, make_pool),
        sink_of() as sink,
        progress("Exporting", size) as advance,
    ):
        return export_rows(files, sink, options, jobs=number, make_pool=make_pool, advance=advance)


def _print_summary(summary: ExportSummary, listed: Path | None, dialect: CsvDialect, *, keep: bool) -> None:
    """Print on standard error how many records were read, and which were left out and why."""
    from harmonies_cli.statistics.rows.rejected import SAME_GAME, write_rejection_list

    left_out = [*summary.rejected, *summary.lost]
    counts = [f"{summary.records:,} {plural('record', summary.records)} read", f"{summary.added:,} added"]
    if summary.known:
        counts.append(f"{summary.known:,} already there")
    if summary.repeated:
        counts.append(f"{summary.repeated:,} repeated")
    if summary.same:
        counts.append(f"{summary.same:,} {plural('duplicate', summary.same)} of games already counted")
    for verdict, number in Counter(record.verdict for record in summary.rejected).items():
        counts.append(f"{number:,} {verdict}")
    click.echo(", ".join(counts) + ".", err=True)
    if summary.replaced:
        click.echo(f"Replaced by a fuller record: {summary.replaced:,} of the games already there.", err=True)
    for line in [*summary.notes, *summary.disagreements]:
        click.echo(printable(line), err=True)
    for record in summary.lost:
        click.echo(f"Left out: {printable(record.source)}: {record.message}", err=True)
    if listed is None:
        for record in [*summary.rejected, *summary.same_games]:
            where = f"{record.source}:{record.line}" if record.line else record.source
            click.echo(f"Left out: {printable(where)}: {record.code}: {printable(record.message)}", err=True)
        return
    write_rejection_list(listed, left_out, summary.same_games, keep=keep, dialect=dialect)
    codes = Counter(record.code for record in left_out)
    if summary.same_games:
        codes[SAME_GAME] = len(summary.same_games)
    if codes:
        why = ", ".join(f"{code} {number:,}" for code, number in codes.most_common())
        click.echo(f"Left out: {why}; see {printable(str(listed))}", err=True)
