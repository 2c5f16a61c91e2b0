"""When animal cards are taken: how long they stay in the row; by round, players, side, archetype; over time.

The time in the row includes cards that are never taken (Kaplan and Meier, 1958).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harmonies_cli.rules.board.cards import CARD_INDEX
from harmonies_cli.rules.board.cards import CARDS as CATALOGUE
from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.archetypes import ARCHETYPES, archetypes_of
from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, stacked, wilson, with_certainty
from harmonies_cli.statistics.strength.intervals import LEVEL, mean, share
from harmonies_cli.statistics.strength.player_games import days_in_words, days_of
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, codes

__all__ = [
    "LADDER_ENDS",
    "card_groups_sums",
    "card_groups_table",
    "card_trend_table",
    "offer_columns",
    "offers_sums",
    "offers_table",
]

_MOST_TURNS = 120


def offers_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind of game and card how many spells in the row ended after how many turns, taken and not."""
    spells = sample.offers
    turns = np.minimum(spells["turns"].to_numpy(np.int64), _MOST_TURNS - 1)
    card, kind = spells["card"].to_numpy(np.int64), spells["kind"].to_numpy(np.int64)
    taken = spells["taken"].to_numpy(bool)
    shape = (len(sample.kinds), CARDS, _MOST_TURNS)
    key = (kind * CARDS + card) * _MOST_TURNS + turns
    size = int(np.prod(shape))
    last = np.bincount(kind * CARDS + card, spells["last_round"].to_numpy(float), minlength=shape[0] * CARDS)
    return {
        "spells_taken": np.bincount(key[taken], minlength=size).reshape(shape).astype(float),
        "spells_left": np.bincount(key[~taken], minlength=size).reshape(shape).astype(float),
        "last_round": last.reshape(shape[:2]),
    }


def _survival(sums: Sums) -> tuple[Floats, Floats, Floats]:
    """Return by card and turn: spells at risk, taken, and the share still in the row after the turn."""
    taken, left = (sums[name].sum(axis=0) for name in ("spells_taken", "spells_left"))
    every = taken + left
    # A card that was not taken outlasted the last turn of its spell: it is at risk in that turn and leaves after it.
    at_risk = every[:, ::-1].cumsum(axis=1)[:, ::-1]
    stays = 1 - np.divide(taken, at_risk, out=np.zeros_like(taken), where=at_risk > 0)
    return at_risk, taken, np.cumprod(stays, axis=1)


def offer_columns(sums: Sums) -> dict[str, NDArray[Any]]:
    """Return the columns of the cards: spells, mean and median of the turns before a card is taken, last seen."""
    at_risk, taken, survival = _survival(sums)
    spells = at_risk[:, 0]
    horizon = int((at_risk.sum(axis=0) > 0).sum())
    half = survival <= 0.5
    return {
        "spells": spells.astype(int),
        "spells_taken": taken.sum(axis=1).astype(int),
        "turns_before_taken": np.where(spells > 0, survival[:, :horizon].sum(axis=1), np.nan),
        "turns_before_taken_median": np.where(half.any(axis=1), half.argmax(axis=1), np.nan),
        "last_seen_round": share(sums["last_round"].sum(axis=0), spells),
    }


