"""``harmonies new``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from harmonies_cli.cli.options import colour_option
from harmonies_cli.cli.output import open_output, refuse_other_ending
from harmonies_cli.errors import UsageError
from harmonies_cli.records.position.blank import blank_record, layout_json, name_shared_schema, number_of_players
from harmonies_cli.report.terminal import ColourChoice
from harmonies_cli.safe_text import printable

__all__ = ["new"]

_MOST_PLAYERS = 4


@click.command(
    help="""Write a record to fill in, or ask for its contents.

    The record names its schema, so an editor can complete and check it while you type. With --ask, every answer
    is checked immediately. A draft beside the file keeps the answers, so the same command can continue later.
    """,
)
@click.option(
    "--kind",
    type=click.Choice(("position", "game")),
    default="position",
    show_default=True,
    help="Final boards, or a game move by move.",
)
@click.option("--side", type=click.Choice(("A", "B"), case_sensitive=False), help="Side of the boards; by default A.")
@click.option("--players", type=click.IntRange(1, _MOST_PLAYERS), metavar="N", help="Number of players, 1 to 4.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="Name of a player; repeat for each.")
@click.option("--solo", is_flag=True, help="A solo game, which is scored in suns.")
@click.option("--spirits/--no-spirits", default=None, help="Played with Nature's Spirit cards, or without.")
@click.option("--sheet", is_flag=True, help="A paper score sheet: the players' rows and totals, without boards.")
@click.option(
    "--ask", is_flag=True, help="Ask for the boards column by column, or for a score sheet row by row, and score them."
)
@click.option("--fresh", is_flag=True, help="With --ask: start over, even if there is a draft.")
@click.option(
    "-o", "--output", metavar="PATH", help="File to write; by default standard output or, with --ask, position.json."
)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@colour_option
def new(
    kind: str,
    side: str | None,
    players: int | None,
    names: tuple[str, ...],
    solo: bool,
    spirits: bool | None,
    sheet: bool,
    ask: bool,
    fresh: bool,
    output: str | None,
    force: bool,
    colour: ColourChoice,
) -> int:
    """Run ``harmonies new``."""
    names = tuple(map(printable, names))
    number = number_of_players(players, names, solo=solo)
    if fresh and not ask:
        raise UsageError("--fresh works only with --ask")
    _check_name(output, (".json",) if ask else (".json", ".xlsx"))
    if ask:
        if kind == "game":
            raise UsageError("--ask asks for final boards only: type a game into the file that harmonies new writes")
        from harmonies_cli.cli.asking import ask_for_position
        from harmonies_cli.interview.question import Given

        given = Given(side=side, players=number, names=list(names), solo=solo, spirits=spirits, sheet=sheet)
        return ask_for_position(given, output, fresh=fresh, force=force, colour=colour)
    record = blank_record(
        "game" if kind == "game" else "position",
        side,
        names,
        players=players,
        solo=solo,
        spirits=spirits,
        sheet=sheet,
    )
    if output is not None and output.lower().endswith(".xlsx"):
        if not sheet:
            raise UsageError("only a score sheet is written as .xlsx: give --sheet")
        _write_workbook([player["name"] for player in record["players"]], side, output, force=force)
    else:
        _write(record, output, force=force)
    return 0


def _check_name(output: str | None, endings: Sequence[str]) -> None:
    """Refuse a name that no editor would open, or whose file the other commands would read differently."""
    if output is not None and output.lower().endswith(".gz"):
        raise UsageError(f"cannot write a record to fill in to {printable(output)}: it would be compressed")
    refuse_other_ending(output, endings, "a record to fill in")


def _write_workbook(names: list[str], side: str | None, output: str, *, force: bool) -> None:
    """Write a score pad to fill in with a spreadsheet."""
    from harmonies_cli.report.scoresheets.pad_workbook import PadSheet, pad_workbook

    _refuse_to_replace(output, force=force)
    data = pad_workbook([PadSheet("", "", side or "", [(name, {}) for name in names])])
    with open_output(output) as write:
        write(data)
    name = printable(output)
    click.echo(f"Wrote {name}: fill it in, then harmonies score {name}", err=True)


def _refuse_to_replace(output: str, *, force: bool) -> None:
    if Path(output).exists() and not force:
        raise UsageError(f'"{printable(output)}" already exists: give --force to overwrite it')


def _write(record: dict[str, Any], output: str | None, *, force: bool) -> None:
    if output not in (None, "-"):
        _refuse_to_replace(output, force=force)
        name_shared_schema(record, output)
    with open_output(output) as write:
        write(layout_json(record).encode())
    if output not in (None, "-"):
        command = "score" if record["format"] == "harmonies-position" else "verify"
        name = printable(output)
        is_sheet = not any("board" in player for player in record["players"]) and command == "score"
        what = 'fill it in, remove "unfinished"' if is_sheet else "fill it in"
        click.echo(f"Wrote {name}: {what}, then harmonies {command} {name}", err=True)
