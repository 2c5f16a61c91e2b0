"""``harmonies convert``."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec

from harmonies_cli.cli.options import files_argument
from harmonies_cli.cli.packed_output import open_packed_output
from harmonies_cli.errors import UsageError
from harmonies_cli.records.convert import Conversion
from harmonies_cli.records.convert import convert as convert_paths
from harmonies_cli.records.paths import STDIN, walk
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.display import printable
from harmonies_cli.report.problem_place import file_place

__all__ = ["convert"]

_ONE = (".json", ".json.gz")
_LINES = (".jsonl", ".jsonl.gz")
_KEY = "HARMONIES_KEY"


@click.command()
@files_argument
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    help="File to write: .jsonl for a record a line, .json for exactly one record, .gz of either, or - for a record a "
    "line on standard output. A file that is there is replaced once all is converted.",
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
    help=f"File with the secret behind the pseudonyms, so that a player keeps one over many runs; or the secret itself "
    f"in the environment variable {_KEY}. Without it pseudonyms hold for one run.",
)
@click.option(
    "--side",
    type=click.Choice(("A", "B"), case_sensitive=False),
    help="Side of the boards, where a file of Board Game Arena does not tell.",
)
def convert(files: tuple[str, ...], output: str, anonymous: bool, key: str | None, side: str | None) -> int:
    """Write files of Board Game Arena as records, one a game.

    Logs and saved replay pages become games, page states become positions; records pass through. What is not
    converted is told on standard error, each with its reason.
    """
    if output != STDIN and not output.lower().endswith(_ONE + _LINES):
        raise UsageError(
            f'the name of the output, "{printable(output)}", should end in .json, .jsonl, or .gz of either'
        )
    if key is not None and not anonymous:
        raise UsageError("--key is of use only with --anonymize")
    secret = _secret(key) if anonymous else None
    conversions = convert_paths(files, ReadOptions(side=side), anonymous=anonymous, key=secret)
    places = _places(files) if output != STDIN or sys.stderr.isatty() else []
    if output != STDIN:
        _refuse_input(output, places)
    if anonymous and secret is None:
        click.echo("Pseudonyms hold for this run only: give --key to keep them.", err=True)
    counts: Counter[str] = Counter()
    with _progress(len(places)) as (tick, tell):
        found = _records(conversions, counts, tick, tell)
        first = next(found, None)
        if first is not None:
            _write(output, first, found)
    _summarise(counts, output, wrote=first is not None)
    return 1 if counts["not converted"] or counts["in part"] else 0


def _secret(path: str | None) -> bytes | None:
    if path is None:
        given = os.environ.get(_KEY)
        return None if given is None else given.encode()
    try:
        return Path(path).read_bytes().strip()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f'the key file "{printable(path)}" cannot be read: {reason}') from None


def _places(files: Sequence[str]) -> list[Path]:
    return [place for path in files if path != STDIN for place, _ in walk(Path(path))]


def _refuse_input(output: str, places: Iterable[Path]) -> None:
    if not Path(output).exists():
        return
    for place in places:
        if place.exists() and place.samefile(output):
            raise UsageError(f'"{printable(output)}" is one of the files to convert: write to another place')


def _records(
    conversions: Iterable[Conversion], counts: Counter[str], tick: Callable[[str], None], tell: Callable[[str], None]
) -> Iterator[dict[str, Any]]:
    """Yield the records, and tell and count what becomes of each document."""
    for conversion in conversions:
        tick(conversion.source)
        place = printable(file_place(conversion.source, conversion.line))
        if conversion.record is None:
            counts["not converted"] += 1
            tell(f"{place}: not converted: {_first_problem(conversion)}")
            continue
        counts["game" if conversion.record["format"] == "harmonies-game" else "position"] += 1
        counts["unfinished"] += conversion.record.get("unfinished") is True
        counts["in part"] += bool(conversion.lost)
        for note in (*conversion.notes, *(f"not in the record: {words}" for words in conversion.lost)):
            tell(f"{place}: {printable(note)}")
        yield conversion.record


def _first_problem(conversion: Conversion) -> str:
    problem = conversion.problems[0]
    message = printable(problem.message) + (f" ({printable(problem.hint)})" if problem.hint else "")
    more = len(conversion.problems) - 1
    return message + (f"; and {more} more" if more else "")


def _write(output: str, first: dict[str, Any], others: Iterator[dict[str, Any]]) -> None:
    with open_packed_output(output) as write:
        if output.lower().endswith(_ONE):
            write(msgspec.json.format(msgspec.json.encode(first), indent=2) + b"\n")
            if next(others, None) is not None:
                raise UsageError(f'"{printable(output)}" can hold one record only: write several to a .jsonl file')
            return
        write(msgspec.json.encode(first) + b"\n")
        for record in others:
            write(msgspec.json.encode(record) + b"\n")


def _summarise(counts: Counter[str], output: str, *, wrote: bool) -> None:
    kinds = [
        f"{counts[kind]} {kind}{'' if counts[kind] == 1 else 's'}" for kind in ("game", "position") if counts[kind]
    ]
    summary = " and ".join(kinds) or "no record"
    if counts["unfinished"]:
        summary += f" ({counts['unfinished']} unfinished)"
    if not wrote:
        summary += "; nothing was written"
    elif output != STDIN:
        summary += f" written to {printable(output)}"
    else:
        summary += " written"
    rest = f"; {counts['not converted']} not converted" if counts["not converted"] else ""
    click.echo(summary + rest, err=True)


@contextmanager
def _progress(files: int) -> Iterator[tuple[Callable[[str], None], Callable[[str], None]]]:
    """Give functions to say that a file is on, and to print a line; with a bar where there is a terminal."""
    if not sys.stderr.isatty():
        yield lambda source: None, lambda line: click.echo(line, err=True)
        return
    with click.progressbar(length=files, label="Converting", file=sys.stderr) as bar:
        sources = {""}

        def tick(source: str) -> None:
            if source not in sources:
                sources.clear()
                sources.add(source)
                bar.update(1)

        def tell(line: str) -> None:
            click.echo(f"\r\033[K{line}", err=True)
            bar.render_progress()

        yield tick, tell
