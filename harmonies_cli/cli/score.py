"""``harmonies score``, with ``--evening``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from harmonies_cli.cli.options import (
    colour_option,
    csv_dialect_option,
    explain_option,
    files_argument,
    format_option,
    output_option,
    refuse_other_dialect,
    rules_or_configured_option,
    side_option,
    turn_option,
)
from harmonies_cli.cli.output import format_for, is_picture, open_packed_output
from harmonies_cli.cli.run_job import jobs_option, run_job, scheduler_option
from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.record_output import count
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions, read_records
from harmonies_cli.report.formats import FORMATS, Options, Writer, writer
from harmonies_cli.report.phrases import file_place, note_lines
from harmonies_cli.report.scoresheets.score_job import ScoreJob
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, Terminal, is_terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from harmonies_cli.plays.evening import Evening

__all__ = ["score"]


@click.command(
    help="""Score final boards, or games, and explain the points.

    Typing mistakes are listed, each with its place and remedy; scores that a record claims are checked row by
    row. Games are scored after their last legal action, or after --turn.
    """,
)
@files_argument
@rules_or_configured_option
@click.option("--player", metavar="NAME|N", help="Show only the player of this name or number.")
@side_option
@turn_option
@explain_option
@click.option(
    "--evening",
    is_flag=True,
    help="Add up the games of one group of players: wins, points, averages, best rows, streaks.",
)
@format_option("score")
@csv_dialect_option
@output_option("the scoresheets")
@jobs_option
@scheduler_option
@colour_option
def score(
    files: tuple[str, ...],
    rules: RuleSet | None,
    default_rules: RuleSet,
    player: str | None,
    side: str | None,
    turn: int | None,
    explain: bool,
    evening: bool,
    form: str,
    csv_dialect: CsvDialect,
    output: str | None,
    jobs: int | None,
    scheduler: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies score``."""
    if not (evening and is_picture(output)):
        form = format_for("score", form, output)
    refuse_other_dialect(csv_dialect, form == "csv")
    if FORMATS[form].is_binary and output is None and is_terminal(sys.stdout):
        raise UsageError(f"{form} cannot be shown on a terminal: give -o PATH")
    options = Options(explain, PLAIN_FILE if output else terminal_of(sys.stdout, colour), csv_dialect)
    how = AssessOptions(
        rules=rules, default_rules=default_rules, side=side, explain=explain or FORMATS[form].with_items, turn=turn
    )
    if evening:
        if player is not None or turn is not None or explain:
            raise UsageError("--evening sums whole games: leave out --player, --turn and --explain")
        refuse_inputs(output, files)
        return _score_evening(files, how, form, output, options.terminal)
    work = ScoreJob(how, ReadOptions(side=side), form, options, player)
    refuse_inputs(output, files)
    counts: Counter[str] = Counter()
    wanted = [what for what, value in (("player", player), ("turn", turn)) if value is not None]
    with (
        run_job(
            work,
            files,
            label="Scoring",
            jobs=jobs,
            scheduler=scheduler,
            output=output,
            in_chunks=form != "html",
        ) as pieces,
        open_packed_output(output) as write,
    ):
        out = writer(form, write, options)
        held: list[bytes] = []  # until records have the player and the turn
        has_begun = False
        for piece in pieces:
            count(counts, piece)
            if piece.out:
                held.append(piece.out)
            if all(counts[what] for what in wanted):
                has_begun = _write_all(out, held, has_begun=has_begun)
        found = counts.total() > counts["player"] + counts["turn"]
        if player is not None and not counts["player"] and not found:
            from harmonies_cli.records.user_choice import names_in, no_such_player

            raise UsageError(no_such_player(player, names_in(files)))
        if turn is not None and not counts["turn"] and not found:
            from harmonies_cli.records.user_choice import longest_in, no_such_turn

            raise UsageError(no_such_turn(range(turn, turn + 1), longest_in(files)))
        _write_all(out, held, has_begun=has_begun)
        out.end()
    return int(found)


def _write_all(out: Writer, held: list[bytes], *, has_begun: bool) -> bool:
    if not has_begun:
        out.begin()
    for piece in held:
        out.add_encoded(piece)
    held.clear()
    return True


_EVENING_FORMATS = ("text", "markdown", "html")
_MOST_RECORDS = 10_000


def _score_evening(files: Sequence[str], how: AssessOptions, form: str, output: str | None, terminal: Terminal) -> int:
    """Add up the games of an evening, write the result, and return the exit status.

    Raises
    ------
    UsageError
        If the format cannot show an evening, or there is no game.
    """
    from harmonies_cli.plays.evening import Result, evening_of
    from harmonies_cli.plays.shared_play import why_not_shared

    if form not in _EVENING_FORMATS:
        known = ", ".join(_EVENING_FORMATS)
        raise UsageError(f"--evening is written as {known}, not {form}; -o evening.png or .svg writes a picture")
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
        write(_evening_picture(evening, output or "") if is_picture(output) else _evening_text(evening, form, terminal))
    return int(found)


def _evening_picture(evening: Evening, output: str) -> bytes:
    from harmonies_cli.report.sharing.evening_report import evening_picture

    drawing = evening_picture(evening)
    if output.lower().endswith(".svg"):
        return drawing.encode()
    from harmonies_cli.report.picture.svg import png

    return png(drawing)


def _evening_text(evening: Evening, form: str, terminal: Terminal) -> bytes:
    if form == "html":
        from harmonies_cli.report.sharing.evening_report import evening_page

        return evening_page(evening).encode("utf-8", "replace")
    from harmonies_cli.report.sharing.evening_report import evening_lines, evening_markdown

    lines: Iterator[str]
    if form == "markdown":
        from harmonies_cli.report.scoresheets.csv_markdown import escape_markdown

        lines = evening_markdown(evening, escape_markdown)
    else:
        lines = evening_lines(evening, terminal)
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    return encode_for(text, terminal.encoding) if form == "text" else text.encode("utf-8", "replace")
