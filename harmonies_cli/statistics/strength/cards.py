"""How often players take each animal card, what it brings them, and how taking it relates to winning."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Columns, Limits, wilson, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import adjusted_mean, fixed, mean, share
from harmonies_cli.statistics.strength.logit import conditional_logit, sum_to_zero
from harmonies_cli.statistics.strength.offers import offer_columns
from harmonies_cli.statistics.strength.ratings import expected_by_strength, expected_points, player_terms
from harmonies_cli.statistics.strength.regression import (
    EFFECT_PARTS,
    coefficient_columns,
    effect_of,
    effect_parts,
    effects_from,
)
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, bits_of, codes

__all__ = ["card_points", "cards_sums", "cards_table", "improvement_sums"]

_FEWEST = 2


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


def _improvements(sums: Sums, sample: Sample, limits: Limits) -> dict[str, NDArray[Any]]:
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
    """Return the effects on win points less those expected by the players' strengths; missing if all have one term."""
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


def _logit(sample: Sample, taken: NDArray[np.bool_], limits: Limits) -> dict[str, NDArray[Any]]:
    """Return each card's worth against an average card, by a conditional logit given the number of cards."""
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


def cards_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums behind the tables of animal cards, by kind of game, group and card."""
    rows = sample.cards
    card, seat = codes(rows["card"], ANIMAL_IDS), rows["seat_index"].to_numpy(np.int64)
    sums = {"taken": sample.sums(card, CARDS, seat=seat)}
    for name in ("round_taken", "turns_on_offer", "cubes", "points", "share_of_maximum", "completed", "turns_held"):
        values = rows[name].to_numpy(float)
        sums[name] = sample.sums(card, CARDS, fixed(values), seat)
        if name in ("round_taken", "turns_on_offer"):
            sums[f"{name}_n"] = sample.sums(card, CARDS, np.where(np.isnan(values), np.nan, 1.0), seat)
    points, held = rows["points"].to_numpy(float), rows["turns_held"].to_numpy(float)
    sums["points_held"] = sample.sums(card, CARDS, np.where(held > 0, points, np.nan), seat)
    never = (points == 0).astype(float)
    sums["never_scored"] = sample.sums(card, CARDS, never, seat)
    sums |= _points_of_games(sample, card, seat, points)
    taken, seen, could = (bits_of(sample.column(name)) for name in ("taken", "seen", "could"))
    win_points = sample.column("players") * sample.column("win12")
    over = win_points / 12 - expected_points(sample.column("rating"), sample.column("players"))
    for name, flags in (("seen", seen), ("seen_taken", seen & taken), ("left", could & ~taken)):
        owner, which = np.nonzero(flags)
        sums[name] = sample.sums(which, CARDS, seat=owner)
    for name, flags, values in (("wins_taken", taken, win_points), ("wins_left", could & ~taken, win_points)):
        owner, which = np.nonzero(flags)
        sums[name] = sample.sums(which, CARDS, values[owner], owner)
    owner, which = np.nonzero(taken)
    sums["over"] = sample.sums(which, CARDS, fixed(over[owner]), owner)
    sums["rated"] = sample.sums(which, CARDS, np.where(np.isnan(over[owner]), np.nan, 1.0), owner)
    return sums


def _points_of_games(sample: Sample, card: np.ndarray, seat: np.ndarray, points: Floats) -> dict[str, Floats]:
    """Return products of a game's values for a card (points, 1) and all cards (points, number), by kind and card."""
    games = len(sample.games)
    of_card = np.zeros((2, games, CARDS))
    at = sample.game[seat], card  # a card occurs once in a game
    of_card[0][at], of_card[1][at] = points, 1
    of_all = of_card.sum(axis=2)
    kind = sample.games["kind"].to_numpy(np.int64)
    kinds = len(sample.kinds)
    products = np.zeros((kinds, 3, 4, CARDS))
    for number in range(kinds):
        own, every = of_card[:, kind == number], of_all[:, kind == number]
        for row, left in enumerate(own):
            products[number, row, 0] = (left * own[0]).sum(axis=0)
            products[number, row, 1] = (left * own[1]).sum(axis=0)
            products[number, row, 2:] = [part @ left for part in every]
        products[number, 2] = np.array([every[0] @ every[0], every[0] @ every[1], every[1] @ every[1], 0])[:, None]
    squares = np.bincount(sample.column("kind")[seat], points**2, minlength=kinds)
    with_cards = np.bincount(kind[of_all[1] > 0], minlength=kinds).astype(float)
    return {"products": products, "points_squares": squares[:, None], "games": with_cards[:, None]}


