"""Faults of a board typed column by column if the columns do not fit the side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from harmonies_cli.plurals import count_of
from harmonies_cli.records.position.typed_stacks import node_of
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.board.sides import SIDES, Side

__all__ = ["length_problems", "spaces_of_wrong_columns", "stacks_of_wrong_columns"]

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_MOST_STACKS = 25


def length_problems(side: Side, typed: list[str], number: int, player: int, pointer: str) -> list[Problem]:
    """Return the problems of columns that are too many or too few, too long or too short.

    Parameters
    ----------
    side
        The side of the board.
    typed, number
        The first columns, and the number of all columns.
    player, pointer
        Number of the player, from 1, and place of the board.
    """
    lengths = tuple(len(column.split()) for column in typed)
    for other in SIDES.values():
        if lengths == other.columns:
            message = f"the columns have {_numbers(lengths)} spaces: that is side {other.name}, not side {side.name}"
            hint = f'did you mean "side": "{other.name}"?'
            return [Problem("column-length", message, pointer=pointer, player=player, hint=hint)]
    problems = []
    meant = _side_meant(side, lengths)
    if len(lengths) != len(side.columns):
        message = f"the board has {count_of(number, 'column')}, but side {side.name} has {len(side.columns)}"
        hint = "write the columns from left to right, each as a string of its own"
        if meant is not side:
            hint = f'side {meant.name} has {len(lengths)} columns: did you mean "side": "{meant.name}"?'
        problems.append(Problem("column-length", message, pointer=pointer, player=player, hint=hint))
    for column, (text, length, due) in enumerate(zip(typed, lengths, meant.columns, strict=False)):
        if length != due:
            message = f"{_name(column)} has {count_of(length, 'space')}, but on side {meant.name} it has {due}"
            parts = parts_of(text)
            if length != len(parts) == due:
                hint = f'separate the spaces by blanks: "{" ".join(parts)}"'
            elif length == 1 and len(text.strip()) == due:
                hint = f'separate the spaces by blanks: "{" ".join(text.strip())}"'
            elif length < due:
                hint = 'write "." for an empty space'
            else:
                hint = "the tokens of one stack are written without blanks between them"
            place = f"{pointer}/{column}"
            problems.append(Problem("column-length", message, pointer=place, player=player, hint=hint))
    return problems


def parts_of(column: str) -> list[str]:
    """Return the stacks of a column separated by signs other than blanks; empty if it has anything else."""
    parts = [part for part in re.split(r"[,;|/\s]+", column) if part]
    return parts if all(node_of(part) is not None for part in parts) else []


def _side_meant(side: Side, lengths: tuple[int, ...]) -> Side:
    """Return the side that the author meant: the named one, unless number and length of the columns fit the other."""

    def fitting(other: Side) -> int:
        return sum(length == due for length, due in zip(lengths, other.columns, strict=False))

    if len(lengths) != len(side.columns):
        for other in SIDES.values():
            if len(lengths) == len(other.columns) and fitting(other) > fitting(side):
                return other
    return side


def spaces_of_wrong_columns(side: Side, columns: list[list[str]]) -> set[int]:
    """Return the bits of the unreadable spaces: those of missing columns, and of columns with a wrong length."""
    lengths = [len(words) for words in columns[: len(side.columns)]] + [0] * len(side.columns)
    return {bit for bits, length in zip(side.column_bits, lengths, strict=False) if length != len(bits) for bit in bits}


def stacks_of_wrong_columns(side: Side, columns: list[list[str]], pointer: str) -> Iterator[tuple[str, str, str]]:
    """Yield column, pointer and word of each non-stack in columns of a wrong length, whose spaces are unknown."""
    wrong = (
        (_name(column), f"{pointer}/{column}", word)
        for column, words in enumerate(columns)
        if not parts_of(" ".join(words))
        and 1 < len(words) != (side.columns[column] if column < len(side.columns) else 0)
        for word in words
        if node_of(word) is None
    )
    return islice(wrong, _MOST_STACKS)


def _name(column: int) -> str:
    return f"column {_ALPHABET[column] if column < len(_ALPHABET) else column + 1}"


def _numbers(lengths: tuple[int, ...]) -> str:
    return ", ".join(map(str, lengths))
