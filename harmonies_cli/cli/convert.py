"""``harmonies convert``."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from secrets import token_bytes

import click

from harmonies_cli.cli.options import files_argument
from harmonies_cli.cli.output import open_packed_output
from harmonies_cli.cli.run_job import jobs_option, run_job, scheduler_option
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.paths import STDIN, check_paths
from harmonies_cli.records.files.record_output import RecordOutput, count, require_record_name, write_records
from harmonies_cli.records.plays.bgg import missing_pages
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.convert_job import ConvertJob
from harmonies_cli.safe_text import printable

__all__ = ["convert"]

_KEY = "HARMONIES_KEY"
_LOGGED = (b'"source":"BG Stats', b'"source":"BoardGameGeek')
"""A member that only the records of logged plays have."""


@click.command(
    help="""Convert files from Board Game Arena, and logged plays, to records, one per game.

    Logs and saved replay pages become games, page states become positions, plays of BG Stats and BoardGameGeek
    become score sheets; records pass through. Standard error lists what is not converted, with the reason.
    """,
)
@files_argument
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="File to write: .jsonl for a record per line, .json for exactly one record, .gz of either, or - for a record "
    "per line on standard output. An existing file is replaced at the end.",
)
@click.option(
    "--anonymize",
    "--anonymise",
    "anonymous",
    is_flag=True,
    help="Replace players and ids by pseudonyms, and drop notes, sources and times of day.",
)
@click.option(
    "--key",
    metavar="KEYFILE",
    type=click.Path(),
    help=f"File with a secret that keeps the pseudonyms the same in all runs; the environment variable {_KEY} can hold "
    f"the secret instead. Without a secret, every run makes new pseudonyms.",
)
@click.option(
    "--names",
    metavar="FILE",
    type=click.Path(),
    help='JSON file of people and their other names in logged plays: {"Ann": ["Annie", "ann_bgg"]}.',
)
@click.option(
    "--side",
    type=click.Choice(("A", "B"), case_sensitive=False),
    help="Side of the boards, if a file from Board Game Arena does not name it.",
)
@jobs_option
@scheduler_option
def convert(
    files: tuple[str, ...],
    output: str,
    anonymous: bool,
    key: str | None,
    names: str | None,
    side: str | None,
    jobs: int | None,
    scheduler: str | None,
) -> int:
    """Run ``harmonies convert``."""
    if output != STDIN:
        require_record_name(output)
    if key is not None and not anonymous:
        raise UsageError("--key works only with --anonymize")
    secret = _secret(key) if anonymous else None
    if output != STDIN:
        check_paths(files)
        refuse_inputs(output, files)
    if anonymous and secret is None:
        secret = token_bytes()
        click.echo("These pseudonyms are for this run only: give --key to keep them.", err=True)
    people = None
    if names is not None:
        from harmonies_cli.records.plays.person_names import read_person_names

        people = read_person_names(names)
    work = ConvertJob(ReadOptions(side=side), anonymous=anonymous, key=secret, names=people)
    counts: Counter[str] = Counter()
    with run_job(work, files, label="Converting", jobs=jobs, scheduler=scheduler, output=output) as pieces:
        found = _records(pieces, counts)
        first = next(found, None)
        if first is not None:
            with open_packed_output(output) as write:
                write_records(write, output, chain([first], found))
    for line in missing_pages(counts):
        click.echo(line, err=True)
    _summarise(counts, output, wrote=first is not None)
    has_found_nothing = first is None and counts["without plays"] > 0
    return int(has_found_nothing or any(counts[what] for what in ("not converted", "in part", "lost")))


def _secret(path: str | None) -> bytes | None:
    if path is None:
        given = os.environ.get(_KEY)
        return None if given is None else given.encode()
    try:
        return Path(path).read_bytes().strip()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f'the key file "{printable(path)}" cannot be read: {reason}') from None


def _records(pieces: Iterable[RecordOutput], counts: Counter[str]) -> Iterator[bytes]:
    """Yield the records of the results that have one, and count the outcome of each document.

    A logged play that has already been written is left out, because pages saved on different days overlap.
    """
    logged: set[bytes] = set()
    for piece in pieces:
        count(counts, piece)
        out = piece.out
        if piece.counts.get("logged"):
            lines = out.splitlines(keepends=True)
            new = []
            for line in lines:
                if line not in logged:
                    new.append(line)
                if any(source in line for source in _LOGGED):
                    logged.add(line)
            counts["repeated"] += len(lines) - len(new)
            counts["position"] -= len(lines) - len(new)
            out = b"".join(new)
        if out:
            yield out


def _summarise(counts: Counter[str], output: str, *, wrote: bool) -> None:
    kinds = [count_of(counts[kind], kind) for kind in ("game", "position") if counts[kind]]
    summary = " and ".join(kinds) or "no record"
    if counts["unfinished"]:
        summary += f" ({counts['unfinished']} unfinished)"
    if not wrote:
        summary += "; nothing was written"
    elif output != STDIN:
        summary += f" written to {printable(output)}"
    else:
        summary += " written"
    rest = f"; {counts['repeated']} repeated" if counts["repeated"] else ""
    rest += f"; {counts['not converted']} not converted" if counts["not converted"] else ""
    click.echo(summary + rest, err=True)
