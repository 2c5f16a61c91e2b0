"""Synergy: the value of two animal cards together, less the sum of their values alone.

A card occurs once in a game, so one seat of a game has both cards of a pair, or at most one seat has each. The means
of all pairs, and their errors clustered by game, therefore follow from a few products of matrices of games by cards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import mean, share
from harmonies_cli.statistics.strength.regression import coefficient_columns, shrunk_columns
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, bits_of, codes

__all__ = ["pairs_sums", "pairs_table"]

_FIRST, _SECOND = np.triu_indices(CARDS, 1)
_PAIRS = len(_FIRST)
_NUMBERS = ("n", "alone_n", "partner_alone_n", "neither_n")


def pairs_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind of game: sums by pair of cards held together, and products of two cards over seats or games.

    N is 1 for a card held, P its points, S their square, W the wins of its seat in twelfths of win points, and C the
    number of cards of its seat.
    """
    rows = sample.cards
    card, seat = codes(rows["card"], ANIMAL_IDS), rows["seat_index"].to_numpy(np.int64)
    points = np.zeros((len(sample), CARDS))
    points[seat, card] = rows["points"].to_numpy(float)
    held = bits_of(sample.column("taken")).astype(float)
    wins = (sample.column("win12") * sample.column("players")).astype(float)
    owner, first, second = _together(held)
    pair = np.zeros((CARDS, CARDS), np.int64)
    pair[_FIRST, _SECOND] = np.arange(_PAIRS)
    cell = pair[first, second]
    both = points[owner, first] + points[owner, second]
    sums = {
        "together": sample.sums(cell, _PAIRS, seat=owner),
        "together points": sample.sums(cell, _PAIRS, both, owner),
        "together wins": sample.sums(cell, _PAIRS, wins[owner], owner),
    }
    of_seat = held, points, held * wins[:, None], held * held.sum(axis=1, keepdims=True)
    of_game = [_by_game(sample, one) for one in of_seat]
    kind_of_seat, kind_of_game = sample.column("kind"), sample.games["kind"].to_numpy(np.int64)
    products: dict[str, list[Floats]] = {}
    for kind in range(len(sample.kinds)):
        n, p, w, c = (one[kind_of_seat == kind] for one in of_seat)
        games_n, games_p, games_w, games_c = (one[kind_of_game == kind] for one in of_game)
        for name, left, right in (
            *(("NN", n, n), ("PN", p, n), ("PP", p, p), ("SN", p**2, n), ("WN", w, n), ("WW", w, w)),
            *(("games NN", games_n, games_n), ("games PN", games_p, games_n), ("games PP", games_p, games_p)),
            *(("games WN", games_w, games_n), ("games WW", games_w, games_w)),
            *(("CN", c, n), ("PC", p, c), ("CC", c, c)),
            *(("games CN", games_c, games_n), ("games PC", games_p, games_c), ("games CC", games_c, games_c)),
        ):
            products.setdefault(name, []).append(left.T @ right)
    squares = np.bincount(kind_of_seat, wins**2, minlength=len(sample.kinds))
    games = np.bincount(kind_of_game, minlength=len(sample.kinds)).astype(float)
    return (
        sums
        | {name: np.stack(parts) for name, parts in products.items()}
        | {"squares": squares[:, None], "games": games[:, None]}
    )


def _together(held: Floats) -> tuple[Any, Any, Any]:
    """Return seat, first and second card of all pairs that are held together."""
    parts = []
    for first in range(CARDS):
        seats = np.flatnonzero(held[:, first])
        row, second = np.nonzero(held[seats, first + 1 :])
        parts.append((seats[row], np.full(len(row), first), second + first + 1))
    owner, one, other = (np.concatenate(column) for column in zip(*parts, strict=True))
    return owner, one, other


def _by_game(sample: Sample, of_seat: Floats) -> Floats:
    total = np.zeros((len(sample.games), of_seat.shape[1]))
    np.add.at(total, sample.game, of_seat)
    return total


