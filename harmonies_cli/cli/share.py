"""``harmonies share``."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import click

from harmonies_cli.cli.options import files_argument, rules_or_configured_option, side_option
from harmonies_cli.cli.output import PICTURES, open_output, refuse_other_ending
from harmonies_cli.errors import UsageError
from harmonies_cli.plays.shared_play import moment_of, play_link, play_of, why_not_shared
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.atomic import refuse_inputs
from harmonies_cli.records.notation import AnyRecord, value_of
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading, ReadOptions, read_records
from harmonies_cli.report.phrases import file_place, note_lines
from harmonies_cli.report.terminal import is_terminal, terminal_of
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.safe_text import printable

__all__ = ["share"]

_FORMATS = ("link", "bgsplay", "text", "png")
_ENDINGS = {"bgsplay": (".bgsplay", ".json"), "text": (".txt", ".md"), "png": (".png",)}


class _Shared(NamedTuple):
    """A result to share."""

    reading: Reading
    record: AnyRecord
    found: VerifiedRecord


@click.command(
    help="""Share a result: with BG Stats, in a chat, as a picture.

    The link is only printed: nothing is opened or sent. On a phone, scan the QR code: BG Stats opens the link, and
    asks before it saves the play.
    """,
)
@files_argument
@rules_or_configured_option
@side_option
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    default="link",
    show_default=True,
    help="A BG Stats link with its QR code, a play file for BG Stats, a message for a chat, or a picture to send.",
)
@click.option("--plain", is_flag=True, help="With --format text: a line for each player, for chats without monospace.")
@click.option("--dark", is_flag=True, help="With --format png: on a dark background.")
@click.option(
    "--narrow", is_flag=True, help="With --format png: as wide as a phone, with the boards one below another."
)
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(),
    help="Write to PATH; with --format link, only the QR code, as .svg or .png.",
)
def share(
    files: tuple[str, ...],
    rules: RuleSet | None,
    default_rules: RuleSet,
    side: str | None,
    form: str,
    plain: bool,
    dark: bool,
    narrow: bool,
    output: str | None,
) -> int:
    """Run ``harmonies share``."""
    _check_options(form, output, plain=plain, dark=dark, narrow=narrow)
    refuse_inputs(output, files)
    how = AssessOptions(rules=rules, default_rules=default_rules, side=side, explain=form == "png")
    shared, found = _results(files, how, side)
    if form == "png" or (form == "link" and output is not None):
        shared = _only_one(shared, "a picture")
    now = datetime.now(UTC)
    if form in ("link", "bgsplay"):
        for one in shared:
            _print_remark(one, moment_of(value_of(one.record.date), now).remark)
    if not shared:
        click.echo("Nothing to share.", err=True)
    elif form == "link":
        _share_links(shared, now, output)
    else:
        with open_output(output) as write:
            for piece in _pieces(shared, form, now, how, plain=plain, dark=dark, narrow=narrow):
                write(piece)
    return int(found)


def _check_options(form: str, output: str | None, *, plain: bool, dark: bool, narrow: bool) -> None:
    if plain and form != "text":
        raise UsageError("--plain works only with --format text")
    if (dark or narrow) and form != "png":
        raise UsageError("--dark and --narrow work only with --format png")
    if form == "link" and output is not None and not output.lower().endswith(PICTURES):
        raise UsageError(
            f'"{printable(output)}": the QR code of a link is written as .svg or .png; other files need --format '
            f"{', '.join(_FORMATS[1:-1])} or {_FORMATS[-1]}"
        )
    if form != "link":
        refuse_other_ending(output, _ENDINGS[form], form)
    if form == "png" and output is None and is_terminal(sys.stdout):
        raise UsageError("a picture cannot be shown on a terminal: give -o PATH")


def _results(files: tuple[str, ...], how: AssessOptions, side: str | None) -> tuple[list[_Shared], bool]:
    """Return the results that can be shared, and whether any cannot; print the reasons."""
    shared = []
    found_any = False
    for reading in read_records(files, ReadOptions(side=side)):
        found = assess(reading, how)
        click.echo(note_lines(reading), err=True, nl=False)
        why = why_not_shared(reading.record, found)
        if why or reading.record is None:
            place = file_place(reading.source, reading.line)
            click.echo(f"{printable(place)}: not shared: {why}; harmonies score says more", err=True)
            found_any = True
        else:
            shared.append(_Shared(reading, reading.record, found))
    return shared, found_any


def _only_one(shared: list[_Shared], what: str) -> list[_Shared]:
    if len(shared) > 1:
        raise UsageError(f"{what} shows one result, and there are {len(shared)}: give one record")
    return shared


def _print_remark(one: _Shared, remark: str) -> None:
    if remark:
        click.echo(f"{printable(file_place(one.reading.source, one.reading.line))}: {remark}", err=True)


def _share_links(shared: list[_Shared], now: datetime, output: str | None) -> None:
    from harmonies_cli.plays.qr_code import code_picture

    links = [play_link(play_of(one.record, one.found, now)) for one in shared]
    if output is not None:
        picture = code_picture(links[0], "png" if output.lower().endswith(".png") else "svg")
        if picture is None:
            raise UsageError("the link is too long for a QR code: shorten the names")
        with open_output(output) as write:
            write(picture)
    with open_output(None) as write:
        for link in links:
            write(f"{link}\n".encode())
    if output is None and len(links) == 1:
        _show_code(links[0])


def _show_code(link: str) -> None:
    from harmonies_cli.plays.qr_code import terminal_code

    terminal = terminal_of(sys.stderr)
    columns = min(terminal.width, shutil.get_terminal_size().columns)
    code = terminal_code(link, columns, colour=terminal.colour) if terminal.unicode else None
    if code is None:
        click.echo("The QR code does not fit into this terminal: -o code.png or -o code.svg writes it.", err=True)
    else:
        click.echo(code, err=True, nl=False, color=True)


def _pieces(
    shared: list[_Shared], form: str, now: datetime, how: AssessOptions, *, plain: bool, dark: bool, narrow: bool
) -> Iterator[bytes]:
    if form == "bgsplay":
        from harmonies_cli.plays.play_file import play_file

        yield play_file([play_of(one.record, one.found, now) for one in shared])
    elif form == "text":
        from harmonies_cli.report.sharing.shared_result import message

        for number, one in enumerate(shared):
            yield b"\n" * bool(number)
            yield message(one.found, date=value_of(one.record.date), plain=plain).encode("utf-8", "replace")
    else:
        from harmonies_cli.report.sharing.shared_result import result_picture

        one = shared[0]
        yield result_picture(one.reading, one.found, side=how.side, dark=dark, narrow=narrow)
