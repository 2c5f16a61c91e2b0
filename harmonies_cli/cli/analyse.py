"""``harmonies analyse``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harmonies_cli.cli.options import colour_option, csv_dialect_option, files_argument, rules_option
from harmonies_cli.cli.output import open_output
from harmonies_cli.cli.run_job import command_workers, jobs_option, scheduler_option, tell, wait_option
from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.memory import load_within_limit
from harmonies_cli.plurals import plural
from harmonies_cli.records.files.addresses import is_file, path_of
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.ownership import own
from harmonies_cli.records.files.paths import STDIN
from harmonies_cli.report.terminal import ColourChoice, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from harmonies_cli.statistics.rows.rejected import ExportSummary

__all__ = ["analyse"]

_REJECTED = "rejected.csv"
_ADDRESSES = 680, ("pyarrow.parquet", "pandas", "scipy.special")
"""Megabytes of address space for an analysis, and the libraries that take most of them."""
_ADDRESSES_OF_CHARTS = 920, (*_ADDRESSES[1], "matplotlib.figure")
_NO_NAMES = {"all", "none"}


@click.command(
    help="""Show which cards and strategies win in many games, by how much, and how certain that is.

    FILE may also be a data set made by export. The command writes to DIR: report.html, a page to read; tables/, as CSV
    and Parquet, with their columns explained in columns.csv; charts/, as SVG or PNG; summary.json; and rejected.csv,
    which lists unusable records. With --player, games/ has replay pages of the player's best games whose records are
    in FILE. After an interruption, the same command continues where it stopped.
    """,
)
@files_argument
@click.option("-o", "--output", metavar="DIR", required=True, type=click.Path(), help="Folder to write to.")
@click.option(
    "--players",
    type=click.IntRange(1, 4),
    multiple=True,
    metavar="N",
    help="Games of N players (1: solo); repeatable.",
)
@click.option("--side", type=click.Choice(("A", "B"), case_sensitive=False), help="Games on this side of the boards.")
@click.option("--spirits/--no-spirits", default=None, help="Games with, or without, Nature's Spirit cards.")
@click.option("--since", metavar="DATE", help="Games from this date on: 2024-05-31, 2024-05 or 2024.")
@click.option("--min-rating", type=float, metavar="R", help="Games in which every player is rated R or more.")
@click.option("--player", metavar="NAME", help="Compare this player with the field.")
@click.option(
    "--only-legal/--include-illegal",
    default=True,
    show_default=True,
    help="Leave illegal games out, or include those that could be replayed to the end.",
)
@click.option(
    "--tables", metavar="NAME,...", default="all", show_default=True, help="Tables to compute and write, or none."
)
@click.option("--charts", metavar="NAME,...", default="all", show_default=True, help="Charts to draw, or none.")
@click.option("--chart-formats", metavar="NAME,...", default="svg", show_default=True, help="Chart files: svg, png.")
@click.option(
    "--min-n", type=click.IntRange(min=1), default=30, show_default=True, help="Fewest observations for a rank."
)
@click.option(
    "--firm-n",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Rows with fewer observations are provisional.",
)
@csv_dialect_option
@rules_option
@wait_option
@jobs_option
@scheduler_option
@colour_option
def analyse(
    files: tuple[str, ...],
    output: str,
    players: tuple[int, ...],
    side: str | None,
    spirits: bool | None,
    since: str | None,
    min_rating: float | None,
    player: str | None,
    only_legal: bool,
    tables: str,
    charts: str,
    chart_formats: str,
    min_n: int,
    firm_n: int,
    csv_dialect: CsvDialect,
    rules: RuleSet | None,
    wait: bool,
    jobs: int | None,
    scheduler: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies analyse``."""
    from harmonies_cli.cli.live_terminal import progress
    from harmonies_cli.statistics.files.row_source import row_tables
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

    if since is not None:
        from harmonies_cli.statistics.selection import require_date

        require_date(since)
    if not {tables, charts} <= _NO_NAMES:
        _choose(tables, charts)
    formats = _names("chart format", chart_formats, ("svg", "png"))
    folder = path_of(output)
    if is_file(folder):
        raise UsageError(f"cannot write {printable(output)}: it is a file, but the results need a folder")
    options = None if rules is None and only_legal else RowOptions(rules, None, not only_legal)
    size = _bytes(files)
    for name in ("report.html", "summary.json"):
        refuse_inputs(folder / name, files)
    load_within_limit(*(_ADDRESSES if charts == "none" else _ADDRESSES_OF_CHARTS))
    with (
        _with_resume_hint(files, output),
        own(folder, is_folder=True, wait=tell if wait else None),
        command_workers(jobs, scheduler, size) as (number, make_pool),
        progress("Reading", size) as advance,
        row_tables(files, folder, options, jobs=number, make_pool=make_pool, advance=advance) as (dataset, summary),
    ):
        # Loaded once the records are read: workers are copies of this process only while it has one thread.
        from harmonies_cli.charts.gallery import CHARTS
        from harmonies_cli.report.analysis.files import analysis_files, write_files
        from harmonies_cli.report.analysis.replay_pages import named_games, replay_pages
        from harmonies_cli.report.analysis.terminal import summary_lines
        from harmonies_cli.statistics.analysis import STRENGTH_TABLES, analyse_dataset, with_records
        from harmonies_cli.statistics.analysis import analyse as analysed
        from harmonies_cli.statistics.files.dataset_aggregates import row_parts
        from harmonies_cli.statistics.files.dataset_tables import DatasetTables
        from harmonies_cli.statistics.rows.rejected import write_rejection_list
        from harmonies_cli.statistics.selection import Selection
        from harmonies_cli.statistics.strength.certainty import Limits

        wanted, drawn = _choose(tables, charts)
        needed = {table for name in drawn for table in CHARTS[name].tables}
        with _steps(len(STRENGTH_TABLES) + len(drawn)) as tick:
            selection = Selection(players, side, spirits, since, min_rating, player, only_legal)
            limits = Limits(min_n, max(min_n, firm_n))
            how: Any = {"limits": limits, "only": {*wanted, *needed}, "partial": True, "tick": tick}
            if summary is None:  # the user's own data set, which stays
                analysis, places = analyse_dataset(dataset, selection, **how), {}
            else:
                analysis = analysed(row_parts(dataset), selection, **how)
                same, lost = len(summary.same_games), len(summary.lost)
                analysis = with_records(analysis, summary.records, repeated=summary.repeated, same=same, lost=lost)
                left_out = [*summary.rejected, *summary.lost]
                write_rejection_list(folder / _REJECTED, left_out, summary.same_games, keep=False, dialect=csv_dialect)
                places = DatasetTables(dataset).places(named_games(analysis))
            made = analysis_files(
                analysis,
                sources=files,
                tables=wanted,
                charts=drawn,
                formats=formats,
                dialect=csv_dialect,
                replays=replay_pages(files, places, rules),
                tick=tick,
            )
            write_files(folder, made)
    terminal = terminal_of(sys.stdout, colour)
    with open_output(None) as write:
        write(encode_for("\n".join([*summary_lines(analysis, terminal), ""]), terminal.encoding))
    found = _print_rejected(summary, folder)
    click.echo(f"Report: {printable(str(folder / 'report.html'))}", err=True)
    return 1 if found or analysis.games == 0 else 0


