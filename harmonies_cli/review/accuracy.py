"""From losses to a class, a phase, and an accuracy between 0 and 100."""

from __future__ import annotations

from math import exp

from harmonies_cli.review.result import Phase, TurnKind

__all__ = ["accuracy", "kind_of", "phase_of"]

_SURE = 2.0
"""A loss of more standard errors than this is no accident of the scenarios drawn."""
_MISTAKE = 3.0
"""The fewest points that a mistake costs."""
_LOSS, _POWER = 4.5, 1.2
"""The curve gives 60 at the mean loss of greedy (2 players, side A), 97 for strong and 6 for random."""
_OPENING, _MIDDLE = 4, 8
"""The last of a player's own turns in the opening, and in the middle."""


def kind_of(loss: float, error: float) -> TurnKind:
    """Return the class of a turn, given its loss and the loss's standard error."""
    if loss <= _SURE * error or loss <= 0:
        return "sound"
    return "mistake" if loss >= _MISTAKE else "doubtful"


def accuracy(loss: float) -> float:
    """Return a player's accuracy, from 0 to 100, given the mean loss of a turn in points."""
    return 100 * exp(-((max(0.0, loss) / _LOSS) ** _POWER))


def phase_of(own_turn: int) -> Phase:
    """Return the phase of the game, given the number (from 1) of a player's own turn."""
    return "opening" if own_turn <= _OPENING else "middle" if own_turn <= _MIDDLE else "end"