class _Synergy(NamedTuple):
    """Synergy of each pair, matrices of cards by cards, with the larger of its two errors."""

    value: Floats
    error: Floats
    together: Floats


def pairs_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the pairs of animal cards that a seat held together, with how much more they bring than the cards alone.

    Points are those of the two cards; "alone" is a seat with one of them and not the other. Win points together are
    compared with those of seats with one card alone, and of seats with neither.
    """
    together, seats = (
        sums["NN"].sum(axis=0),
        sum(float(games) * kind.players for games, kind in zip(sums["games"][:, 0], sums.kinds, strict=True)),
    )
    held = np.diag(together)
    alone = held[:, None] - together
    numbers = (together, alone, alone.T, seats - held[:, None] - held + together)
    clusters = int(sums["games"].sum())
    table: Columns = {
        "card": np.array(ANIMAL_IDS, object)[_FIRST],
        "partner": np.array(ANIMAL_IDS, object)[_SECOND],
        **{name: one[_FIRST, _SECOND].astype(int) for name, one in zip(_NUMBERS, numbers, strict=True)},
    }
    few = np.minimum.reduce([table[name] for name in _NUMBERS])
    ranked = few >= limits.ranked
    for name, synergy, total, unit in (
        ("points", _points(sums, numbers), "together points", 1),
        ("win_points", _win_points(sums, numbers), "together wins", 12),
    ):
        value, error, _ = (one[_FIRST, _SECOND] for one in synergy)
        error = np.where(few > 1, error, np.nan)
        estimate = mean(sums[total] / unit, sums["together"])
        table |= {
            **estimate.columns(f"{name}_together"),
            f"{name}_expected": estimate.value - value,
            **coefficient_columns(f"{name}_synergy", value, error, clusters, ranked),
            **shrunk_columns(f"{name}_synergy", value, error, ranked),
        }
        table = with_q(table, f"{name}_synergy")
    return with_certainty(rows_where(table, table["n"] > 0), limits, _NUMBERS, "points_synergy_shrunk")


def _points(sums: Sums, numbers: tuple[Floats, ...]) -> _Synergy:
    """Return the synergy in points.

    From the points of each card it subtracts the card's mean in the kind of game, and the effect of the seat's number
    of cards, because a seat with many cards may complete more or less of each.
    """
    both, first, second, _ = numbers
    sums = _freed_of_number(sums)
    centre = share(*(np.diagonal(sums[name], axis1=1, axis2=2) for name in ("PN", "NN")))
    row = np.nan_to_num(centre)[:, :, None]
    column = row.transpose(0, 2, 1)

    def centred(prefix: str) -> tuple[Floats, Floats]:
        n, p, pp = (sums[f"{prefix}{name}"] for name in ("NN", "PN", "PP"))
        product = pp - row * p.transpose(0, 2, 1) - column * p + row * column * n
        return (p - row * n).sum(axis=0), product.sum(axis=0)

    p, pp = centred("")
    games_p, games_pp = centred("games ")
    squares = (sums["SN"] - 2 * row * sums["PN"] + row**2 * sums["NN"]).sum(axis=0)
    own, own_squares = np.diag(p)[:, None], np.diag(squares)[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        together = (p + p.T) / both
        apart = (own - p) / first
        value = together - apart - apart.T
        of_both = squares + squares.T + 2 * pp - both * together**2
        of_first = own_squares - squares - first * apart**2
        # Games in which two seats hold one card each: both deviations count with the same sign.
        elsewhere = games_pp - pp
        left, number = games_p - p, (sums["games NN"] - sums["NN"]).sum(axis=0)
        crossed = elsewhere - apart * left.T - apart.T * left + apart * apart.T * number
        meat = of_both / both**2 + of_first / first**2 + of_first.T / second**2 + 2 * crossed / (first * second)
        pooled = (of_both + of_first + of_first.T) / (both + first + second - 3)
        plain = pooled * (1 / both + 1 / first + 1 / second)
    return _Synergy(value, _larger(meat, plain, sums, both + first + second, 3), together)


def _freed_of_number(sums: Sums) -> Sums:
    """Return the products with points less their regression on the number of cards of the seat, by kind of game."""
    n, p, c, pc, cc = (np.trace(sums[name], axis1=1, axis2=2) for name in ("NN", "PN", "CN", "PC", "CC"))
    slope = np.nan_to_num(share(pc - share(p * c, n), cc - share(c * c, n)))[:, None, None]
    arrays = dict(sums.arrays)
    for prefix in ("", "games "):
        cn, pc, cc = (arrays[f"{prefix}{name}"] for name in ("CN", "PC", "CC"))
        arrays[f"{prefix}PN"] = arrays[f"{prefix}PN"] - slope * cn
        arrays[f"{prefix}PP"] = arrays[f"{prefix}PP"] - slope * (pc + pc.transpose(0, 2, 1)) + slope**2 * cc
    # In one seat the number is the same for both cards: p1 n T2 is PC, n n T1 T2 is CC.
    arrays["SN"] = sums["SN"] - 2 * slope * sums["PC"] + slope**2 * sums["CC"]
    return Sums(sums.kinds, arrays)


def _win_points(sums: Sums, numbers: tuple[Floats, ...]) -> _Synergy:
    """Return the synergy in win points; a game's contribution is linear in its seats' cards and wins."""
    both, first, second, neither = numbers
    wn, ww = sums["WN"].sum(axis=0) / 12, sums["WW"].sum(axis=0) / 144
    games_nn, games_wn, games_ww = (
        sums[f"games {name}"].sum(axis=0) / unit for name, unit in (("NN", 1), ("WN", 12), ("WW", 144))
    )
    held, won, squares = (np.diag(one)[:, None] for one in (sums["NN"].sum(axis=0), wn, ww))
    players = np.array([kind.players for kind in sums.kinds], float)
    games = sums["games"][:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        together, one = wn / both, (won - wn) / first
        none = (games @ players - won - won.T + wn) / neither
        value = together - one - one.T + none
        # Factors of: both, win points of both, first, its win points, second, its win points, and the players.
        factors = (
            -together / both - one / first - one.T / second - none / neither,
            1 / both + 1 / first + 1 / second + 1 / neither,
            one / first + none / neither,
            -1 / first - 1 / neither,
            one.T / second + none / neither,
            -1 / second - 1 / neither,
            (1 - none) / neither,
        )
        n = both

        def by_players(name: str, unit: int) -> Floats:
            return np.asarray(np.tensordot(players, sums[name], 1) / unit)

        of_n, of_w = by_players("NN", 1), by_players("WN", 12)
        own_n, own_w = (np.diag(part)[:, None] + np.zeros_like(n) for part in (of_n, of_w))
        held, won, squares = (part + np.zeros_like(n) for part in (held, won, squares))
        moments = (
            (n, wn, n, wn, n, wn, of_n),
            (ww, wn, ww, wn, ww, of_w),
            (held, won, games_nn, games_wn.T, own_n),
            (squares, games_wn, games_ww, own_w),
            (held.T, won.T, own_n.T),
            (squares.T, own_w.T),
            (np.full_like(n, float(games @ players**2)),),
        )
        meat = sum(
            (1 if place == 0 else 2) * factors[row] * factors[row + place] * moment
            for row, parts in enumerate(moments)
            for place, moment in enumerate(parts)
        )
        within = (
            sums["squares"].sum() / 144 - both * together**2 - first * one**2 - second * one.T**2 - neither * none**2
        )
        seats = both + first + second + neither
        plain = within / (seats - 4) * (1 / both + 1 / first + 1 / second + 1 / neither)
    return _Synergy(value, _larger(np.asarray(meat), plain, sums, seats, 4), together)


def _larger(meat: Floats, plain: Floats, sums: Sums, number: Floats, used: int) -> Floats:
    clusters = float(sums["games"].sum())
    with np.errstate(divide="ignore", invalid="ignore"):
        clustered = meat * clusters / (clusters - 1) * (number - 1) / (number - used)
        return np.asarray(np.sqrt(np.maximum(np.maximum(clustered, plain), 0)))
