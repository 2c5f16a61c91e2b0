"""Which points a row of the pad can have at all, whatever the board (docs/rules.md, 1 to 3 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import TOKENS

__all__ = ["animal_points", "why_impossible"]

_IN_BOX = {token.letter: token.in_box for token in TOKENS}
_HEIGHTS = (1, 3, 7)
"""Points of trees and mountains by height."""
_STEP = 5
"""Points of a field, a building, an island."""
_RIVER = (0, 2, 5, 8, 11, 15)
_RIVER_BEYOND = 4


def why_impossible(row: str, points: int, side: str | None = None) -> str | None:
    """Return why no board gives these points for a row; None where one may.

    Parameters
    ----------
    row
        A row of the pad.
    points
        The points.
    side
        The side of the boards; None where it is unknown, so that either may give the points.
    """
    if points < 0:
        return "points are never negative"
    if row in ("fields", "buildings"):
        if points % _STEP:
            return f"each counts {_STEP} points"
        # A field is two tokens or more; a building needs one red token and another token below it.
        return _over(points, _STEP * (_IN_BOX["F"] // 2 if row == "fields" else _IN_BOX["H"]))
    if row == "trees":
        return _over(points, _most_in_stacks(_IN_BOX["T"], _IN_BOX["L"]))
    if row == "mountains":
        high, rest = divmod(_IN_BOX["M"], len(_HEIGHTS))
        return _over(points, high * _HEIGHTS[-1] + (_HEIGHTS[rest - 1] if rest else 0))
    if row == "water":
        found = [_why_no_water(points, each) for each in ([side] if side else SIDES)]
        return None if None in found else found[0]
    return None


def animal_points(cards: Sequence[tuple[int, int]] | None) -> int:
    """Return the set of points that animal cards can give, as bits.

    Parameters
    ----------
    cards
        Index in `CARDS` and number of cubes placed; None where the cards are unknown, so that each may lie there.
    """
    if cards is None:
        return _of_any_cards()
    return 1 << sum((0, *CARDS[card].points)[placed] for card, placed in cards if not CARDS[card].is_spirit)


@cache
def _of_any_cards() -> int:
    reached = 1
    for card in CARDS:
        if not card.is_spirit:
            before = reached
            for points in card.points:
                reached |= before << points
    return reached


def _over(points: int, most: int) -> str | None:
    return f"the tokens of the box are worth {most} at most" if points > most else None


def _most_in_stacks(trunks: int, leaves: int) -> int:
    """Return the most points of trees: as many high ones as there are trunks for, a leaf on each."""
    high, rest = divmod(trunks, 2)
    low = max(0, leaves - high - rest)
    return high * _HEIGHTS[2] + rest * _HEIGHTS[1] + low * _HEIGHTS[0]


def _why_no_water(points: int, side: str) -> str | None:
    if SIDES[side].has_islands:
        if points % _STEP or not points:
            return f"each island counts {_STEP} points, and there is one at least"
        return _over(points, _STEP * (len(SIDES[side].spaces) - 1))
    longest = min(_IN_BOX["W"], len(SIDES[side].spaces))
    beyond = range(_RIVER[-1], _RIVER[-1] + _RIVER_BEYOND * (longest - len(_RIVER)) + 1, _RIVER_BEYOND)
    if points in _RIVER or points in beyond:
        return None
    return f"a river counts {', '.join(map(str, _RIVER))}, and {_RIVER_BEYOND} for each token beyond"
