"""Conditional logit (which of several alternatives was chosen), and Plackett-Luce worths, a special case of it.

statsmodels' ConditionalLogit takes no weights, which shared wins need, and loops over the games in Python. The tests
compare this module with it for weights of 1, and with the logit of differences of statsmodels for shared wins of two
players. They compare the worths with choix, which takes no weights and gives no errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, permutations, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.choices import Choices

__all__ = ["Logit", "conditional_logit", "lone_logits", "orders", "plackett_luce", "sum_to_zero"]

Floats = NDArray[np.float64]
_MOST_STEPS = 50
_CLOSE = 1e-9
_SEPARATED = 15.0
_RANK = 1e-9


class Logit(NamedTuple):
    """Coefficients, and their standard errors: the larger of the clustered (by game) and the plain one.

    All are missing if there is no maximum.
    """

    value: Floats
    error: Floats
    clusters: int


def conditional_logit(
    x: Floats,
    choice: NDArray[Any],
    chosen: Floats,
    game: NDArray[Any] | None = None,
    coding: Floats | None = None,
    start: Floats | None = None,
) -> Logit:
    """Fit a conditional logit.

    Parameters
    ----------
    x
        Alternatives by covariates.
    choice
        The choice that each alternative belongs to, in ascending order. A choice with one alternative says nothing.
    chosen
        Weight with which the alternative was chosen: 1 for a winner, 1/k for each of k who share.
    game
        The cluster of each alternative; by default its choice.
    coding
        Covariates by parameters, such as `sum_to_zero`: the coefficients are this matrix times the fitted parameters.
        By default each covariate has its own parameter.
    start
        Initial coefficients; zeros by default.

    Notes
    -----
    If the covariates separate the chosen from the others perfectly, the likelihood has no maximum and everything is
    missing. If the covariates of each alternative of a game have the same sum, only differences of coefficients can be
    estimated, and their mean is set to 0.
    """
    game = choice if game is None else game
    several = _of_several(choice)
    if not several.all():
        x, choice, chosen, game = (one[several] for one in (x, choice, chosen, game))
    missing = np.full(x.shape[1], np.nan)
    unknown = Logit(missing, missing, 0)
    spread = np.ptp(x, axis=0) if len(x) else np.zeros(x.shape[1])
    if x.shape[1] == 0 or len(choice) == 0 or choice[0] == choice[-1] or not (spread > 0).all():
        return unknown
    coding = np.eye(x.shape[1]) if coding is None else coding
    choices = Choices(x, choice, chosen, game)
    value = np.zeros(coding.shape[1]) if start is None else np.linalg.lstsq(coding, start, rcond=None)[0]
    steps, known = None, 0
    for _ in range(_MOST_STEPS):
        gradient, information = choices.derivatives(coding @ value)
        information = coding.T @ information @ coding
        if steps is None:
            steps = np.sqrt(np.maximum(np.diag(information), 0) / choices.weight)
            steps[steps == 0] = 1
            known = _rank(information)
        step = np.linalg.pinv(information, rcond=_RANK, hermitian=True) @ (coding.T @ gradient)
        value = value + np.clip(step, -2 / steps, 2 / steps)
        if (np.abs(value * steps) > _SEPARATED).any():
            return unknown
        if (np.abs(step * steps) < _CLOSE).all():
            break
    else:
        return unknown
    # Far from 0 the information on a separated covariate vanishes, and the steps end though there is no maximum.
    if choices.clusters < 2 or _rank(information) < known:
        return unknown
    bread = np.linalg.pinv(information, rcond=_RANK, hermitian=True)  # of the last step, which changed nothing
    meat = coding.T @ choices.squares(coding @ value) @ coding
    clustered = coding @ (bread @ meat @ bread * choices.clusters / (choices.clusters - 1)) @ coding.T
    variance = np.maximum(np.diag(clustered), np.diag(coding @ bread @ coding.T))
    return Logit(coding @ value, np.sqrt(np.maximum(variance, 0)), choices.clusters)


def _rank(information: Floats) -> int:
    sizes = np.abs(np.linalg.eigvalsh(information))
    return int(np.count_nonzero(sizes > _RANK * sizes.max(initial=0)))


def _of_several(choice: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which alternatives are one of several."""
    if len(choice) == 0:
        return np.zeros(0, bool)
    size = np.diff(np.flatnonzero(np.r_[True, choice[1:] != choice[:-1], True]))
    return np.repeat(size > 1, size)


