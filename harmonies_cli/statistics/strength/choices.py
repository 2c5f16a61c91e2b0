"""Choices among alternatives, arranged so a conditional logit needs few passes over them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Choices"]

Floats = NDArray[np.float64]
_ROWS = 100_000
_SMALL = 4_000_000
"""A block of at most this many numbers is kept as floats, so no pass has to convert it."""


class _Block(NamedTuple):
    """Choices with the same number of alternatives, from clusters that are complete in the block.

    Attributes
    ----------
    x
        Alternatives except the last, by choices, by covariates: how much more each has than the last.
    chosen
        Alternatives except the last, by choices.
    weight
        The total weight chosen, by choice.
    cluster
        The cluster of each choice.
    """

    x: NDArray[Any]
    chosen: Floats
    weight: Floats
    cluster: NDArray[np.int64]

    def probabilities(self, value: Floats) -> Floats:
        """Return the probability of each alternative except the last."""
        # There are few alternatives and many choices: loop over the alternatives, and numpy does the choices.
        utility = [x @ value for x in self.x]
        highest = np.zeros(len(self.weight))
        for one in utility:
            np.maximum(highest, one, out=highest)
        odds = np.stack([np.exp(one - highest) for one in utility])
        whole = np.exp(-highest)
        for one in odds:
            whole += one
        return np.asarray(odds / whole)


class Choices:
    """Choices by number of alternatives, in blocks, so their products never fill the memory.

    Parameters
    ----------
    x
        Alternatives by covariates.
    choice
        The choice that each alternative belongs to, in ascending order.
    chosen
        The weight with which it was chosen.
    game
        The cluster of each alternative.
    """

    def __init__(self, x: NDArray[Any], choice: NDArray[Any], chosen: Floats, game: NDArray[Any]) -> None:
        first = np.flatnonzero(np.r_[True, choice[1:] != choice[:-1]])
        size = np.diff(np.r_[first, len(choice)])
        own = game[first]
        order = np.argsort(own, kind="stable")
        first, size, own = first[order], size[order], own[order]
        begins = np.r_[True, own[1:] != own[:-1]]
        cluster = np.cumsum(begins) - 1
        self.covariates = x.shape[1]
        self.clusters = int(cluster[-1]) + 1
        self._parts = list(_parts(x, chosen, first, size, begins, cluster))
        self.weight = float(sum(block.weight.sum() for part in self._parts for block in part))

    def derivatives(self, value: Floats) -> tuple[Floats, Floats]:
        """Return the gradient of the log likelihood, and the information, at coefficients."""
        gradient, information = np.zeros(self.covariates), np.zeros((self.covariates, self.covariates))
        for part in self._parts:
            for block in part:
                probability = block.probabilities(value)
                left = block.chosen - probability * block.weight
                if len(block.x) == 1:
                    x = np.asarray(block.x[0], float)
                    gradient += left[0] @ x
                    spread = probability[0] * (1 - probability[0]) * block.weight
                    information += x.T @ (x * spread[:, None])
                    continue
                root = np.sqrt(block.weight)
                middle = np.zeros(block.x.shape[1:])
                for one, share, off in zip(block.x, probability, left, strict=True):
                    x = np.asarray(one, float)
                    gradient += off @ x
                    mean = share[:, None] * x
                    middle += mean
                    information += x.T @ (mean * block.weight[:, None])
                middle *= root[:, None]
                information -= middle.T @ middle
        return gradient, information

    def derivatives_alone(self, value: Floats) -> tuple[Floats, Floats, Floats]:
        """Return by covariate, each in a model of its own: gradient, information, squares of the choices' gradients."""
        total = np.zeros((3, self.covariates))
        for block in (block for part in self._parts for block in part):
            x, weight = np.asarray(block.x, float), block.weight[:, None]
            utility = x * value
            highest = np.maximum(utility.max(axis=0), 0)
            odds = np.exp(utility - highest)
            probability = odds / (np.exp(-highest) + odds.sum(axis=0))
            left = ((block.chosen[:, :, None] - probability * weight) * x).sum(axis=0)
            mean = (probability * x).sum(axis=0)
            information = weight * ((probability * x * x).sum(axis=0) - mean**2)
            total += [left.sum(axis=0), information.sum(axis=0), (left**2).sum(axis=0)]
        return total[0], total[1], total[2]

    def squares(self, value: Floats) -> Floats:
        """Return the sum over clusters of the products of their gradients."""
        total = np.zeros((self.covariates, self.covariates))
        for part in self._parts:
            start = min(int(block.cluster.min()) for block in part)
            end = max(int(block.cluster.max()) for block in part) + 1
            gradients = np.zeros((end - start, self.covariates))
            for block in part:
                left = block.chosen - block.probabilities(value) * block.weight
                of_choice = np.einsum("ac,acv->cv", left, block.x)
                begins = np.flatnonzero(np.r_[True, block.cluster[1:] != block.cluster[:-1]])
                gradients[block.cluster[begins] - start] += np.add.reduceat(of_choice, begins, axis=0)
            total += gradients.T @ gradients
        return total


def _parts(
    x: NDArray[Any],
    chosen: Floats,
    first: NDArray[np.int64],
    size: NDArray[np.int64],
    begins: NDArray[np.bool_],
    cluster: NDArray[np.int64],
) -> Iterator[list[_Block]]:
    """Yield the blocks of whole clusters, one for each number of alternatives."""
    bounds, rows = [0], np.cumsum(size)
    for start in np.flatnonzero(begins)[1:]:
        if rows[start - 1] - (rows[bounds[-1] - 1] if bounds[-1] else 0) >= _ROWS:
            bounds.append(int(start))
    for start, end in pairwise([*bounds, len(first)]):
        part = slice(start, end)
        blocks = []
        for number in np.unique(size[part]):
            some = np.flatnonzero(size[part] == number) + start
            at = first[some] + np.arange(number)[:, None]
            weights = chosen[at]
            more = x[at[:-1]] - x[at[-1]]
            more = more.astype(float) if more.size <= _SMALL else more
            blocks.append(_Block(more, weights[:-1], weights.sum(axis=0), cluster[some]))
        yield blocks
