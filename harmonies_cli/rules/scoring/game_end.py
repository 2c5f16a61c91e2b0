"""Whether a game can be over with these boards (docs/rules.md, 6. End of the game)."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END

__all__ = ["LAST_TOKENS", "may_be_over"]

LAST_TOKENS = {False: 36 * 3, True: 14 * 3}
"""Tokens on all boards once the pouch has ended the game, solo or not: 3 for each turn."""


def may_be_over(empty: Sequence[int], tokens: int, *, solo: bool) -> bool:
    """Return whether the rules let a game end with these boards.

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
