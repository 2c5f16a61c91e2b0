"""Questions asked on a terminal, with completion where it can be had, or through a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

import click

from harmonies_cli.interview.dialogue import COMMANDS
from harmonies_cli.interview.question import Question
from harmonies_cli.report.terminal import ColourChoice, Terminal, terminal_of

__all__ = ["PipeSpeaker", "TerminalSpeaker", "speaker_of"]

_LONGEST_LINE = 10_000


def speaker_of(colour: ColourChoice) -> PipeSpeaker | TerminalSpeaker:
    """Return what fits standard input and output."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalSpeaker(terminal_of(sys.stdout, colour))
    return PipeSpeaker(terminal_of(sys.stderr, colour))


class PipeSpeaker:
    """Takes a line of standard input for each answer, and keeps standard output free for the results.

    Parameters
    ----------
    terminal
        What standard error can show.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    def ask(self, prompt: str, question: Question) -> str:
        """Return the next line."""
        self.tell(prompt)
        line = sys.stdin.buffer.readline(_LONGEST_LINE)
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace")

    def tell(self, line: str = "") -> None:
        """Write a line to standard error."""
        click.echo(line, err=True)


class TerminalSpeaker:
    """Asks on a terminal, where the arrow keys and completion work if Python has readline.

    Parameters
    ----------
    terminal
        What it can show.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._readline = _readline()

    def ask(self, prompt: str, question: Question) -> str:
        """Return what is typed."""
        if self._readline is not None:
            _complete(self._readline, question)
        while True:
            try:
                # Half characters of another encoding would stand in the record for good.
                return input(prompt).encode("utf-8", "replace").decode()
            except UnicodeDecodeError:
                self.tell("  That could not be read as text.")

    def tell(self, line: str = "") -> None:
        """Write a line."""
        click.echo(line, color=True)


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:
        return None
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    return readline


def _complete(readline: ModuleType, question: Question) -> None:
    choices: Sequence[str] = (*question.completions, *COMMANDS)

    def completer(text: str, state: int) -> str | None:
        typed = text.casefold()
        found = [choice for choice in choices if choice.casefold().startswith(typed)]
        return f"{found[0]} " if len(found) == 1 and not state else found[state] if state < len(found) else None

    readline.set_completer_delims(" " if question.by_word else "")
    readline.set_completer(completer)
