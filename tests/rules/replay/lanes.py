"""Boards in the tests: from names and stacks to the package's integers."""

from __future__ import annotations

from collections.abc import Mapping

from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import NODE_OF
from harmonies_cli.rules.scoring.landscapes import Board, split
from tests.rules.scoring.plain_rules import PlainBoard, name


def lanes(side: Side, stacks: Mapping[str, str]) -> int:
    """Return the board of stacks given by space."""
    return sum(side.lane_bit[NODE_OF[stack]][side.bit_of[space]] for space, stack in stacks.items())


def lanes_of(plain: PlainBoard) -> tuple[Side, int]:
    side = SIDES[plain.side]
    return side, lanes(side, {name(at): stack for at, stack in plain.stacks.items()})


def masks_of(plain: PlainBoard) -> tuple[Side, Board]:
    side, board = lanes_of(plain)
    return side, split(board)


def columns(side: Side, text: str) -> dict[str, str]:
    """Return the stacks of a board typed as columns, separated by slashes."""
    stacks = {}
    for letter, column in zip("abcdefg", text.split("/"), strict=False):
        for row, stack in enumerate(column.split(), 1):
            if stack != ".":
                stacks[f"{letter}{row}"] = stack
    assert set(stacks) <= set(side.spaces)
    return stacks