def _choose(tables: str, charts: str) -> tuple[list[str], list[str]]:
    """Return the names of the requested tables and charts."""
    from harmonies_cli.charts.gallery import CHARTS
    from harmonies_cli.statistics.analysis import STRENGTH_TABLES

    return _names("table", tables, STRENGTH_TABLES), _names("chart", charts, tuple(CHARTS))


def _names(what: str, given: str, known: Sequence[str]) -> list[str]:
    """Return the user's names, in our order."""
    if given == "all":
        return list(known)
    from harmonies_cli.suggest import known_names

    return known_names(what, [] if given == "none" else map(str.strip, given.split(",")), known)


def _bytes(files: Sequence[str]) -> int | None:
    from harmonies_cli.records.files.paths import bytes_of, check_paths
    from harmonies_cli.statistics.files.dataset import is_dataset

    records = [file for file in files if not is_dataset(file)]
    check_paths(records)
    return bytes_of(records)


@contextmanager
def _with_resume_hint(files: Sequence[str], output: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        if STDIN not in files:
            click.echo(
                f"The records read so far are kept in {printable(output)}; the same command continues from there.",
                err=True,
            )
        raise


@contextmanager
def _steps(number: int) -> Iterator[Callable[[str], object]]:
    """Show the progress of the computation on a terminal."""
    if not sys.stderr.isatty():
        yield lambda what: None
        return
    with click.progressbar(length=number, label="Analysing", file=sys.stderr, item_show_func=str) as bar:
        yield lambda what: bar.update(1, what)


def _print_rejected(summary: ExportSummary | None, folder: Path) -> bool:
    """Print how many records could not be used and where they are listed; return whether there are any."""
    if summary is None:
        return False
    listed = printable(str(folder / _REJECTED))
    left_out = len(summary.rejected) + len(summary.lost)
    if left_out:
        click.echo(f"{left_out:,} {plural('record', left_out)} could not be used: see {listed}", err=True)
    same = len(summary.same_games)
    if same:
        click.echo(f"{same:,} {plural('record', same)} of games already counted: see {listed}", err=True)
    for line in [*summary.notes, *summary.disagreements]:
        click.echo(printable(line), err=True)
    return left_out > 0
