"""``harmonies score``."""

from __future__ import annotations

import sys
from functools import partial

import click

from harmonies_cli.cli.options import (
    colour_option,
    explain_option,
    files_argument,
    output_option,
    rules_option,
    side_option,
    turn_option,
)
from harmonies_cli.cli.output import open_output
from harmonies_cli.cli.telling import tell_violation
from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.notation import Position
from harmonies_cli.records.outcome import Assessment, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_records
from harmonies_cli.report.display import printable
from harmonies_cli.report.formats import FORMATS, writer
from harmonies_cli.report.options import Options
from harmonies_cli.report.terminal import PLAIN_FILE, ColourChoice, terminal_of
from harmonies_cli.rules.landscapes import RuleSet

__all__ = ["score"]

_WITH_ITEMS = ("json", "jsonl", "html")


@click.command()
@files_argument
@rules_option
@click.option("--player", metavar="NAME|N", help="Show only the player of this name or number.")
@side_option
@turn_option
@explain_option
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="Output format.")
@output_option("the scoresheets")
@colour_option
def score(
    files: tuple[str, ...],
    rules: RuleSet | None,
    player: str | None,
    side: str | None,
    turn: int | None,
    explain: bool,
    form: str,
    output: str | None,
    colour: ColourChoice,
) -> int:
    """Score final boards, or games, and explain the points.

    Typing mistakes are listed, each with its place and remedy; scores that a record claims are checked row by
    row. Games are scored after their last legal action, or after --turn.
    """
    how = Assessment(rules=rules, side=side, explain=explain or form in _WITH_ITEMS, turn=turn)
    terminal = PLAIN_FILE if output else terminal_of(sys.stdout, colour)
    found = 0
    seen = False
    readings = read_records(files, ReadOptions(side=side))  # a missing file is told before anything is written
    with open_output(output) as write:
        out = writer(form, write, Options(explain=explain, terminal=terminal))
        out.begin()
        for reading in readings:
            record = assess(reading, how)
            if record.verdict != "legal":
                found = 1
                tell_violation(record)
            drawing = partial(_drawing, reading, record, how) if form == "html" and record.players else None
            if player is not None:
                record.players = [sheet for sheet in record.players if player in (sheet.name, str(sheet.player))]
                seen = seen or bool(record.players)
            out.add(record.as_scored() if form in _WITH_ITEMS else record, solo=_is_solo(reading), drawing=drawing)
        out.end()
        if player is not None and not seen and not found:
            raise UsageError(f"no record has a player {printable(player)!r}")
    return found


def _is_solo(reading: Reading) -> bool:
    record = reading.record
    if record is None:
        return False
    return record.solo is True if isinstance(record, Position) else len(record.players) == 1


def _drawing(reading: Reading, record: VerifiedRecord, how: Assessment) -> str:
    from harmonies_cli.report.picture.svg import boards_svg
    from harmonies_cli.report.pictures import pictures

    shown = {sheet.player for sheet in record.players}
    boards = pictures(reading, record, side=how.side, turn=how.turn)
    # A drawing for each player: the page lays them out, one below the other on a phone.
    return "".join(boards_svg([board]) for board in boards if board.player in shown)