def lone_logits(x: Floats, choice: NDArray[Any], chosen: Floats) -> Logit:
    """Fit a conditional logit for each covariate alone, with the choices as clusters: see `conditional_logit`."""
    several = _of_several(choice)
    x, choice, chosen = x[several], choice[several], chosen[several]
    value, error = np.zeros(x.shape[1]), np.full(x.shape[1], np.nan)
    if len(choice) == 0 or choice[0] == choice[-1]:
        return Logit(error, error, 0)
    choices = Choices(x, choice, chosen, choice)
    steps, open_ = None, np.ptp(x, axis=0) > 0
    for _ in range(_MOST_STEPS):
        gradient, information, squares = choices.derivatives_alone(value)
        if steps is None:
            steps = np.sqrt(np.maximum(information, 0) / choices.weight)
            steps[steps == 0] = 1
        open_ &= information > 0  # a covariate that is equal within each choice says nothing
        step = np.divide(gradient, information, out=np.zeros_like(value), where=information > 0)
        value = np.where(open_, value + np.clip(step, -2 / steps, 2 / steps), value)
        close = open_ & (np.abs(step * steps) < _CLOSE)
        clustered = squares[close] / information[close] ** 2 * choices.clusters / (choices.clusters - 1)
        error[close] = np.sqrt(np.maximum(clustered, 1 / information[close]))
        open_ &= ~close & (np.abs(value * steps) <= _SEPARATED)
        if not open_.any():
            break
    return Logit(np.where(np.isnan(error), np.nan, value), error, choices.clusters)


def sum_to_zero(items: int) -> Floats:
    """Return the coding of coefficients that sum to zero: the last is minus the sum of the others."""
    return np.vstack([np.eye(items - 1), -np.ones(items - 1)])


def orders(ranks: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all orders of the places of `ranks` that agree with the ranks: one if there is no tie."""
    by_rank = sorted(range(len(ranks)), key=lambda place: ranks[place])
    ties = [list(places) for _, places in groupby(by_rank, key=lambda place: ranks[place])]
    return [sum(parts, ()) for parts in product(*(permutations(tie) for tie in ties))]


def plackett_luce(game: NDArray[Any], item: NDArray[Any], rank: NDArray[Any], items: int) -> pd.DataFrame:
    """Return the log worth of each item (their mean is 0), and its error: `worth`, `error`, `clusters`.

    A finishing order is a sequence of choices: the first among all, the second among the rest, and so on. A tie counts
    both ways, each at half weight.

    Parameters
    ----------
    game
        The game of each row, in ascending order.
    item
        The item, from 0; an item can take part more than once in a game.
    rank
        Its rank; equal ranks are ties.
    items
        Number of items; those that never take part have no worth.
    """
    parts = list(_choices(game, item, rank))
    table = pd.DataFrame({"worth": np.nan, "error": np.nan, "clusters": 0}, index=range(items))
    used = np.unique(item)
    if not parts or len(used) < 2:
        return table
    choice, cluster, what, chosen = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((choice, cluster))  # keep the choices of a game together, so blocks can be made
    choice, cluster, what, chosen = (column[order] for column in (choice, cluster, what, chosen))
    x = (what[:, None] == used).astype(np.int8)
    fit = conditional_logit(x, choice, chosen, cluster, sum_to_zero(len(used)))
    table.loc[used, "worth"], table.loc[used, "error"] = fit.value, fit.error
    table.loc[used, "clusters"] = fit.clusters
    return table


def _choices(game: NDArray[Any], item: NDArray[Any], rank: NDArray[Any]) -> Iterator[tuple[NDArray[Any], ...]]:
    """Yield choice, game, item and weight of the alternatives, for many games at once."""
    starts = np.flatnonzero(np.r_[True, game[1:] != game[:-1]]) if len(game) else np.zeros(0, int)
    sizes = np.diff(np.r_[starts, len(game)])
    choices = 0
    for size in np.unique(sizes[sizes > 1]):
        first = starts[sizes == size]
        for rows, weight in _finishing_orders(first[:, None] + np.arange(size), rank):
            ordered = item[rows]
            for stage in range(size - 1):
                width = size - stage
                choice = choices + np.repeat(np.arange(len(rows)), width)
                choices += len(rows)
                chosen = np.zeros((len(rows), width))
                chosen[:, 0] = weight
                yield choice, np.repeat(game[rows[:, 0]], width), ordered[:, stage:].ravel(), chosen.ravel()


def _finishing_orders(rows: NDArray[Any], rank: NDArray[Any]) -> Iterator[tuple[NDArray[Any], float]]:
    """Yield the rows of games in the order of their ranks, and the weight: games without ties at once."""
    ranks = rank[rows]
    tied = (np.diff(np.sort(ranks, axis=1), axis=1) == 0).any(axis=1)
    if not tied.all():
        yield np.take_along_axis(rows[~tied], np.argsort(ranks[~tied], axis=1), axis=1), 1.0
    patterns, of = np.unique(ranks[tied], axis=0, return_inverse=True) if tied.any() else (ranks[:0], tied[:0])
    for number, pattern in enumerate(patterns):
        ways = orders(tuple(pattern))
        for way in ways:
            yield rows[tied][of.ravel() == number][:, list(way)], 1 / len(ways)
