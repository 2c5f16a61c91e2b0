"""The questions about final boards: the side, the players, and each board column by column."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from harmonies_cli.interview.card_questions import cards_of
from harmonies_cli.interview.question import (
    Given,
    Question,
    Script,
    board_so_far,
    choice,
    new_problems,
    player_name,
    table_questions,
)
from harmonies_cli.records.json.quoting import quote
from harmonies_cli.records.position.blank import empty_columns, record_head
from harmonies_cli.records.position.typed_stacks import EMPTY_WORD, node_of
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, side_named
from harmonies_cli.rules.board.tokens import EMPTY, STACKS, TOKENS

__all__ = ["position_script"]

_LETTERS = ", ".join(f"{token.letter} {token.landscape} ({token.colour})" for token in TOKENS)
_LEGEND = f"The letters: {_LETTERS}. Stacks are written from the bottom to the top."


def position_script(given: Given) -> Script:
    """Ask for a position.

    Parameters
    ----------
    given
        What need not be asked.
    """
    side = given.side or (
        yield choice("Side of the boards", "Side A has five columns and a river, side B seven and islands.", ("A", "B"))
    )
    record = record_head("position", side.upper())
    number = yield from table_questions(
        record,
        given,
        count_help="The number of boards on the table.",
        spirits_help="The ten cards with a rule of their own.",
    )
    for index in range(number):
        yield from _player(record, (yield from player_name(given, index)))
    return record


def _player(record: dict[str, Any], name: str) -> Generator[Question, str, None]:
    """Ask for a player's board, cards, cubes and claimed score, and put them into the record."""
    player: dict[str, Any] = {"name": name, "board": empty_columns(record["side"])}
    is_later = bool(record["players"])
    record["players"].append(player)
    side = side_named(record["side"])
    new: Sequence[str] = ()
    for number, rows in enumerate(side.columns):
        letter = COLUMN_LETTERS[number]

        def check(text: str, number: int = number) -> Sequence[Problem]:
            columns = player["board"]
            return new_problems(record, player | {"board": [*columns[:number], text, *columns[number + 1 :]]})

        column = yield Question(
            f"{name}, column {letter}, {rows} spaces from the top",
            f'The stacks of the column, separated by blanks, each from the bottom to the top: {_LETTERS}. "." is an '
            "empty space. For example: F TH . MMM W.",
            check,
            side=side.name,
            board=board_so_far(record, player) if number else None,
            new=new,
            note="" if number or is_later else _LEGEND,
        )
        player["board"][number] = " ".join(_letters(word) for word in column.split())
        new = [space for space in side.spaces if space[0] == letter]
    yield from cards_of(record, player, new)
    yield from _score(record, player)


def _letters(stack: str) -> str:
    return STACKS[node_of(stack) or EMPTY] or EMPTY_WORD


def _score(record: dict[str, Any], player: dict[str, Any]) -> Generator[Question, str, None]:
    def check(text: str) -> Sequence[Problem]:
        if not text:
            return []
        if not (text.isascii() and text.isdecimal() and len(text) <= 4):
            return [Problem("schema", f"{quote(text)} is no score", hint="answer the total, or nothing")]
        return new_problems(record, player | {"score": int(text)})

    text = yield Question(
        f"{player['name']}, score counted at the table (empty: none)",
        "The total on the pad. It is compared with the score of the board; an empty answer compares nothing.",
        check,
    )
    if text:
        player["score"] = int(text)
