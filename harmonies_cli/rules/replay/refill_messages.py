"""Sentences about refills that are not what was due."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harmonies_cli.plurals import count_of, enumeration
from harmonies_cli.rules.board.tokens import LANES, TOKENS

__all__ = [
    "central_refill_wrong",
    "pouch_overdrawn",
    "row_refill_wrong",
    "start_central_wrong",
    "start_row_wrong",
    "start_spirits_wrong",
]


def _refill(sizes: Mapping[int, int]) -> str:
    if not sizes:
        return "no tokens"
    return enumeration((f"{number} on space {space}" for space, number in sorted(sizes.items())), "and")


def central_refill_wrong(due: Mapping[int, int], sizes: Mapping[int, int]) -> str:
    """Word ``refill-wrong`` for the central board."""
    return f"the central board is refilled with {_refill(sizes)}; due is {_refill(due)}"


def row_refill_wrong(due: int, number: int) -> str:
    """Word ``refill-wrong`` for the row."""
    return f"the row is refilled with {count_of(number, 'card')}; due {'are' if due != 1 else 'is'} {due}"


def start_central_wrong(spaces: int, sizes: Sequence[int]) -> str:
    """Word ``refill-wrong`` for the central board of the start."""
    start = enumeration(map(str, sizes), "and") if sizes else "no"
    return f"the central board starts with {start} tokens on its spaces; due are 3 on each of {spaces}"


def start_row_wrong(due: int, number: int) -> str:
    """Word ``refill-wrong`` for the row of the start."""
    return f"the row starts with {count_of(number, 'card')}; due are {due}"


def start_spirits_wrong(players: int, sizes: Sequence[int]) -> str:
    """Word ``refill-wrong`` for the spirits dealt."""
    dealt = enumeration(map(str, sizes), "and") if sizes else "no"
    return f"{dealt} spirits are dealt; due are 2 to each of {players} players"


def pouch_overdrawn(pouch: int) -> str:
    """Word ``pouch-overdrawn``."""
    over = [
        f"{token.in_box + 128 - (pouch // lane & 255)} {token.colour} ({token.letter})"
        for token, lane in zip(TOKENS, LANES, strict=True)
        if not pouch // lane & 128
    ]
    held = [str(token.in_box) for token, lane in zip(TOKENS, LANES, strict=True) if not pouch // lane & 128]
    return f"{enumeration(over, 'and')} tokens have been drawn; the box holds {enumeration(held, 'and')}"
