"""``harmonies edit``."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harmonies_cli.cli.output import open_packed_output, refuse_other_ending
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import plural
from harmonies_cli.report.formats import FORMATS
from harmonies_cli.report.phrases import file_place, record_place
from harmonies_cli.safe_text import printable

if TYPE_CHECKING:
    from harmonies_cli.editor.access import Access

__all__ = ["edit"]


@click.command(
    help="""Type or click boards in the browser, and see the score as you go.

    The page is served to this machine alone, and nothing leaves it, unless --phone opens it to the local
    network. FILE is opened if it exists, and written when you save; without FILE the browser saves the record.
    Ctrl-C or the button Quit ends the editor.
    """,
)
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port of the page; by default one that belongs to FILE, else a free one.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
@click.option("--phone", is_flag=True, help="Serve the page to the local network, for a phone; the program asks first.")
@click.option(
    "--devices", type=click.IntRange(1, 16), default=1, show_default=True, help="With --phone: devices at a time."
)
def edit(file: str | None, port: int | None, no_browser: bool, phone: bool, devices: int) -> int:
    """Run ``harmonies edit``."""
    from harmonies_cli.editor.access import Access
    from harmonies_cli.editor.server import EditorServer
    from harmonies_cli.editor.session import EditingSession, NotAPositionError

    if file is not None and not Path(file).exists():
        refuse_other_ending(file, FORMATS["json"].endings, "a record")
    try:
        session = EditingSession(file, _write)
    except NotAPositionError as error:
        for problem in error.problems:
            place = ", ".join(filter(None, (file_place(printable(file or ""), None, problem), record_place(problem))))
            hint = f"\n  hint: {problem.hint}" if problem.hint else ""
            click.echo(f"{place}: {problem.code}: {problem.sentence}{hint}", err=True)
        raise
    access = _access_of_phone(devices) if phone else Access()
    with EditorServer(session, port, access) as server:
        try:
            click.echo(server.address)
            if phone:
                _show_code(server.address)
            where = "for devices of this network that have it" if phone else "on this machine only"
            click.echo(f"The editor is open at this address, {where}. Ctrl-C ends it.", err=True)
            with ExitStack() as until_the_end:
                if not (no_browser or phone):
                    _open_browser(server.redirect, until_the_end)
                server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)
    if session.saved_problems is None:
        click.echo("Ended without saving to a file.", err=True)
        return 0
    problems = session.saved_problems
    click.echo(f"{printable(file or '')} is saved; it has {problems or 'no'} {plural('problem', problems)}.", err=True)
    return int(problems > 0)


_MEANING = """\
The page will be served at {address}, to this network.
- The network carries it without encryption: whoever listens there can read the record and the secret in the address.
- Whoever has the address can read and save this one record, nothing else. Photographs stay on the phone.
- It ends with this program.
Use it only in a network that you trust."""


def _access_of_phone(devices: int) -> Access:
    from harmonies_cli.editor.access import Access, network_address

    address = network_address()
    click.echo(_MEANING.format(address=address), err=True)
    if not click.confirm("Serve the page to this network?", err=True):
        raise UsageError("not served: without --phone the page is for this machine alone")
    return Access(address, devices)


def _show_code(address: str) -> None:
    """Draw the address as a QR code, unless the terminal is too narrow or cannot show its blocks."""
    import shutil
    import sys

    from harmonies_cli.plays.qr_code import terminal_code
    from harmonies_cli.report.terminal import terminal_of

    terminal = terminal_of(sys.stderr)
    code = terminal_code(address, shutil.get_terminal_size().columns, level="m", colour=terminal.colour)
    if code is None or "utf" not in terminal.encoding.lower():
        click.echo("The terminal is too narrow for the QR code: type the address into the phone.", err=True)
    else:
        click.echo(code, err=True, color=True)


def _open_browser(redirect: str, until_the_end: ExitStack) -> None:
    import webbrowser
    from tempfile import TemporaryDirectory

    folder = until_the_end.enter_context(TemporaryDirectory(prefix="harmonies-"))  # which only its owner can enter
    page = Path(folder) / "editor.html"
    page.write_text(redirect, encoding="utf-8")
    webbrowser.open(page.as_uri())


def _write(path: str, data: bytes) -> None:
    with open_packed_output(path) as write:
        write(data)
