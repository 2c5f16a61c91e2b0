"""Questions of an interview, the checks of their answers, and the draft of the answers so far."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import enumeration
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.notation import Position
from harmonies_cli.records.position.assess_position import score_position
from harmonies_cli.records.position.typed_board import read_board
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.tokens import STACKS
from harmonies_cli.safe_text import printable

__all__ = [
    "Check",
    "Draft",
    "Given",
    "Question",
    "Script",
    "board_so_far",
    "choice",
    "draft_path",
    "new_problems",
    "player_name",
    "read_draft",
    "table_questions",
]

Check = Callable[[str], Sequence[Problem]]
"""Returns the problems of an answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and its possible answers.

    Parameters
    ----------
    prompt
        The question, short.
    help
        The possible answers, in a sentence or two.
    check
        Returns the problems of an answer.
    completions
        Answers, or words of an answer, that a terminal can complete.
    by_word
        Whether to complete each word of the answer instead of the whole.
    side, board
        The board so far, drawn before the question; None if there is none.
    new
        Spaces of the board from the last answer.
    note
        The program's reading of the last answer, if it is not obvious.
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


Script = Generator[Question, str, dict[str, Any]]
"""Yields questions, takes answers that have been checked, and returns the record."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts known beforehand, which the interview does not ask for.

    Attributes
    ----------
    side
        ``"A"`` or ``"B"``.
    players
        Number of players.
    names
        Names of all or of the first players.
    solo
        Whether it was a solo game.
    spirits
        Whether it was played with Nature's Spirit cards.
    sheet
        Whether to ask for a paper score sheet instead of boards.
    """

    side: str | None = None
    players: int | None = None
    names: list[str] = []
    solo: bool = False
    spirits: bool | None = None
    sheet: bool = False


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


def choice(prompt: str, help_: str, answers: Sequence[str]) -> Question:
    """Return a question with a few fixed answers, whose first letter is enough; case does not matter."""

    def check(text: str) -> list[Problem]:
        if text and any(answer.casefold().startswith(text.casefold()) for answer in answers):
            return []
        return [
            Problem(
                "schema",
                f"{quote(text)} is not an answer" if text else "an answer is needed",
                hint=f"answer {enumeration(answers)}",
            )
        ]

    return Question(f"{prompt} ({'/'.join(answers)})", help_, check, answers)


def yes(prompt: str, help_: str) -> Generator[Question, str, bool]:
    """Ask a yes-or-no question."""
    answer = yield choice(prompt, help_, ("yes", "no"))
    return answer.casefold().startswith("y")


def name_question(player: int) -> Question:
    """Return the question for the name of a player, numbered from 1."""

    def check(text: str) -> Sequence[Problem]:
        if printable(text.strip('"')):
            return []
        return [Problem("schema", "a name is needed", hint="one letter is enough")]

    return Question(f"Name of player {player}", "Any name. Put one that is a command, like back, in quotes.", check)


def table_questions(
    record: dict[str, Any], given: Given, *, count_help: str, spirits_help: str
) -> Generator[Question, str, int]:
    """Ask for the number of players, solo and spirits, put them into the record, and return the number.

    Parameters
    ----------
    record
        The record so far.
    given
        The facts known beforehand.
    count_help, spirits_help
        The help texts of two questions.
    """
    number = given.players or int((yield choice("How many players", count_help, ("1", "2", "3", "4"))))
    if number == 1 and (given.solo or (yield from yes("A solo game", "A solo game is scored in suns."))):
        record["solo"] = True
    spirits = given.spirits
    if spirits is None:
        spirits = yield from yes("Played with Nature's Spirit cards", spirits_help)
    record["spirits"] = spirits
    record["players"] = []
    return number


def player_name(given: Given, index: int) -> Generator[Question, str, str]:
    """Return the name of a player, by an index from 0, and ask for it unless it is given."""
    if index < len(given.names):
        return given.names[index]
    typed = yield name_question(index + 1)
    return printable(typed.strip('"'))


def new_problems(record: dict[str, Any], player: dict[str, Any]) -> list[Problem]:
    """Return the problems that replacing a record's last player adds.

    Parameters
    ----------
    record
        The record so far.
    player
        Its last player, with the answer.
    """
    before = set(_problems(record))
    changed = record | {"players": [*record["players"][:-1], player]}
    return [problem for problem in _problems(changed) if problem not in before]


def _problems(record: dict[str, Any]) -> list[Problem]:
    return score_position(msgspec.convert(record, Position), "rulebook", explain=False).problems


def board_so_far(record: dict[str, Any], player: dict[str, Any]) -> PlayerBoard:
    """Return a player's board, from the answers so far."""
    side = side_named(record["side"])
    typed = read_board(side, player["board"], 1)
    stacks = {side.name_of[bit]: STACKS[node] for bit, node in typed.stacks.items()}
    return PlayerBoard(len(record["players"]), player["name"], stacks, cubes={})
