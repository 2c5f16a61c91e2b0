"""``harmonies edit``."""

from __future__ import annotations

import click

from harmonies_cli.cli.output import open_packed_output
from harmonies_cli.plurals import plural
from harmonies_cli.report.phrases import file_place, record_place
from harmonies_cli.safe_text import printable

__all__ = ["edit"]


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the page; any free one by default.")
@click.option("--no-browser", is_flag=True, help="Only print the address of the page.")
def edit(file: str | None, port: int, no_browser: bool) -> int:
    """Type boards in the browser: click, score as you go, save.

    The page is served to this machine alone, and nothing leaves it. FILE is opened if it exists, and written
    when you save; without FILE the browser saves the record. The editor ends with Ctrl-C or its button Quit.
    """
    from harmonies_cli.editor.server import EditorServer
    from harmonies_cli.editor.session import EditingSession, NotAPositionError

    try:
        session = EditingSession(file, _write)
    except NotAPositionError as error:
        for problem in error.problems:
            place = ", ".join(filter(None, (file_place(printable(file or ""), None, problem), record_place(problem))))
            hint = f"\n  hint: {problem.hint}" if problem.hint else ""
            click.echo(f"{place}: {problem.code}: {problem.message}{hint}", err=True)
        raise
    with EditorServer(session, port) as server:
        click.echo(server.address)
        click.echo("The editor is open at this address, on this machine only. Ctrl-C ends it.", err=True)
        if not no_browser:
            import webbrowser

            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("", err=True)
    if session.saved_problems is None:
        click.echo("Ended without saving to a file.", err=True)
        return 0
    problems = session.saved_problems
    click.echo(f"{printable(file or '')} is saved; it has {problems or 'no'} {plural('problem', problems)}.", err=True)
    return int(problems > 0)


def _write(path: str, data: bytes) -> None:
    with open_packed_output(path) as write:
        write(data)
