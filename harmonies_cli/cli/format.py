"""``harmonies format``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click

from harmonies_cli.cli.options import files_argument
from harmonies_cli.cli.output import open_output, open_packed_output
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.files.documents import RECORD_LIMIT
from harmonies_cli.records.files.paths import STDIN, check_paths, files_of
from harmonies_cli.records.files.sources import standard_input
from harmonies_cli.records.format_file import FormattedFile, beginning_of, format_file
from harmonies_cli.records.standard_form import StandardRecord
from harmonies_cli.report.terminal import terminal_of
from harmonies_cli.safe_text import printable, safe

__all__ = ["format"]


@click.command(
    help="""Rewrite records with the standard layout, letters and ids, and correct typing slips.

    The slips are trailing and missing commas, typographic and single quotes, and keys without quotes; comments become
    notes. A file with any other fault is not written; its problems are listed as harmonies score lists them.
    Without options, the records go to standard output.
    """,
)
@files_argument
@click.option(
    "--check", is_flag=True, help="Write nothing; name the files that are not in standard form, and exit with 1."
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change, and exit with 1 if anything would.")
@click.option("-i", "--in-place", is_flag=True, help="Rewrite the files themselves if their text changes.")
def format(files: tuple[str, ...], check: bool, diff: bool, in_place: bool) -> int:  # noqa: A001
    """Run ``harmonies format``."""
    if in_place and (check or diff):
        raise UsageError("--in-place writes files, --check and --diff write none: give one of them")
    if in_place and STDIN in files:
        raise UsageError("standard input cannot be written in place: leave -i out")
    check_paths(files)
    found = 0
    for source, file in chain.from_iterable(map(_files, files)):
        formatted = format_file(_content(file), source)
        after = formatted.after
        if after is None:
            found = 1
            _print_problems(formatted.records)
        elif check or diff:
            found = found or int(formatted.is_changed)
            _compare(source, formatted, diff=diff)
        elif not in_place:
            with open_output(None) as write:
                write(after)
        elif formatted.is_changed:
            with open_packed_output(str(file)) as write:
                write(after)
            click.echo(f"Wrote {printable(source)}{_summary(formatted)}", err=True)
    return found


def _files(path: str) -> Iterator[tuple[str, Path | None]]:
    for file, error in files_of(path):
        if error is not None:
            raise UsageError(f'"{printable(str(file))}" cannot be read: {error.strerror}')
        yield (STDIN if file is None else str(file)), file


def _content(file: Path | None) -> bytes:
    return standard_input().read(RECORD_LIMIT + 1) if file is None else beginning_of(file)


def _print_problems(records: list[StandardRecord]) -> None:
    from harmonies_cli.report.scoresheets.score_job import problem_lines

    terminal = terminal_of(sys.stderr)
    for record in records:
        if record.text is None:
            for problem in record.verified.problems:
                for line in problem_lines(record.verified, problem, terminal):
                    click.echo(line, err=True)
    source = printable(records[0].verified.source)
    click.echo(f"{source} is not written: only slips can be corrected without guessing", err=True)


def _compare(source: str, formatted: FormattedFile, *, diff: bool) -> None:
    if not formatted.is_changed:
        return
    name = printable(source)
    if not diff:
        click.echo(f"{name}: not in standard form{_summary(formatted)}")
        return
    for line in formatted.diff(name):
        click.echo(safe(line))


def _summary(formatted: FormattedFile) -> str:
    slips, comments = formatted.slips, formatted.comments
    if not slips:
        return ""
    notes = f"; {comments} comments become notes" if comments > 1 else "; 1 comment becomes a note" if comments else ""
    return f": {count_of(slips, 'slip')}{notes}"
