"""Cubes that could still be placed on a board, with the most points that they can bring, exactly."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from harmonies_cli.rules.board.cards import CARDS, CUBES
from harmonies_cli.rules.board.sides import bits

__all__ = ["OpenCubes", "best_cubes"]


class OpenCubes(NamedTuple):
    """Cubes to place, as pairs of card and bit, and the points they bring."""

    points: int
    cubes: tuple[tuple[int, int], ...]


def best_cubes(
    cards: Mapping[int, int], spots: Mapping[int, int], spirit_points: int, *, one_complete: Collection[int] = ()
) -> OpenCubes | None:
    """Return the cubes that bring the most points; in a tie, the most cubes.

    Parameters
    ----------
    cards
        Cards above the board, with the cubes placed of each.
    spots
        For each card the mask of the spaces where its cubes may be placed.
    spirit_points
        Points that the cube of a spirit brings.
    one_complete
        Cards, at least one of which must become complete; empty for no condition.

    Returns
    -------
    OpenCubes or None
        None if no such card can become complete.
    """
    open_cards = [card for card, placed in cards.items() if placed < CUBES[card] and spots[card]]
    gains = [_gains(card, cards[card], spots[card].bit_count(), spirit_points) for card in open_cards]
    ways = sorted(
        product(*(range(len(gain)) for gain in gains)),
        key=lambda way: (-sum(gain[number] for gain, number in zip(gains, way, strict=True)), -sum(way)),
    )
    for way in ways:
        if one_complete and not any(
            card in one_complete and cards[card] + number == CUBES[card]
            for card, number in zip(open_cards, way, strict=True)
        ):
            continue
        placed = _assign(way, [spots[card] for card in open_cards])
        if placed is not None:
            points = sum(gain[number] for gain, number in zip(gains, way, strict=True))
            return OpenCubes(points, tuple((open_cards[index], bit) for bit, index in sorted(placed.items())))
    return None


def _gains(card: int, placed: int, spaces: int, spirit_points: int) -> list[int]:
    """Return the points that 0, 1, 2 ... more cubes bring."""
    if CARDS[card].is_spirit:
        return [0, spirit_points]
    ladder = (0, *CARDS[card].points)
    most = min(CUBES[card], placed + spaces)
    return [ladder[number] - ladder[placed] for number in range(placed, most + 1)]


def _assign(numbers: Sequence[int], spots: Sequence[int]) -> dict[int, int] | None:
    """Assign each card its number of spaces, none shared (bipartite matching); None if there are too few."""
    owner: dict[int, int] = {}

    def finds(index: int, tried: set[int]) -> bool:
        for bit in bits(spots[index]):
            if bit not in tried:
                tried.add(bit)
                if bit not in owner or finds(owner[bit], tried):
                    owner[bit] = index
                    return True
        return False

    if all(finds(index, set()) for index, number in enumerate(numbers) for _ in range(number)):
        return owner
    return None
