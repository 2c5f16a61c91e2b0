"""``harmonies show``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from harmonies_cli.cli.options import (
    colour_option,
    files_argument,
    output_option,
    rules_or_configured_option,
    side_option,
    turn_option,
)
from harmonies_cli.cli.output import open_output
from harmonies_cli.errors import UsageError
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.notation import PaperSheet
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import ReadOptions, read_records
from harmonies_cli.records.user_choice import no_such_turn, number_of_turns
from harmonies_cli.report.phrases import file_place, violation_line
from harmonies_cli.report.picture.board_picture import BoardPicture, pictures
from harmonies_cli.report.terminal import ColourChoice, terminal_of
from harmonies_cli.report.text_layout import encode_for
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

__all__ = ["print_violation", "show"]


def print_violation(record: VerifiedRecord) -> None:
    """Print where games break off; the results themselves list the problems of records."""
    click.echo(violation_line(record), err=True, nl=False)


_DRAWINGS = (".svg", ".png")


@click.command(
    help="""Draw the boards, to compare with the photograph or the table.

    The boards show every token of a stack, the cubes, and the scoring groups. They appear in the terminal or, with
    --output, in one drawing.
    """,
)
@files_argument
@rules_or_configured_option
@click.option("--player", metavar="NAME|N", help="Draw only the board of this player.")
@side_option
@turn_option
@output_option("one drawing of all boards (.svg or .png)")
@colour_option
def show(
    files: tuple[str, ...],
    rules: RuleSet | None,
    default_rules: RuleSet,
    player: str | None,
    side: str | None,
    turn: int | None,
    output: str | None,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies show``."""
    how = AssessOptions(rules=rules, default_rules=default_rules, side=side, turn=turn)
    if output is not None and Path(output).suffix.lower() not in _DRAWINGS:
        raise UsageError(f"cannot tell the format of {output}: the name of a drawing ends in .svg or .png")
    refuse_inputs(output, files)
    found = sheets = 0
    longest = 0
    drawn: list[BoardPicture] = []
    held: list[tuple[VerifiedRecord, list[BoardPicture]]] = []  # until a game has the turn
    for reading in read_records(files, ReadOptions(side=side)):
        record = assess(reading, how)
        if record.verdict != "legal":
            found = 1
            _print_problems(record)
        longest = max(longest, number_of_turns(reading.record))
        boards = list(pictures(reading, record, side=side, turn=turn))
        if player is not None:
            from harmonies_cli.records.user_choice import choose_players

            chosen = choose_players({board.player or 0: board.name for board in boards}, player)
            boards = [board for board in boards if (board.player or 0) in chosen]
        drawn += boards
        if output is None and (boards or player is None):
            held.append((record, boards))
            if turn is None or turn <= longest:
                _show_all(held, colour)
        elif output is not None and isinstance(reading.record, PaperSheet):
            click.echo(
                f"{printable(file_place(record.source, record.line))} is a score sheet without boards.", err=True
            )
        sheets += isinstance(reading.record, PaperSheet)
    if turn is not None and turn > longest and not found:
        raise UsageError(no_such_turn(range(turn, turn + 1), longest))
    _show_all(held, colour)
    if not drawn and not found and not sheets:
        from harmonies_cli.records.user_choice import names_in, no_such_player

        raise UsageError(f"no board to draw: {no_such_player(player or '', names_in(files))}")
    if output is not None and drawn:
        _draw(drawn, output)
    elif not drawn and not (sheets and output is None):
        click.echo("No board to draw.", err=True)
    return found


def _print_problems(record: VerifiedRecord) -> None:
    from harmonies_cli.report.scoresheets.score_job import problem_lines

    terminal = terminal_of(sys.stderr)
    for problem in record.problems:
        for line in problem_lines(record, problem, terminal):
            click.echo(line, err=True)
    print_violation(record)


def _show_all(held: list[tuple[VerifiedRecord, list[BoardPicture]]], colour: ColourChoice) -> None:
    for record, boards in held:
        _show(record, boards, colour)
    held.clear()


def _show(record: VerifiedRecord, boards: list[BoardPicture], colour: ColourChoice) -> None:
    from harmonies_cli.report.picture.board_terminal import boards_text

    terminal = terminal_of(sys.stdout, colour)
    if boards:
        heading = file_place(record.source, record.line) + (f"  {record.id}" if record.id else "")
        text = boards_text(boards, colour=terminal.colour, ascii_only=not terminal.unicode, width=terminal.width)
        with open_output(None) as write:
            write(encode_for(f"{printable(heading)}\n\n{text}\n", terminal.encoding))
    elif record.kind == "position" and record.players:  # a paper sheet has no boards, but its pad can be shown
        from harmonies_cli.report.scoresheets.score_job import record_lines

        with open_output(None) as write:
            lines = record_lines(record, terminal)
            write(encode_for("".join(f"{line.rstrip()}\n" for line in lines), terminal.encoding))


def _draw(boards: list[BoardPicture], output: str) -> None:
    from harmonies_cli.report.picture.board_svg import boards_svg

    drawing = boards_svg(boards)
    with open_output(output) as write:
        if output.lower().endswith(".png"):
            from harmonies_cli.report.picture.svg import png

            write(png(drawing))
        else:
            write(drawing.encode())
