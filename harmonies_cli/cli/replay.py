"""``harmonies replay``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

import click

from harmonies_cli.cli.options import (
    TurnRange,
    colour_option,
    complete_files,
    output_option,
    rules_or_configured_option,
    side_option,
)
from harmonies_cli.cli.output import open_output, refuse_other_ending
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.notation import Game, PaperSheet, Position
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_records
from harmonies_cli.report.formats import FORMATS
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.terminal import ColourChoice, Terminal, is_terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.report.verdicts.verify_job import verdict_lines
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

__all__ = ["replay"]


@click.command(
    help="""Step through a game, one turn per screen.

    Each turn shows the central board and the row, the player's board before and after, the actions in words, and
    the score so far by row. When the output is piped, the whole transcript is written as plain text.
    """,
)
@click.argument("file", metavar="FILE", shell_complete=complete_files)
@click.option("--turns", type=TurnRange(), metavar="N[-M]", help="Show only these turns: 3, 3-5, or 3- to the end.")
@click.option("--record", metavar="N|ID", help="If there are several records, show the Nth, or the one with this id.")
@rules_or_configured_option
@side_option
@output_option("a page with all turns and charts (.html)")
@colour_option
def replay(
    file: str,
    turns: range | None,
    record: str | None,
    rules: RuleSet | None,
    default_rules: RuleSet,
    side: str | None,
    output: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies replay``."""
    refuse_inputs(output, [file])
    refuse_other_ending(output, FORMATS["html"].endings, "a page")
    readings = _choose(read_records([file], ReadOptions(side=side)), record)
    how = AssessOptions(rules=rules, default_rules=default_rules, side=side)
    if output is not None:
        return _write_page(_only(readings, file), how, turns, output)
    if is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM", "dumb") not in ("", "dumb"):
        return _step_through(_only(readings, file), how, turns, colour)
    return _write_transcripts(readings, how, turns, terminal_of(sys.stdout, colour))


def _choose(readings: Iterable[Reading], record: str | None) -> Iterator[Reading]:
    """Yield the requested records."""
    number = 0
    found = False
    for number, reading in enumerate(readings, 1):
        named = reading.record is not None and reading.record.id == record
        if record is None or named or str(number) == record:
            found = True
            yield reading
            if record is not None:
                return
    if record is not None and not found:
        raise UsageError(f"there is no record {printable(record)!r}: the file has {number}")
    if not number:
        raise UsageError("there is no record in the file")


def _only(readings: Iterator[Reading], file: str) -> Reading:
    reading = next(readings)
    if next(readings, None) is not None:
        raise UsageError(f"{printable(file)} has several records: choose one with --record N or --record ID")
    return reading


def _replay_of(reading: Reading, how: AssessOptions) -> tuple[VerifiedRecord, Replay | None]:
    """Return a record with its verdict, and as a replay if it can be read."""
    if isinstance(reading.record, Position | PaperSheet):
        place = printable(file_place(reading.source, reading.line))
        what = "position, which has no turns: harmonies show draws it"
        if isinstance(reading.record, PaperSheet):
            what = "paper score sheet, which has no turns: harmonies score shows it"
        raise UsageError(f"{place} is a {what}")
    verified = assess(reading, how)
    if verified.verdict == "invalid" or not isinstance(reading.record, Game):
        return verified, None
    return verified, replay_of(reading.record, verified)


def _one(reading: Reading, how: AssessOptions, turns: range | None) -> Replay | None:
    """Return the replay of a record for the requested turns; if unreadable, report its problems and return None."""
    verified, game = _replay_of(reading, how)
    if game is None:
        for line in verdict_lines(verified, reading, terminal_of(sys.stderr)):
            click.echo(line, err=True)
        return None
    _check_turns(game, turns)
    return game


def _check_turns(game: Replay, turns: range | None, place: str = "") -> None:
    if turns is not None and not any(step.turn in turns for step in game.steps):
        has = f"{count_of(len(game.steps), 'turn')} can be replayed" if game.steps else "no turn can be replayed"
        raise UsageError(f"{place}no turn to show: {has}")


def _write_transcripts(readings: Iterator[Reading], how: AssessOptions, turns: range | None, terminal: Terminal) -> int:
    from harmonies_cli.report.replay.transcript import transcript

    found = games = 0
    refusal: UsageError | None = None
    for reading in readings:
        try:
            verified, game = _replay_of(reading, how)
            found = found or int(verified.verdict != "legal")
            if game is not None:
                _check_turns(game, turns, f"{printable(file_place(reading.source, reading.line))}: ")
        except UsageError as error:
            if refusal is not None:
                click.echo(f"{refusal}", err=True)
            refusal = error
            continue
        lines = verdict_lines(verified, reading, terminal) if game is None else transcript(game, terminal, turns=turns)
        text = "".join(f"{line.rstrip()}\n" for line in lines)
        with open_output(None) as write:
            write(encode_for("\n\n" * bool(games) + text, terminal.encoding))
        games += 1
    if refusal is not None:
        if not games:
            raise refusal
        click.echo(f"{refusal}", err=True)
    return found


def _step_through(reading: Reading, how: AssessOptions, turns: range | None, colour: ColourChoice) -> int:
    from harmonies_cli.cli.live_terminal import full_screen
    from harmonies_cli.report.replay.stepper import Stepper

    game = _one(reading, how, turns)
    if game is None:
        return 1
    with full_screen(colour) as screen:
        Stepper(game, turns).run(screen.show, screen.key)
    return int(game.verified.verdict != "legal")


def _write_page(reading: Reading, how: AssessOptions, turns: range | None, output: str) -> int:
    from harmonies_cli.report.replay.replay_page import page

    game = _one(reading, how, turns)
    if game is None:
        return 1
    with open_output(output) as write:
        write(page(game, turns=turns).encode("utf-8", "replace"))
    return int(game.verified.verdict != "legal")
