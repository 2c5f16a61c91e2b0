"""The possible points of each row of the pad, on any board (docs/rules.md, 1 to 3 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.rules.scoring.game_end import suns
from harmonies_cli.rules.scoring.scoresheet import LANDSCAPE_ROWS
from harmonies_cli.rules.scoring.spirits import spirit_ladder

__all__ = ["animal_points", "possible_suns", "spirit_row_points", "why_impossible"]

_IN_BOX = {token.letter: token.in_box for token in TOKENS}
_HEIGHTS = (1, 3, 7)
"""Points of trees and mountains by height."""
_STEP = 5
"""Points of a field, a building, or an island."""
_BEYOND = 1000
"""More points than any row of landscapes can have."""
_RIVER = (0, 2, 5, 8, 11, 15)
_RIVER_BEYOND = 4
_PIECE = {"field": "F", "building": "H", "water": "W", "mountain": "M", "tree": "L"}
"""The token that each landscape of a spirit needs: a mountain needs one for each level, a tree one leaf."""


def why_impossible(row: str, points: int, side: str | None = None) -> str | None:
    """Return the reason why no board gives these points for a row; None if a board can.

    Parameters
    ----------
    row
        A row of the pad.
    points
        The points.
    side
        The side of the boards; None if unknown: either side may give the points.
    """
    if points < 0:
        return "points are never negative"
    if row in ("fields", "buildings"):
        if points % _STEP:
            return f"each counts {_STEP} points"
        # A field has two tokens or more; a building needs a red token and another token below it.
        return _over(points, _STEP * (_IN_BOX["F"] // 2 if row == "fields" else _IN_BOX["H"]))
    if row == "trees":
        return _over(points, _most_in_stacks(_IN_BOX["T"], _IN_BOX["L"]))
    if row == "mountains":
        high, rest = divmod(_IN_BOX["M"], len(_HEIGHTS))
        return _over(points, high * _HEIGHTS[-1] + (_HEIGHTS[rest - 1] if rest else 0))
    if row == "water":
        found = [_why_no_water(points, each) for each in ([side] if side else SIDES)]
        return None if None in found else found[0]
    if row in ("landscapes", "total"):
        return _over(points, _most_of_sum(row, side))
    return None


@cache
def _most_of_sum(row: str, side: str | None) -> int:
    """Return an upper bound of a sum, from the most points of each row; perhaps no board reaches them all."""
    most = sum(max(each for each in range(_BEYOND) if not why_impossible(part, each, side)) for part in LANDSCAPE_ROWS)
    if row == "total":
        most += animal_points(None).bit_length() - 1 + spirit_row_points(None).bit_length() - 1
    return most


def animal_points(cards: Sequence[tuple[int, int]] | None) -> int:
    """Return the set of possible points of animal cards, as bits.

    Parameters
    ----------
    cards
        Index in `CARDS` and number of cubes placed; None if unknown: any card may be there.
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


@cache
def spirit_row_points(card: int | None) -> int:
    """Return the set of possible points of the spirit row after the spirit's cube is placed, as bits.

    The tokens of the box are the bound, not the shape of a board: some points may need more room than a board has.

    Parameters
    ----------
    card
        Index in `CARDS` of the spirit; None if unknown: it may be any, or have no cube.
    """
    if card is None:
        return 1 | reduce(or_, (spirit_row_points(index) for index, each in enumerate(CARDS) if each.is_spirit))
    rule = CARDS[card].scoring
    assert rule is not None
    tokens = _IN_BOX[_PIECE[rule.feature]]
    within = [1] * (tokens + 1)
    for size, points in enumerate(spirit_ladder(card), 1):
        needed = 1 if rule.feature == "tree" else size
        for used in range(needed, tokens + 1):
            within[used] |= within[used - needed] << points
    return within[-1]


def possible_suns(total: int, side: str | None, *, spirits: bool | None, spirit: int | None) -> frozenset[int]:
    """Return the possible suns of a solo game with this total.

    Parameters
    ----------
    total
        The points.
    side
        The side; None if unknown.
    spirits
        Whether spirit cards were in play; None if unknown.
    spirit
        Index in `CARDS` of the spirit chosen; None if unknown.
    """
    if spirit is not None:
        kinds: list[int | None] = [spirit]
    else:
        kinds = [index for index, card in enumerate(CARDS) if card.is_spirit and spirits is not False]
        kinds += [None] if not spirits else []
    sides = [SIDES[side]] if side else list(SIDES.values())
    return frozenset(suns(each, total, kind) for each in sides for kind in kinds)


def _over(points: int, most: int) -> str | None:
    return f"the tokens of the box give at most {most}" if points > most else None


def _most_in_stacks(trunks: int, leaves: int) -> int:
    """Return the most points of trees: as many tall trees as the trunks allow, with a leaf on each."""
    high, rest = divmod(trunks, 2)
    low = max(0, leaves - high - rest)
    return high * _HEIGHTS[2] + rest * _HEIGHTS[1] + low * _HEIGHTS[0]


def _why_no_water(points: int, side: str) -> str | None:
    if SIDES[side].has_islands:
        if points % _STEP or not points:
            return f"each island counts {_STEP} points, and there is at least one"
        most = _STEP * _most_apart(SIDES[side])
        return f"the board has room for at most {most // _STEP} islands" if points > most else None
    longest = min(_IN_BOX["W"], len(SIDES[side].spaces))
    beyond = range(_RIVER[-1], _RIVER[-1] + _RIVER_BEYOND * (longest - len(_RIVER)) + 1, _RIVER_BEYOND)
    if points in _RIVER or points in beyond:
        return None
    return f"a river counts {', '.join(map(str, _RIVER))}, and {_RIVER_BEYOND} for each token beyond"


@cache
def _most_apart(side: Side) -> int:
    """Return the largest number of spaces without neighbours among them: no more islands fit on a board."""

    @cache
    def most(free: int) -> int:
        if not free:
            return 0
        bit = (free & -free).bit_length() - 1
        rest = free & ~(1 << bit)
        return max(most(rest), 1 + most(rest & ~side.around[bit]))

    return most(side.full)
