"""The end of a game: whether boards allow it, ranks, winners and, in solo games, suns (docs/rules.md 6 to 8)."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END, Side
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["LAST_TOKENS", "SUN_THRESHOLDS", "may_be_over", "rank", "suns"]

LAST_TOKENS = {False: 36 * 3, True: 14 * 3}
"""Tokens on all boards after an empty pouch has ended the game, solo or not: 3 for each turn."""


def may_be_over(empty: Sequence[int], tokens: int, *, solo: bool) -> bool:
    """Return whether a game can end with these boards.

    Parameters
    ----------
    empty
        Number of empty spaces of each player.
    tokens
        Number of tokens on all boards.
    solo
        Whether it is a solo game.
    """
    return min(empty) <= MOST_EMPTY_AT_END or tokens >= LAST_TOKENS[solo]


SUN_THRESHOLDS = (40, 70, 90, 110, 130, 140, 150, 160)
"""Points needed for 1, 2, ... suns in a solo game."""
SUNS_FOR_SIDE = {"A": 1, "B": 0}
SUNS_WITHOUT_SPIRITS = 2
SUNS_FOR_SPIRIT = {"group": 1, "landscape": 0}


def suns(side: Side, total: int, spirit: int | None) -> int:
    """Return the suns of a solo game.

    Parameters
    ----------
    side
        The side played.
    total
        The points.
    spirit
        Index in `CARDS` of the spirit chosen, placed or not; None if no spirit cards were in play.
    """
    number = sum(total >= threshold for threshold in SUN_THRESHOLDS) + SUNS_FOR_SIDE[side.name]
    if spirit is None:
        return number + SUNS_WITHOUT_SPIRITS
    return number + SUNS_FOR_SPIRIT[CARDS[spirit].suns_kind]


def rank(sheets: Sequence[Scoresheet], rules: RuleSet, *, finished: bool = True) -> list[int]:
    """Fill in the ranks and winners of the scoresheets of one game.

    Parameters
    ----------
    sheets
        One for each player; if the cards of any player are unknown, nobody gets a rank.
    rules
        The rule set: ``bga`` counts the spirit cube in a tie.
    finished
        Whether the game is over; if not, the ranks are those so far and nobody has won.

    Returns
    -------
    list of int
        Numbers of the winners.
    """
    keys: list[tuple[int, int]] = []
    for sheet in sheets:
        if sheet.total is None or sheet.animal_cubes is None or sheet.spirit_cubes is None:
            return []
        cubes = sheet.animal_cubes + (sheet.spirit_cubes if rules == "bga" else 0)
        keys.append((sheet.total, cubes))
    winners = []
    from_best = sorted(keys, reverse=True)
    for sheet, key in zip(sheets, keys, strict=True):
        sheet.rank = 1 + from_best.index(key)
        if finished:
            sheet.winner = sheet.rank == 1
            if sheet.winner:
                winners.append(sheet.player)
    return winners
