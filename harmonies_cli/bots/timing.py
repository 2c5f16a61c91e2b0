"""How many turns a player may still have."""

from __future__ import annotations

from harmonies_cli.bots.interface import View
from harmonies_cli.bots.weights import STEPS
from harmonies_cli.rules.board.sides import MOST_EMPTY_AT_END
from harmonies_cli.rules.replay.state import TOKENS_PER_SPACE

__all__ = ["steps_after_this"]


def steps_after_this(view: View, pace: float) -> int:
    """Return how many own turns come after the present one, in steps, as far as the others and the pouch go.

    Parameters
    ----------
    view
        What the player sees.
    pace
        Spaces that a player fills in a turn.
    """
    if view.ending:
        return 0
    refilled = len(view.central) if view.solo else 1
    turns = view.pouch_left / (TOKENS_PER_SPACE * refilled * len(view.seats))
    for number, seat in enumerate(view.seats, 1):
        if number != view.player:
            others = max(1.0, (seat.empty - MOST_EMPTY_AT_END) / pace)
            # Who plays later in the round plays once more before this player's next turn.
            turns = min(turns, others - (number > view.player))
    return max(0, round(turns * STEPS))
