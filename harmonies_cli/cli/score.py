"""``harmonies score``."""

from __future__ import annotations

import sys
from collections import Counter

import click

from harmonies_cli.cli.endings import format_for, is_picture
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
from harmonies_cli.cli.output import open_packed_output
from harmonies_cli.cli.run_job import jobs_option, run_job, scheduler_option
from harmonies_cli.csv_dialects import CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.files.record_output import count
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.reader import ReadOptions
from harmonies_cli.report.formats import FORMATS, Options, Writer, writer
from harmonies_cli.report.scoresheets.score_job import ScoreJob
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, is_terminal, terminal_of
from harmonies_cli.rules.scoring.landscapes import RuleSet

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
@click.option("--evening", is_flag=True, help="Sum the games of one group: wins, points, averages, best rows, streaks.")
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
    if form == "xlsx" and output is None and is_terminal(sys.stdout):
        raise UsageError("a workbook cannot be shown on a terminal: give -o PATH")
    options = Options(explain, PLAIN_FILE if output else terminal_of(sys.stdout, colour), csv_dialect)
    how = AssessOptions(
        rules=rules, default_rules=default_rules, side=side, explain=explain or FORMATS[form].with_items, turn=turn
    )
    if evening:
        from harmonies_cli.cli.evening import score_evening

        if player is not None or turn is not None or explain:
            raise UsageError("--evening sums whole games: leave out --player, --turn and --explain")
        refuse_inputs(output, files)
        return score_evening(files, how, form, output, options.terminal)
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
            from harmonies_cli.records.player_choice import names_in, no_such_player

            raise UsageError(no_such_player(player, names_in(files)))
        if turn is not None and not counts["turn"] and not found:
            raise UsageError(f"no game has a turn {turn}")
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
