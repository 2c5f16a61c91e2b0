"""An interview: take answers one at a time, undo them, and keep a draft."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.interview.position_draft import position_script
from harmonies_cli.interview.question import Given, Question, Script
from harmonies_cli.interview.sheet_draft import sheet_script
from harmonies_cli.records.problems import Problem
from harmonies_cli.safe_text import printable

__all__ = ["Draft", "Interview", "draft_path", "may_be_kept", "read_draft"]


class Draft(msgspec.Struct, forbid_unknown_fields=True, tag_field="format", tag="harmonies-draft"):
    """The answers so far.

    Attributes
    ----------
    given
        The facts known beforehand.
    answers
        The answers, in order.
    """

    given: Given
    answers: list[str]

    def to_bytes(self) -> bytes:
        """Return the contents of the draft's file."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


def draft_path(path: str) -> Path:
    """Return the path of a record's draft."""
    return Path(f"{path}.draft")


def read_draft(path: Path) -> Draft | None:
    """Return the draft in a file; None without a file.

    Raises
    ------
    UsageError
        If the file cannot be read, or is not a draft.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Draft)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        name = printable(str(path))
        raise UsageError(f'the draft "{name}" cannot be read ({error}): give --fresh to start over') from None


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
