"""An interview: it takes answers one at a time and undoes them, in a dialogue with messages, questions and commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, Protocol

from harmonies_cli.interview.position_draft import position_script
from harmonies_cli.interview.question import Given, Question, Script
from harmonies_cli.interview.sheet_draft import sheet_script
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.picture.board_terminal import small_board
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import on_terminal, wrap_lines
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.safe_text import printable

__all__ = ["COMMANDS", "Interview", "Speaker", "converse", "may_be_kept", "tell"]

_MAY_BE_KEPT = frozenset(("score-mismatch",))
"""Problems that may come from the table and not from the answer."""


class Interview:
    """Asks for final boards, or for a paper score sheet, question by question.

    Parameters
    ----------
    given
        The facts known beforehand, which it does not ask for.

    Attributes
    ----------
    answers : list of str
        The accepted answers.
    question : Question or None
        The next question; None when the record is complete.
    record : dict or None
        The position, when complete.
    """

    def __init__(self, given: Given) -> None:
        self.given = given
        self.answers: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self.record: dict[str, Any] | None = None
        self._script: Script = (sheet_script if self.given.sheet else position_script)(self.given)
        self.question: Question | None = next(self._script)

    def answer(self, text: str, *, keep: bool = False) -> Sequence[Problem]:
        """Accept an answer to the question, unless something is wrong with it.

        Parameters
        ----------
        text
            The answer.
        keep
            Whether to accept a score that disagrees with the board.

        Returns
        -------
        sequence of Problem
            The problems of the answer; with any, the question stays.
        """
        assert self.question is not None
        problems = self.question.check(text)
        if problems and not (keep and may_be_kept(problems)):
            return problems
        self._take(text)
        return ()

    def _take(self, text: str) -> None:
        self.answers.append(text)
        try:
            self.question = self._script.send(text)
        except StopIteration as end:
            self.question, self.record = None, end.value

    def back(self) -> bool:
        """Undo the last answer; return whether there was one."""
        if not self.answers:
            return False
        kept, self.answers = self.answers[:-1], []
        self._begin()
        for text in kept:
            self._take(text)
        return True

    def resume(self, answers: Sequence[str]) -> None:
        """Take the answers of a draft, up to the first with a problem."""
        for text in answers:
            if self.question is None or self.answer(text, keep=True):
                return


def may_be_kept(problems: Sequence[Problem]) -> bool:
    """Return whether a user who insists may keep an answer with these problems."""
    return all(problem.code in _MAY_BE_KEPT for problem in problems)


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
