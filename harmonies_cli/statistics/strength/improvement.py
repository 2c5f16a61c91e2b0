"""What taking an animal card goes with in winning: against leaving it, and against the average card."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.logit import conditional_logit, sum_to_zero
from harmonies_cli.statistics.strength.ratings import expected_by_strength, expected_points
from harmonies_cli.statistics.strength.regression import UNKNOWN, Effect, coefficient_columns, effect_columns, effect_of
from harmonies_cli.statistics.strength.sample import CARDS, Sample, bits_of

__all__ = ["improvements", "player_terms"]

_FEWEST = 2


def improvements(sample: Sample, limits: Limits) -> dict[str, NDArray[Any]]:
    """Return the columns `improvement` (also adjusted by the players) and `logit` of the animal cards.

    Takers and leavers are matched by the turn of the seat and the number of its unfinished cards: of a taker when it
    took the card, of a leaver when it first could have.
    """
    taken, could = (bits_of(sample.column(name)) for name in ("taken", "could"))
    view = sample.views
    takes, leaves = taken & (view > 0), could & ~taken
    few = np.minimum(takes.sum(axis=0), leaves.sum(axis=0))
    adjusted, term = _by_player(sample, limits)
    kind, win_points, game = sample.column("kind"), sample.win_points, sample.game
    plain: list[Effect] = []
    by_player: list[Effect] = []
    for card in range(CARDS):
        rows = np.flatnonzero(takes[:, card] | leaves[:, card])
        if few[card] < _FEWEST:
            plain.append(UNKNOWN)
            by_player.append(UNKNOWN)
            continue
        inside = kind[rows] * 256 + view[rows, card]
        flag = takes[rows, card]
        plain.append(effect_of(flag, win_points[rows], inside, game[rows]))
        by_player.append(
            UNKNOWN
            if adjusted is None
            else effect_of(flag, adjusted[rows], inside, game[rows], None if term is None else term[rows])
        )
    ranked = few >= limits.ranked
    return {
        "improvement_n": few.astype(int),
        **effect_columns("improvement", plain, ranked),
        **effect_columns("improvement_adjusted", by_player, ranked),
        **_logit(sample, taken, limits),
    }


def _by_player(sample: Sample, limits: Limits) -> tuple[NDArray[Any] | None, NDArray[Any] | None]:
    """Return what is explained when players differ, and the terms of the players; nothing if they are not known apart.

    Where most seats have an expectation by rating it is taken off, and games without ratings are left out. Else it is
    the expectation by the strengths of the players with enough games, the others taken for one, and each such player
    has a term besides.
    """
    expected = expected_points(sample.column("rating"), sample.column("players"))
    if 2 * np.count_nonzero(~np.isnan(expected)) > len(sample):
        return sample.win_points - expected, None
    term = player_terms(sample, limits)
    if term is None:
        return None, None
    expected = expected_by_strength(sample.game, term, sample.win_share, sample.column("players"))
    return sample.win_points - expected, term


def player_terms(sample: Sample, limits: Limits) -> NDArray[Any] | None:
    """Return the number of the term of each seat's player: 0 for all with too few games; None if all have the same."""
    player = sample.column("player")
    enough = np.bincount(player, minlength=len(sample.names)) >= limits.ranked
    term = np.where(enough, np.cumsum(enough), 0)[player]
    return term if len(np.unique(term)) > 1 else None


def _logit(sample: Sample, taken: NDArray[np.bool_], limits: Limits) -> dict[str, NDArray[Any]]:
    """Return the cards' coefficients in a conditional logit of winning, with the number of cards beside them.

    The coefficients sum to zero: each is what the card is worth against an average card, not what one more card is.
    """
    number = taken.sum(axis=0)
    used = np.flatnonzero((number >= limits.ranked) & (len(taken) - number >= limits.ranked))
    value, error = np.full(CARDS, np.nan), np.full(CARDS, np.nan)
    clusters = 0
    if len(used) > 1:
        count = taken.sum(axis=1)
        differs = np.ptp(count) > 0 if len(count) else False
        columns = [taken[:, used], count] if differs else [taken[:, used]]
        x = np.column_stack([column.astype(np.int8) for column in columns])
        coding = np.zeros((x.shape[1], x.shape[1] - 1))
        coding[: len(used), : len(used) - 1] = sum_to_zero(len(used))
        if differs:
            coding[-1, -1] = 1
        fit = conditional_logit(x, sample.game, sample.win_share, coding=coding)
        value[used], error[used], clusters = fit.value[: len(used)], fit.error[: len(used)], fit.clusters
    return coefficient_columns("logit", value, error, clusters, number >= limits.ranked)