def offers_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the share of each card still in the row after each turn, with Greenwood's interval of its log(-log)."""
    from scipy.special import ndtri

    at_risk, taken, survival = _survival(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.cumsum(taken / (at_risk * (at_risk - taken)), axis=1)
        reach = float(ndtri((1 + LEVEL) / 2)) * np.sqrt(part) / np.abs(np.log(survival))
        low, high = survival ** np.exp(reach), survival ** np.exp(-reach)
    inside = (survival > 0) & (survival < 1)
    card, turn = np.nonzero(at_risk > 0)
    table = {
        "card": np.array(ANIMAL_IDS, object)[card],
        "turns": turn,
        "at_risk": at_risk[card, turn].astype(int),
        "taken": taken[card, turn].astype(int),
        "still_in_row": survival[card, turn],
        "still_in_row_low": np.where(inside, low, np.nan)[card, turn],
        "still_in_row_high": np.where(inside, high, np.nan)[card, turn],
    }
    return with_certainty(table, limits, "at_risk")


_LATE = 10
_ROUNDS = (*(str(number) for number in range(1, _LATE)), f"{_LATE} or later")
_PLAYERS = ("2", "3", "4")
_SIDES = ("A", "B")
_NAMES = {"round taken": _ROUNDS, "players": _PLAYERS, "side": _SIDES, "archetype": ARCHETYPES}


def card_groups_sums(sample: Sample) -> dict[str, Floats]:
    """Return completions, points and win points of the takers of each card by group."""
    rows = sample.cards
    card, seat = codes(rows["card"], ANIMAL_IDS), rows["seat_index"].to_numpy(np.int64)
    rounds = rows["round_taken"].to_numpy(float)
    sides = np.array([_SIDES.index(kind.side) if kind.side in _SIDES else -1 for kind in sample.kinds], np.int64)
    groups = {
        "round taken": np.where(np.isnan(rounds), -1, np.minimum(np.nan_to_num(rounds), _LATE) - 1).astype(np.int64),
        "players": sample.column("players")[seat] - 2,
        "side": sides[sample.column("kind")[seat]],
        "archetype": archetypes_of(sample.seats)[seat],
    }
    sums: dict[str, Floats] = {}
    for by, group in groups.items():
        cells = len(_NAMES[by]) * CARDS
        cell = np.where(group >= 0, group * CARDS + card, -1)
        win_points = (sample.column("win12") * sample.column("players"))[seat]
        for name, values in (
            ("n", None),
            ("completed", rows["completed"].to_numpy(float)),
            ("points", rows["points"].to_numpy(float)),
            ("win_points", win_points),
        ):
            sums[f"{by} {name}"] = sample.sums(cell, cells, values, seat)
    return sums


def card_groups_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return times taken, completions, points and win points of each card in each group."""
    tables = []
    for by, names in _NAMES.items():
        n, completed, points, win_points = (sums[f"{by} {name}"] for name in ("n", "completed", "points", "win_points"))
        taken, done = n.sum(axis=(0, 1)), completed.sum(axis=(0, 1))
        done_low, done_high = wilson(done, taken)
        table = {
            "card": np.tile(ANIMAL_IDS, len(names)),
            "by": np.repeat(by, len(taken)),
            "group": np.repeat(names, CARDS),
            "taken": taken.astype(int),
            "completion_rate": share(done, taken),
            "completion_rate_low": done_low,
            "completion_rate_high": done_high,
            **mean(points, n, proportional=by not in ("players", "side")).columns("points"),
            **mean(win_points / 12, n).columns("win_points", 0),
        }
        tables.append(rows_where(table, taken > 0))
    return with_certainty(stacked(tables), limits, "taken")


LADDER_ENDS = np.array([CATALOGUE[CARD_INDEX[name]].points[-1] for name in ANIMAL_IDS], float)
"""What each animal card brings when completed."""
_PERIODS = 6


def card_trend_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return takes, completions, points and win points of each card in each period; empty without several dates."""
    days = days_of(sample)
    dated = np.flatnonzero(~np.isnan(days))
    dated = dated[np.argsort(days[dated], kind="stable")]
    several = len(dated) > 0 and days[dated[0]] < days[dated[-1]]
    periods = min(_PERIODS, len(dated) // max(limits.ranked, 1)) if several else 0
    period = np.full(len(days), -1)
    if periods > 1:
        period[dated] = np.arange(len(dated)) * periods // len(dated)
    card, seat = codes(sample.cards["card"], ANIMAL_IDS), sample.cards["seat_index"].to_numpy(np.int64)
    points = sample.cards["points"].to_numpy(float)
    of_card = period[sample.game[seat]]
    cell, cells = np.where(of_card >= 0, of_card * CARDS + card, -1), periods * CARDS
    n = sample.sums(cell, cells, seat=seat)
    completed = sample.sums(cell, cells, points == LADDER_ENDS[card], seat).sum(axis=(0, 1))
    wins = (sample.column("win12") * sample.column("players"))[seat]
    taken = n.sum(axis=(0, 1))
    edges = [days[period == one] for one in range(periods)]
    first, last = (
        np.repeat(days_in_words(np.array([end(one) if len(one) else 0.0 for one in edges])), CARDS)
        for end in (np.min, np.max)
    )
    table = {
        "card": np.tile(ANIMAL_IDS, periods),
        "first_day": first.astype(object),
        "last_day": last.astype(object),
        "taken": taken.astype(int),
        "completion_rate": share(completed, taken),
        **mean(sample.sums(cell, cells, points, seat), n, adjusted=True).columns("points"),
        **mean(sample.sums(cell, cells, wins, seat) / 12, n).columns("win_points", 0),
    }
    return with_certainty(rows_where(table, taken > 0), limits, "taken")
