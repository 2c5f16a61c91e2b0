"""Conditional logit: which of several alternatives was chosen, with weights and errors clustered by game.

statsmodels' ConditionalLogit takes no weights, which shared wins need, and walks over the games in Python; the tests
hold this to it where weights are 1, and to its logit of differences where two players share.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Logit", "conditional_logit"]

Floats = NDArray[np.float64]
_MOST_STEPS = 50
_CLOSE = 1e-9
_SEPARATED = 15.0
_RANK = 1e-9


class Logit(NamedTuple):
    """Coefficients, standard errors clustered by game, and the p-value of each; all missing if there is no maximum."""

    value: Floats
    error: Floats
    p: Floats
    clusters: int


def conditional_logit(x: Floats, choice: NDArray[Any], chosen: Floats, game: NDArray[Any] | None = None) -> Logit:
    """Fit a conditional logit.

    Parameters
    ----------
    x
        Alternatives by covariates.
    choice
        The choice that each alternative belongs to, in ascending order.
    chosen
        Weight with which the alternative was chosen: 1 for a winner, 1/k for each of k that share.
    game
        The cluster of each alternative; the choice if left out.

    Notes
    -----
    Where the chosen can be told apart from the others without error the likelihood has no maximum: everything is
    missing then. Where covariates add up to the same number for all alternatives of a game, as cards do if all take
    equally many, only differences of coefficients are known: their mean is 0 then.
    """
    starts = np.flatnonzero(np.r_[True, choice[1:] != choice[:-1]]) if len(choice) else np.zeros(0, int)
    number = np.diff(np.r_[starts, len(choice)])
    spread = x.std(axis=0) if len(x) else np.zeros(x.shape[1])
    missing = np.full(x.shape[1], np.nan)
    unknown = Logit(missing, missing, missing, 0)
    if x.shape[1] == 0 or len(starts) < 2 or not (spread > 0).all():
        return unknown
    which = np.repeat(np.arange(len(starts)), number)
    weight = np.add.reduceat(chosen, starts)
    value = np.zeros(x.shape[1])
    for _ in range(_MOST_STEPS):
        scores, information = _scores(x, which, starts, chosen, weight, value)
        step = np.linalg.pinv(information, rcond=_RANK, hermitian=True) @ scores.sum(axis=0)
        value = value + np.clip(step, -2 / spread, 2 / spread)
        if (np.abs(value * spread) > _SEPARATED).any():
            return unknown
        if (np.abs(step * spread) < _CLOSE).all():
            break
    else:
        return unknown
    scores, information = _scores(x, which, starts, chosen, weight, value)
    _, cluster = np.unique(choice if game is None else game, return_inverse=True)
    clusters = int(cluster.max()) + 1
    if clusters < 2:
        return unknown
    by_game = np.stack([np.bincount(cluster, column, minlength=clusters) for column in scores.T], axis=1)
    bread = np.linalg.pinv(information, rcond=_RANK, hermitian=True)
    error = np.sqrt(np.diag(bread @ (by_game.T @ by_game) @ bread) * clusters / (clusters - 1))
    from scipy.stats import norm

    with np.errstate(divide="ignore", invalid="ignore"):
        return Logit(value, error, np.asarray(2 * norm.sf(np.abs(value / error))), clusters)


def _scores(
    x: Floats, which: NDArray[Any], starts: NDArray[Any], chosen: Floats, weight: Floats, value: Floats
) -> tuple[Floats, Floats]:
    """Return each alternative's part of the score, and the information."""
    utility = x @ value
    odds = np.exp(utility - np.maximum.reduceat(utility, starts)[which])
    probability = odds / np.add.reduceat(odds, starts)[which]
    expected = probability * weight[which]
    mean = np.add.reduceat(probability[:, None] * x, starts)
    centred = x - mean[which]
    return (chosen - expected)[:, None] * centred, centred.T @ (expected[:, None] * centred)
