"""Whether boards may be those of a game that is over (docs/rules.md, 6. End of the game)."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END

__all__ = ["LAST_TOKENS", "may_be_over"]

LAST_TOKENS = {False: 36 * 3, True: 14 * 3}
"""Solo or not to the tokens on all boards when the pouch has ended the game: 3 for each turn."""


def may_be_over(empty: Sequence[int], tokens: int, *, solo: bool) -> bool:
    """Tell whether the rules let a game end with these boards.

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
