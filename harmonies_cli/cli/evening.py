"""``harmonies score --evening``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from harmonies_cli.cli.endings import is_picture
from harmonies_cli.cli.output import open_packed_output
from harmonies_cli.errors import UsageError
from harmonies_cli.plays.evening import Evening, Result, evening_of
from harmonies_cli.plays.shared_play import why_not_shared
from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_records
from harmonies_cli.report.phrases import file_place, note_lines
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.safe_text import printable

__all__ = ["score_evening"]

_FORMATS = ("text", "markdown", "html")
_MOST_RECORDS = 10_000


def score_evening(files: Sequence[str], how: AssessOptions, form: str, output: str | None, terminal: Terminal) -> int:
    """Add up the games of an evening, write the result, and return the exit status.

    Raises
    ------
    UsageError
        If the format cannot show an evening, or there is no game.
    """
    if form not in _FORMATS:
        raise UsageError(
            f"--evening is written as {', '.join(_FORMATS)}, not {form}; -o evening.png or .svg writes a picture"
        )
    found = False
    results = []
    for reading in read_records(files, ReadOptions(side=how.side)):
        record = assess(reading, how)
        click.echo(note_lines(reading), err=True, nl=False)
        place = printable(file_place(reading.source, reading.line))
        why = why_not_shared(reading.record, record)
        if why or reading.record is None:
            found = found or record.verdict != "legal"
            click.echo(f"{place}: left out: {why}", err=True)
        else:
            results.append(Result(reading.record, record, place))
        if len(results) > _MOST_RECORDS:
            raise UsageError(f"an evening has at most {_MOST_RECORDS:,} games: harmonies analyse studies more")
    evening = evening_of(results)
    for place, counted in evening.repeated:
        click.echo(f"{place}: left out: the same game as {counted}", err=True)
    if not evening.results:
        raise UsageError("there is no finished game with known totals to sum")
    with open_packed_output(output) as write:
        write(_picture(evening, output or "") if is_picture(output) else _write(evening, form, terminal))
    return int(found)


def _picture(evening: Evening, output: str) -> bytes:
    from harmonies_cli.report.sharing.evening_report import evening_picture

    drawing = evening_picture(evening)
    if output.lower().endswith(".svg"):
        return drawing.encode()
    from harmonies_cli.report.picture.svg import png

    return png(drawing)


def _write(evening: Evening, form: str, terminal: Terminal) -> bytes:
    if form == "html":
        from harmonies_cli.report.sharing.evening_report import evening_page

        return evening_page(evening).encode("utf-8", "replace")
    from harmonies_cli.report.sharing.evening_report import evening_lines, evening_markdown

    lines: Iterator[str]
    if form == "markdown":
        from harmonies_cli.report.scoresheets.markdown import escape_markdown

        lines = evening_markdown(evening, escape_markdown)
    else:
        lines = evening_lines(evening, terminal)
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    return encode_for(text, terminal.encoding) if form == "text" else text.encode("utf-8", "replace")
