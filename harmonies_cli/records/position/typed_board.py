"""Turn a typed board into a board of the rules, and report every fault with its place and remedy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from harmonies_cli.records.json.quoting import escape, quote
from harmonies_cli.records.notation import BoardForm, StackForm
from harmonies_cli.records.position.typed_stacks import (
    TOKENS_OF_NODE,
    colours_in,
    colours_remedy,
    column_name,
    length_problems,
    node_of,
    parts_of,
    stack_fault,
)
from harmonies_cli.records.problems import MOST_PROBLEMS, Problem, more_problems
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import NODE_OF

__all__ = ["TypedBoard", "no_such_space", "read_board"]

_MOST_COLUMNS = 26  # of those that are looked at
_MAY_BE_BROWN = {node for stack, node in NODE_OF.items() if "M" in stack and stack.replace("M", "T") in NODE_OF}
"""Stacks that are also possible if each M stands for a brown token."""


class TypedBoard(msgspec.Struct):
    """A typed board, after reading.

    Attributes
    ----------
    board
        Lanes, see `rules.board.sides`.
    stacks
        The node on each bit that is not empty.
    tokens
        Packed tokens of all stacks.
    problems
        Problems of the unreadable parts; the board has the rest.
    unread
        Bits of the spaces with an unreadable stack.
    """

    board: int = 0
    stacks: dict[int, int] = {}
    tokens: int = 0
    problems: list[Problem] = []
    unread: frozenset[int] = frozenset()

    def put(self, side: Side, bit: int, node: int) -> None:
        """Set a stack on a space."""
        self.board |= side.lane_bit[node][bit]
        self.stacks[bit] = node
        self.tokens += TOKENS_OF_NODE[node]


def read_board(side: Side, typed: BoardForm, player: int) -> TypedBoard:
    """Read a board in either form.

    Parameters
    ----------
    side
        The side of the board.
    typed
        Columns from the left, or stacks by space.
    player
        Number of the player, from 1.
    """
    found = TypedBoard()
    pointer = f"/players/{player - 1}/board"
    wrong: list[tuple[str, str, StackForm]] = []
    if isinstance(typed, list):
        _read_columns(side, typed, player, pointer, found, wrong)
    else:
        _read_spaces(side, typed, player, pointer, found, wrong)
    if wrong:
        found.problems += _stack_problems(side, found, wrong, player)
        found.unread |= {side.bit_of[space] for space, _, _ in wrong if space in side.bit_of}
    return found


def _read_columns(
    side: Side, typed: list[str], player: int, pointer: str, found: TypedBoard, wrong: list[tuple[str, str, StackForm]]
) -> None:
    columns = [column.split() for column in typed[:_MOST_COLUMNS]]
    if tuple(map(len, columns)) != side.columns:
        found.problems += length_problems(side, typed[:_MOST_COLUMNS], len(typed), player, pointer)
        found.unread |= _spaces_of_wrong_columns(side, columns)
        wrong += _stacks_of_wrong_columns(side, columns, pointer)
    for column, (words, bits) in enumerate(zip(columns, side.column_bits, strict=False)):
        if len(words) != len(bits):
            continue
        for bit, word in zip(bits, words, strict=True):
            node = node_of(word)
            if node is None:
                wrong.append((side.name_of[bit], f"{pointer}/{column}", word))
            elif node:
                found.board |= side.lane_bit[node][bit]
                found.stacks[bit] = node
                found.tokens += TOKENS_OF_NODE[node]


def no_such_space(side: Side, space: str, pointer: str, player: int) -> Problem:
    """Return the problem of a space that the side does not have."""
    from harmonies_cli.suggest import foreign_letters, in_latin

    lengths = ", ".join(map(str, side.columns))
    hint = f"side {side.name} has the columns a to {side.spaces[-1][0]} of {lengths} spaces"
    message = f"side {side.name} has no space {quote(space)}"
    others = [other.name for other in SIDES.values() if other is not side and space.lower() in other.bit_of]
    foreign = foreign_letters(space)
    if foreign:
        hint = f"write {quote(in_latin(space))}: {foreign}"
    elif others:
        hint += f"; side {others[0]} has {space.lower()}"
    return Problem("no-such-space", message, pointer=pointer, player=player, hint=hint)


def _read_spaces(
    side: Side,
    typed: dict[str, StackForm],
    player: int,
    pointer: str,
    found: TypedBoard,
    wrong: list[tuple[str, str, StackForm]],
) -> None:
    seen: dict[int, str] = {}
    for key, stack in typed.items():
        if len(found.problems) >= MOST_PROBLEMS:
            found.problems.append(more_problems(pointer, player))
            break
        bit = side.bit_of.get(key.strip())
        if bit is None:
            found.problems.append(no_such_space(side, key, f"{pointer}/{escape(key)}", player))
            continue
        space = side.name_of[bit]
        if bit in seen:
            message = f"the space {space} is given twice, as {quote(seen[bit])} and as {quote(key)}"
            place = f"{pointer}/{escape(key)}"
            found.problems.append(
                Problem("duplicate-key", message, pointer=place, player=player, space=space, hint="keep one")
            )
            continue
        seen[bit] = key
        node = node_of(stack)
        if node is None:
            wrong.append((space, f"{pointer}/{escape(key)}", stack))
        elif node:
            found.put(side, bit, node)
    if found.problems:  # the stack's space is unknown
        found.unread |= {*side.bit_of.values()} - found.stacks.keys()


def _stack_problems(
    side: Side, found: TypedBoard, wrong: list[tuple[str, str, StackForm]], player: int
) -> list[Problem]:
    problems = []

    def known(space: str) -> str | None:
        return space if space in side.bit_of else None

    by_colour = [(space, place, stack) for space, place, stack in wrong if colours_in(stack)]
    if by_colour:
        # A player who types colours does so everywhere: one message per board, not per stack.
        colours = set().union(*(colours_in(stack) for _, _, stack in by_colour))
        spaces = ", ".join(dict.fromkeys(space for space, _, _ in by_colour))
        doubtful = [side.name_of[bit] for bit, node in sorted(found.stacks.items()) if node in _MAY_BE_BROWN]
        message = (
            f"colours were typed ({', '.join(sorted(colours))}) where stacks of landscapes are expected: on {spaces}"
        )
        space, place, _ = by_colour[0]
        hint = colours_remedy(colours, doubtful)
        problems.append(
            Problem("stack-impossible", message, pointer=place, player=player, space=known(space), hint=hint)
        )
    with_comma = [(space, place, stack) for space, place, stack in wrong if _has_comma(stack)]
    if with_comma:
        spaces = ", ".join(dict.fromkeys(space for space, _, _ in with_comma))
        space, place, _ = with_comma[0]
        message = f"there are commas between the spaces of a column: on {spaces}"
        hint = "separate the spaces by blanks, without commas"
        problems.append(
            Problem("stack-impossible", message, pointer=place, player=player, space=known(space), hint=hint)
        )
    for space, place, stack in wrong:
        if not (colours_in(stack) or _has_comma(stack)):
            message, hint = stack_fault(stack)
            problems.append(
                Problem("stack-impossible", message, pointer=place, player=player, space=known(space), hint=hint)
            )
    return problems


def _has_comma(stack: StackForm) -> bool:
    """Return whether a word is a stack except for a comma after it."""
    return isinstance(stack, str) and stack[-1:] in (",", ";") and node_of(stack[:-1]) is not None


_MOST_STACKS = 25


def _spaces_of_wrong_columns(side: Side, columns: list[list[str]]) -> set[int]:
    """Return the bits of the unreadable spaces: those of missing columns, and of columns with a wrong length."""
    lengths = [len(words) for words in columns[: len(side.columns)]] + [0] * len(side.columns)
    return {bit for bits, length in zip(side.column_bits, lengths, strict=False) if length != len(bits) for bit in bits}


def _stacks_of_wrong_columns(side: Side, columns: list[list[str]], pointer: str) -> Iterator[tuple[str, str, str]]:
    """Yield column, pointer and word of each non-stack in columns of a wrong length, whose spaces are unknown."""
    wrong = (
        (column_name(column), f"{pointer}/{column}", word)
        for column, words in enumerate(columns)
        if not parts_of(" ".join(words))
        and 1 < len(words) != (side.columns[column] if column < len(side.columns) else 0)
        for word in words
        if node_of(word) is None
    )
    return islice(wrong, _MOST_STACKS)
