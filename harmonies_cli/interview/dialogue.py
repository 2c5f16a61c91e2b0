"""The dialogue of an interview: messages, questions and commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Protocol

from harmonies_cli.interview.interview import Interview, may_be_kept
from harmonies_cli.interview.question import Question
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.picture.board_terminal import small_board
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import on_terminal, wrap_lines
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.safe_text import printable

__all__ = ["COMMANDS", "Speaker", "converse", "tell"]

COMMANDS = ("back", "quit", "help", "keep")
_COMMANDS_HELP = "back corrects the last answer, quit saves the answers for another time."
_WIDEST = 80


class Speaker(Protocol):
    """The user's end of the dialogue: a terminal, or a pipe.

    Attributes
    ----------
    terminal
        What it can show.
    """

    terminal: Terminal

    def ask(self, prompt: str, question: Question) -> str:
        """Return one line.

        Raises
        ------
        EOFError
            If there are no more.
        """

    def tell(self, line: str = "") -> None:
        """Show a line."""


def converse(interview: Interview, speaker: Speaker, save: Callable[[], None]) -> bool:
    """Ask until the record is complete.

    Parameters
    ----------
    interview
        Provides the questions, and takes the answers.
    speaker
        Shows the questions, and returns the answers.
    save
        Called after every accepted answer.

    Returns
    -------
    bool
        Whether the record is complete; False if the user quit.

    Raises
    ------
    EOFError
        If there are no more answers.
    """
    refused = ""
    drawn: Question | None = None
    while (question := interview.question) is not None:
        if question is not drawn:
            _draw(question, speaker)
            drawn = question
        text = speaker.ask(_for_terminal(f"{question.prompt}: ", speaker), question).strip()
        if text == "quit":
            return False
        if text == "back":
            if interview.back():
                save()
            else:
                tell("This is the first question.", speaker)
        elif text in ("help", "?"):
            tell(f"{question.help} {_COMMANDS_HELP}", speaker)
        else:
            insists = text == "keep" and refused != ""
            problems = interview.answer(refused if insists else text, keep=insists)
            refused = text if problems and may_be_kept(problems) else ""
            if problems:
                _print_problems(problems, speaker)
            else:
                save()
            continue
        refused = ""
    return True


def _for_terminal(text: str, speaker: Speaker) -> str:
    blank = " " if text.endswith(" ") else ""
    return on_terminal(printable(text), unicode=speaker.terminal.unicode) + blank


def tell(text: str, speaker: Speaker, part: str = "", *, indent: str = "  ") -> None:
    """Show a text in lines that fit the terminal.

    Parameters
    ----------
    text
        Any text, also a foreign one.
    speaker
        Shows it.
    part
        The part of a report that determines its paint (see `Terminal.paint`); empty for none.
    indent
        The start of each line.
    """
    for line in wrap_lines(_for_terminal(text, speaker), min(speaker.terminal.width, _WIDEST), indent):
        speaker.tell(speaker.terminal.paint(line, part) if part else line)


def _print_problems(problems: Sequence[Problem], speaker: Speaker) -> None:
    for problem, after in zip_longest(problems, problems[1:]):
        tell(f"{problem.space}: {problem.message}" if problem.space else problem.message, speaker, "fault")
        if problem.hint and (after is None or after.hint != problem.hint):
            tell(f"hint: {problem.hint}", speaker, "hint")
    if may_be_kept(problems):
        tell("keep saves the answer all the same; back returns to the cards.", speaker)


def _draw(question: Question, speaker: Speaker) -> None:
    if question.note:
        tell(question.note, speaker)
    if question.board is None:
        return
    side = side_named(question.side)
    speaker.tell()
    for line in small_board(side, question.board, speaker.terminal, new=question.new):
        speaker.tell(f"  {line.rstrip()}")
    speaker.tell()
