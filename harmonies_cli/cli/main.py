"""The command group, which loads each command's module when it is called."""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from harmonies_cli import __version__
from harmonies_cli.errors import HarmoniesError

__all__ = ["harmonies", "main", "print_versions"]


def print_versions(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the versions, and end the program."""
    if not value or ctx.resilient_parsing:
        return
    from hashlib import sha256

    from harmonies_cli.catalogue.explanations import rulings_version
    from harmonies_cli.cli.configuration import configuration_path
    from harmonies_cli.rules.board.cards import CARD_DATA, CARDS
    from harmonies_cli.rules.scoring.landscapes import RULE_SETS

    path = configuration_path()
    click.echo(f"harmonies-cli {__version__}")
    click.echo(f"rules: {', '.join(RULE_SETS)}; rulings version {rulings_version()}")
    click.echo(f"cards: {len(CARDS)}; data {sha256(CARD_DATA.read_bytes()).hexdigest()[:8]}")
    click.echo(f"configuration: {path}" + ("" if path.exists() else " (does not exist)"))
    ctx.exit()


_ALLOCATIONS = 100_000
"""New objects before Python searches for reference cycles; a game makes hundreds of objects, but no cycle."""
_COMMANDS = {
    "new": "Write a record to fill in, or ask for its contents.",
    "score": "Score final boards, or games, and explain the points.",
    "show": "Draw the boards, to compare with the photograph or the table.",
    "edit": "Type or click boards in the browser, and see the score as you go.",
    "verify": "Check recorded games against the rules.",
    "format": "Rewrite records in the standard layout, and correct typing slips.",
    "convert": "Convert logs saved from Board Game Arena, and logged plays, to records.",
    "share": "Share a result: a link and QR code for BG Stats, a message, a picture.",
    "replay": "Step through a game, or write it out turn by turn.",
    "review": "Show what each turn cost against the best found, and how certain that is.",
    "simulate": "Let programs play games.",
    "cards": "Look up the cards: points, habitats, names in five languages.",
    "rules": "Look up a ruling, and its effect in the two rule sets.",
    "export": "Write records as tables for analysis: Parquet, CSV, SQLite, spreadsheets.",
    "analyse": "Show which cards and strategies win, and how certain that is.",
    "samples": "Copy the sample records to a folder.",
    "completion": "Print the script that completes commands in a shell.",
}
"""The help line of each command, so listing commands loads none of them."""

_HELP = frozenset(("-h", "--help"))
CANNOT_RUN = 2
_FULL = frozenset((errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)))
"""Error numbers if standard output cannot take more; errors of files are caught where the files are written."""


class _ClosedPipeError(Exception):
    """The reader has closed the output."""


_ENDINGS = (".json", ".jsonl", ".gz", ".html", ".htm", ".zip", ".har", ".bgsplay", ".xml", ".xlsx")


def _is_like_a_file(word: str) -> bool:
    return word.lower().endswith(_ENDINGS) or os.sep in word


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"harmonies_cli.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in _COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from harmonies_cli.safe_text import printable
            from harmonies_cli.suggest import did_you_mean

            hint = did_you_mean(args[0], _COMMANDS)
            remedy = f" {hint.capitalize()}" if hint else ""
            if _is_like_a_file(args[0]):
                file = printable(args[0])
                remedy = f" To read a file, write harmonies score {file} or harmonies verify {file}."
            raise click.UsageError(f"No such command {args[0]!r}.{remedy}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        # Help and completion work even if the configuration is broken.
        if name and command and not ctx.resilient_parsing and _HELP.isdisjoint(rest):
            from harmonies_cli.cli.configuration import defaults_of

            ctx.default_map = {name: defaults_of(command, name, tuple(_COMMANDS))}
        return name, command, rest

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        found = [CompletionItem(name, help=line) for name, line in _COMMANDS.items() if name.startswith(incomplete)]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:  # which click would turn into the exit status of findings
            raise _ClosedPipeError from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 no findings, 1 findings, 2 could not run.",
    help="""Score, check and study games of the board game Harmonies.

    Records are JSON: final boards typed from a photograph, full move logs, or files saved from Board Game
    Arena. FILE may be a file, a folder, or - for standard input; .gz files are unpacked.
    """,
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_versions,
    help="Show the versions of the program, the rules and the cards, and exit.",
)
def harmonies() -> None:
    """Run ``harmonies``."""


def main(args: list[str] | None = None) -> None:
    """Run the command line; the user never sees a traceback.

    Parameters
    ----------
    args
        Arguments; by default those of the process.

    Raises
    ------
    SystemExit
        0 no findings, 1 findings, 2 could not run; 143 if terminated.
    """
    signal.signal(signal.SIGTERM, _end)
    # Each core already has a process, so threads for numpy's algebra would only make it load more slowly.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(_ALLOCATIONS, 20, 50)
    sys.exit(_run(args))


def _end(number: int, frame: object) -> NoReturn:
    """End as after any error: remove unfinished output and restore the terminal."""
    raise SystemExit(128 + number)


def _run(args: list[str] | None) -> int:
    try:
        found: Any = harmonies.main(args, prog_name="harmonies", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return found if isinstance(found, int) else 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        return CANNOT_RUN
    except HarmoniesError as error:
        click.echo(f"Error: {error}", err=True)
        return CANNOT_RUN
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        return CANNOT_RUN
    except (_ClosedPipeError, BrokenPipeError):
        # Otherwise Python itself complains about the closed pipe when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except Exception as error:
        from harmonies_cli.memory import NOT_ENOUGH, is_memory_shortage

        if is_memory_shortage(error):
            click.echo(f"Error: {NOT_ENOUGH}", err=True)
            return CANNOT_RUN
        if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
            click.echo(f"Error: cannot write to standard output: {error.strerror}", err=True)
            return CANNOT_RUN
        if os.environ.get("HARMONIES_DEBUG"):
            raise
        message = f"Error: {type(error).__name__}: {error}\nThis is a fault of harmonies-cli, not of your input."
        click.echo(f"{message} Set HARMONIES_DEBUG=1 to see where, and please report it.", err=True)
        return CANNOT_RUN
