"""The points of the Nature's Spirit cards (docs/rules.md 7), whose rules are in data/cards.json."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from harmonies_cli.rules.board.cards import CARDS, SpiritRule
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.scoring.landscapes import Board

__all__ = ["SpiritItem", "spirit_items", "spirit_ladder", "spirit_points"]

SpiritItem = tuple[int, int, str]
"""The spaces (mask), the points, and the feature, like ``"field of 3"``."""

_BY_HEIGHT: dict[str, Callable[[Board], tuple[int, int, int]]] = {
    "tree": lambda board: (board.tree1, board.tree2, board.tree3),
    "mountain": lambda board: (board.mountain1, board.mountain2, board.mountain3),
}
_BY_SPACE: dict[str, Callable[[Board], int]] = {
    "field": lambda board: board.field,
    "building": lambda board: board.building,
    "water": lambda board: board.water,
}


@cache
def spirit_ladder(card: int) -> tuple[int, ...]:
    """Return a spirit's points by size or height, from 1; the last entry also covers larger ones."""
    rule = _rule(card)
    steps = rule.by_size or rule.by_height or {"1+": rule.each}
    points: list[int] = []
    for size, value in steps.items():
        first, _, _ = size.partition("+")
        points += [value] * (int(first) - len(points))
    return tuple(points)


def _rule(card: int) -> SpiritRule:
    rule = CARDS[card].scoring
    if rule is None:
        raise ValueError(f"{CARDS[card].id} is not a Nature's Spirit card")
    return rule


def _at(ladder: tuple[int, ...], size: int) -> int:
    return ladder[min(size, len(ladder)) - 1]


def spirit_points(side: Side, card: int, board: Board) -> int:
    """Return the points of a spirit on a board if its cube has been placed.

    Parameters
    ----------
    side
        The side of the board.
    card
        Index in `CARDS` of the spirit.
    board
        Masks by kind of stack.
    """
    rule = _rule(card)
    if rule.per == "height":
        masks = _BY_HEIGHT[rule.feature](board)
        return sum(mask.bit_count() * points for mask, points in zip(masks, spirit_ladder(card), strict=True))
    mask = _BY_SPACE[rule.feature](board)
    if rule.per == "token":
        return rule.each * mask.bit_count()
    ladder = spirit_ladder(card)
    return sum(_at(ladder, group.bit_count()) for group in side.groups(mask))


def spirit_items(side: Side, card: int, board: Board) -> Iterator[SpiritItem]:
    """Yield an item for each group, tree, mountain or token that a spirit scores, in board order by kind."""
    rule = _rule(card)
    if rule.per == "height":
        for height, mask in enumerate(_BY_HEIGHT[rule.feature](board), 1):
            for group in _single(mask):
                yield group, _at(spirit_ladder(card), height), f"{rule.feature} of height {height}"
        return
    mask = _BY_SPACE[rule.feature](board)
    if rule.per == "token":
        for token in _single(mask):
            yield token, rule.each, f"{rule.feature} token"
        return
    for group in side.groups(mask):
        size = group.bit_count()
        yield group, _at(spirit_ladder(card), size), f"{rule.feature} group of {size}"


def _single(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1
