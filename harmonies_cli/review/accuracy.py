"""From losses to a class, a phase, and an accuracy between 0 and 100."""

from __future__ import annotations

from math import exp

from harmonies_cli.review.result import Phase, TurnKind

__all__ = ["accuracy", "kind_of", "phase_of"]

_SURE = 2.0
"""Standard errors beyond which a loss is no accident of the scenarios drawn."""
_MISTAKE = 3.0
"""Points that a mistake costs at least."""
_LOSS, _POWER = 4.5, 1.2
"""The curve passes 60 at the mean loss of greedy (2 players, side A); strong comes to 97, random to 6."""
_OPENING, _MIDDLE = 4, 8
"""The last of a player's own turns that belongs to the opening, and to the middle."""


def kind_of(loss: float, error: float) -> TurnKind:
    """Return the class of a turn by its loss and the standard error of that."""
    if loss <= _SURE * error or loss <= 0:
        return "sound"
    return "mistake" if loss >= _MISTAKE else "doubtful"


def accuracy(loss: float) -> float:
    """Return the accuracy, from 0 to 100, of a player by the mean loss of a turn in points."""
    return 100 * exp(-((max(0.0, loss) / _LOSS) ** _POWER))


def phase_of(own_turn: int) -> Phase:
    """Return the phase of the game of a player's own turn, numbered from 1."""
    return "opening" if own_turn <= _OPENING else "middle" if own_turn <= _MIDDLE else "end"