def cards_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the strength of each animal card: see docs/statistics.md."""
    seen, chosen = (sums[name].sum(axis=(0, 1)) for name in ("seen", "seen_taken"))
    low, high = wilson(chosen, seen)
    table = card_points(sums, limits) | {
        "seen": seen.astype(int),
        "seen_and_taken": chosen.astype(int),
        "left": sums["left"].sum(axis=(0, 1)).astype(int),
        "take_rate": share(chosen, seen),
        "take_rate_low": low,
        "take_rate_high": high,
        "take_rate_adjusted": adjusted_mean(sums["seen_taken"], sums["seen"]),
        **offer_columns(sums),
        **mean(sums["wins_taken"] / 12, sums["taken"]).columns("win_points_taken", 0),
        **mean(sums["wins_left"] / 12, sums["left"]).columns("win_points_left", 0),
        **_improvements(sums, sample, limits),
        "rated": sums["rated"].sum(axis=(0, 1)).astype(int),
        **mean(sums["over"], sums["rated"]).columns("win_points_over_rating"),
    }
    table = with_q(table, "improvement", "improvement_adjusted", "logit")
    winning = with_certainty(table, limits, "improvement_n")["certainty"]
    return with_certainty(table, limits, "taken", "points") | {"improvement_certainty": winning}


def card_points(sums: Sums, limits: Limits) -> Columns:
    """Return what each animal card brings to those who take it; also valid for solo games."""
    counted = ("taken", "completed", "never_scored", "cubes", "points", "points_held", "turns_held")
    whole = {name: sums[name].sum(axis=(0, 1)) for name in counted}
    taken = whole["taken"]
    done_low, done_high = wilson(whole["completed"], taken)
    table = {
        "card": ANIMAL_IDS,
        "taken": taken.astype(int),
        "round_taken": adjusted_mean(sums["round_taken"], sums["round_taken_n"]),
        "turns_on_offer": adjusted_mean(sums["turns_on_offer"], sums["turns_on_offer_n"]),
        "completed": whole["completed"].astype(int),
        "completion_rate": share(whole["completed"], taken),
        "completion_rate_low": done_low,
        "completion_rate_high": done_high,
        "completion_rate_adjusted": adjusted_mean(sums["completed"], sums["taken"]),
        "never_scored": whole["never_scored"].astype(int),
        "cubes_sum": whole["cubes"].astype(int),
        "cubes": adjusted_mean(sums["cubes"], sums["taken"]),
        "points_sum": whole["points"].astype(int),
        **mean(sums["points"], sums["taken"], adjusted=True).columns("points"),
        "share_of_maximum": adjusted_mean(sums["share_of_maximum"], sums["taken"]),
        "points_per_turn_held": share(whole["points_held"], whole["turns_held"]),
    }
    return with_q(table | _points_over_others(sums, limits), "points_over_others")


def _points_over_others(sums: Sums, limits: Limits) -> dict[str, Floats]:
    """Return the least-squares effect of a card on points, with a constant for each kind of game.

    A game's contribution to the score function is linear in the points and numbers of the card and of all cards, so the
    clustered error follows from the products of these.
    """
    products = sums["products"]
    own_points, own = products[:, 1, 0], products[:, 1, 1]
    every_points, every = (sums[name].sum(axis=(1, 2))[:, None] for name in ("points", "taken"))
    with np.errstate(divide="ignore", invalid="ignore"):
        middle, part = every_points / every, own / every
        spread = (own - own * part).sum(axis=0)
        value = (own_points - own * middle).sum(axis=0) / spread
        square = (sums["points_squares"] - every_points * middle).sum(axis=0) - value**2 * spread
        free = every.sum() - (every > 0).sum() - 1
        plain = np.sqrt(square / free / spread)
        factors = (np.ones_like(own), -middle - value * (1 - 2 * part), -part, part * middle - value * part**2)
        full = np.stack([np.stack([_entry(products, row, column) for column in range(4)]) for row in range(4)])
        meat = sum(
            (factors[row] * factors[column] * full[row, column]).sum(axis=0) for row in range(4) for column in range(4)
        )
        clusters = int(sums["games"].sum())
        clustered = np.sqrt(meat * clusters / (clusters - 1) * (every.sum() - 1) / free) / spread
    taken = own.sum(axis=0)
    few = np.minimum(taken, every.sum() - taken)
    return coefficient_columns("points_over_others", value, np.fmax(plain, clustered), clusters, few >= limits.ranked)


def _entry(products: Floats, row: int, column: int) -> Floats:
    """Return a product from the symmetric matrix of (own points, own, all points, all), by kind and card."""
    row, column = min(row, column), max(row, column)
    return products[:, row, column] if row < 2 else products[:, 2, row + column - 4]
