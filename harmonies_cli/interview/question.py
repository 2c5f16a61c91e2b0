"""One question of an interview."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harmonies_cli.records.boards import PlayerBoard
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.quoting import shown

__all__ = ["Check", "Question", "choice"]

Check = Callable[[str], Sequence[Problem]]
"""Gives what is wrong with an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what may be answered.

    Parameters
    ----------
    prompt
        The question, short.
    help
        What may be answered, in a sentence or two.
    check
        Gives what is wrong with an answer.
    completions
        Answers, or words of an answer, that a terminal may complete.
    by_word
        Whether each word of the answer is completed, in place of the whole.
    side, board
        The board so far, to be drawn before the question; None where there is none.
    new
        Spaces of it that came with the last answer.
    note
        How the last answer was understood, where that is not plain.
    """

    prompt: str
    help: str
    check: Check
    completions: Sequence[str] = ()
    by_word: bool = False
    side: str = "A"
    board: PlayerBoard | None = None
    new: Sequence[str] = ()
    note: str = ""


def choice(prompt: str, help_: str, answers: Sequence[str]) -> Question:
    """Return a question that has one of a few answers, in any case; their first letters will do."""

    def check(text: str) -> list[Problem]:
        if text and any(answer.casefold().startswith(text.casefold()) for answer in answers):
            return []
        expected = f"{', '.join(answers[:-1])} or {answers[-1]}"
        return [
            Problem(
                "schema", f"{shown(text)} is no answer" if text else "an answer is needed", hint=f"answer {expected}"
            )
        ]

    return Question(f"{prompt} ({'/'.join(answers)})", help_, check, answers)
