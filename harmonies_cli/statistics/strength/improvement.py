"""How taking an animal card relates to winning: against leaving it, and against the average card."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.logit import conditional_logit, sum_to_zero
from harmonies_cli.statistics.strength.ratings import expected_by_strength, expected_points
from harmonies_cli.statistics.strength.regression import (
    EFFECT_PARTS,
    coefficient_columns,
    effect_of,
    effect_parts,
    effects_from,
)
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, bits_of

__all__ = ["improvement_sums", "improvements", "player_terms"]

_FEWEST = 2
_PART = 6
"""A player with this share of the games needed to rank a row has a term; all others count as average."""


def improvement_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind of game and card the takers, the leavers, and the sums behind the effects of taking.

    Takers and leavers are matched by the seat's turn and its number of unfinished cards: when a taker took the card,
    when a leaver first could have taken it. The second effects are on win points less those expected from ratings, in
    games with all seats rated.
    """
    kind, game, kinds = sample.column("kind"), sample.game, len(sample.kinds)
    expected = expected_points(sample.column("rating"), sample.column("players"))
    outcomes = {"improvement": sample.win_points, "improvement_rated": sample.win_points - expected}
    sums = {name: np.zeros((kinds, CARDS, len(EFFECT_PARTS))) for name in outcomes}
    sums |= {name: np.zeros((kinds, CARDS)) for name in ("takers", "leavers")}
    for card in range(CARDS):
        rows, takes = _matched(sample, card)
        inside = kind[rows] * 256 + sample.views[rows, card]
        for name, y in outcomes.items():
            sums[name][:, card] = effect_parts(takes, y[rows], inside, game[rows], kind[rows], kinds)
        sums["takers"][:, card] = np.bincount(kind[rows[takes]], minlength=kinds)
        sums["leavers"][:, card] = np.bincount(kind[rows[~takes]], minlength=kinds)
    sums["rated_seats"] = np.bincount(kind[~np.isnan(expected)], minlength=kinds).astype(float)
    return sums


def _matched(sample: Sample, card: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the seats that took a card or could have, and which of them took it."""
    bit = np.int64(1) << card
    taken, could = (sample.column(name) & bit > 0 for name in ("taken", "could"))
    takes = taken & (sample.views[:, card] > 0)
    rows = np.flatnonzero(takes | (could & ~taken))
    return rows, takes[rows]


def improvements(sums: Sums, sample: Sample, limits: Limits) -> dict[str, NDArray[Any]]:
    """Return the columns `improvement` (also adjusted by the players) and `logit` of the animal cards."""
    few = np.minimum(sums["takers"].sum(axis=0), sums["leavers"].sum(axis=0))
    ranked, enough = few >= limits.ranked, few >= _FEWEST
    plain = effects_from(np.where(enough[:, None], sums["improvement"].sum(axis=0), 0))
    if 2 * sums["rated_seats"].sum() > len(sample):
        adjusted = effects_from(np.where(enough[:, None], sums["improvement_rated"].sum(axis=0), 0))
    else:
        adjusted = _by_players(sample, limits, enough)
    return {
        "improvement_n": few.astype(int),
        **coefficient_columns("improvement", *plain, ranked),
        **coefficient_columns("improvement_adjusted", *adjusted, ranked),
        **_logit(sample, bits_of(sample.column("taken")), limits),
    }


def _by_players(sample: Sample, limits: Limits, enough: NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Return the effects on win points less those expected by the strengths of the players with enough games.

    Each such player has a term; all others together count as one player. If all have the same term, the result is
    missing.
    """
    found = np.full((3, CARDS), np.nan)
    term = player_terms(sample, limits)
    if term is None:
        return found[0], found[1], found[2]
    expected = expected_by_strength(sample.game, term, sample.win_share, sample.column("players"))
    left, kind, game = sample.win_points - expected, sample.column("kind"), sample.game
    for card in np.flatnonzero(enough).tolist():
        rows, takes = _matched(sample, card)
        inside = kind[rows] * 256 + sample.views[rows, card]
        found[:, card] = effect_of(takes, left[rows], inside, game[rows], term[rows])
    return found[0], found[1], found[2]


def player_terms(sample: Sample, limits: Limits) -> NDArray[Any] | None:
    """Return the number of the term of each seat's player: 0 for all with too few games; None if all have the same."""
    player = sample.column("player")
    enough = np.bincount(player, minlength=len(sample.names)) >= max(_FEWEST, limits.ranked // _PART)
    term = np.where(enough, np.cumsum(enough), 0)[player]
    return term if len(np.unique(term)) > 1 else None


def _logit(sample: Sample, taken: NDArray[np.bool_], limits: Limits) -> dict[str, NDArray[Any]]:
    """Return the cards' coefficients in a conditional logit of winning, adjusted for the number of cards.

    The coefficients sum to zero: each is the card's worth against an average card, not the worth of one more card.
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
