"""The interview of `harmonies new --ask` on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import click

from harmonies_cli.cli.output import open_output
from harmonies_cli.errors import UsageError
from harmonies_cli.interview.interview import COMMANDS, Interview, Speaker, converse, tell
from harmonies_cli.interview.question import Draft, Given, Question, draft_path, read_draft
from harmonies_cli.plurals import count_of
from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.sources import standard_input
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.position.blank import layout_json, name_shared_schema
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.report.formats import Options, writer
from harmonies_cli.report.terminal import ColourChoice, Terminal, is_terminal, terminal_of
from harmonies_cli.safe_text import printable

__all__ = ["PipeSpeaker", "TerminalSpeaker", "ask_for_position", "speaker_of"]

_LONGEST_LINE = 10_000


def speaker_of(colour: ColourChoice) -> PipeSpeaker | TerminalSpeaker:
    """Return the speaker that fits standard input and output."""
    if is_terminal(sys.stdin) and is_terminal(sys.stdout):
        return TerminalSpeaker(terminal_of(sys.stdout, colour))
    return PipeSpeaker(terminal_of(sys.stderr, colour))


class PipeSpeaker:
    """Reads a line of standard input for each answer, and leaves standard output to the results.

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
        line = standard_input().readline(_LONGEST_LINE)
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
        """Return the line that the user types."""
        if self._readline is not None:
            _complete(self._readline, question)
        while True:
            try:
                # Otherwise a broken character of another encoding would end up in the record.
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
        *before, typed = text.rsplit(",", 1)  # the last card of a line
        head = "".join(f"{part}, " for part in before)
        found = [head + choice for choice in choices if choice.casefold().startswith(typed.strip().casefold())]
        return f"{found[0]} " if len(found) == 1 and not state else found[state] if state < len(found) else None

    readline.set_completer_delims(" " if question.by_word else "")
    readline.set_completer(completer)


_CANNOT_RUN = 2
_DEFAULT = "position"


def ask_for_position(given: Given, output: str | None, *, fresh: bool, force: bool, colour: ColourChoice) -> int:
    """Ask for a position, write it, and show its scoresheet.

    Parameters
    ----------
    given
        The facts known beforehand.
    output
        The file to write; None for the first of ``position.json``, ``position-2.json``, ... that does not exist.
    fresh
        Whether to start over if there is a draft.
    force
        Whether an existing file may be overwritten.
    colour
        The user's choice.

    Returns
    -------
    int
        Exit status: 2 if the answers ended before the record was complete.
    """
    path = _free_name() if output is None else output
    if path == "-":
        raise UsageError("--ask needs a file, beside which it keeps the draft: give -o PATH")
    if Path(path).exists() and not force:
        raise UsageError(f'"{printable(path)}" already exists: give --force to overwrite it')
    draft = draft_path(path)
    speaker = speaker_of(colour)
    interview = _begin(given, draft, speaker, fresh=fresh)
    shown = printable(str(draft))

    def save() -> None:
        with open_output(str(draft)) as write:
            write(Draft(interview.given, interview.answers).to_bytes())

    save()  # report an unwritable place before the first question
    try:
        known = converse(interview, speaker, save)
    except (EOFError, KeyboardInterrupt) as stop:
        speaker.tell()
        tell(f"The answers are kept in {shown}; the same command continues from there.", speaker, indent="")
        if isinstance(stop, KeyboardInterrupt):
            raise
        return _CANNOT_RUN
    if not known or interview.record is None:
        tell(f"Saved in {shown}; the same command continues from there.", speaker, indent="")
        return 0
    found = _finish(interview.record, path, colour)
    draft.unlink(missing_ok=True)
    name = printable(path)
    reasons = "" if interview.given.sheet else f"; harmonies score {name} --explain shows the reasons"
    tell(f"Saved as {name}{reasons}.", speaker, indent="")
    return found


def _free_name() -> str:
    number = 1
    while Path(name := f"{_DEFAULT}{'' if number == 1 else f'-{number}'}.json").exists():
        number += 1
    return name


def _begin(given: Given, draft: Path, speaker: Speaker, *, fresh: bool) -> Interview:
    """Return the interview of a draft, or a new interview."""
    stored = None if fresh else read_draft(draft)
    shown = printable(str(draft))
    if stored is None:
        what = "A paper score sheet, player by player" if given.sheet else "Final boards, column by column"
        tell(f"{what}. help explains a question, back corrects, quit saves.", speaker, indent="")
        return Interview(given)
    if given not in (Given(), Given(sheet=stored.given.sheet), stored.given):
        raise UsageError(f'the draft "{shown}" was started with other options: leave these out, or give --fresh')
    interview = Interview(stored.given)
    interview.resume(stored.answers)
    number = len(interview.answers)
    tell(
        f"Continuing from {shown}, {count_of(number, 'answer')} so far; back corrects, quit saves.",
        speaker,
        indent="",
    )
    return interview


def _finish(record: dict[str, Any], path: str, colour: ColourChoice) -> int:
    """Write the record, and the scoresheet to standard output."""
    name_shared_schema(record, path)
    data = layout_json(record).encode()
    with open_output(path) as write:
        write(data)
    assessed = assess(read_document(Document(path, None, data), ReadOptions()), AssessOptions(explain=False))
    with open_output(None) as write:
        write(b"\n" * is_terminal(sys.stdout))
        out = writer("text", write, Options(terminal=terminal_of(sys.stdout, colour)))
        out.begin()
        out.add(assessed, solo=record.get("solo") is True)
        out.end()
    return int(assessed.verdict != "legal")
