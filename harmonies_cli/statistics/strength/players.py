"""How strong each player is, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import Protocol

import numpy as np
import pandas as pd

from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import GROUPS, Estimate, fixed, mean, share
from harmonies_cli.statistics.strength.joining import Places
from harmonies_cli.statistics.strength.ratings import expected_points, rating_history, ratings_after
from harmonies_cli.statistics.strength.sample import Floats, Ints, Sample

__all__ = ["KeptRatings", "head_to_head", "history_of", "names_of", "players_table", "thinned"]

_BLOCK = 400
_MOST_POINTS = 200
_POSSIBLE = {"win_share": (0, 1), "win_points": (0,)}


class KeptRatings(Protocol):
    """Stores the ratings after the dated games, so later games continue from there."""

    def load(self, seats: pd.DataFrame) -> tuple[Floats, Floats] | None:
        """Return the stored result of `ratings.ratings_after` for the first seats, if any."""

    def save(self, seats: pd.DataFrame, mu: Floats, sigma: Floats) -> None:
        """Store it for these seats."""


def history_of(sample: Sample, kept: KeptRatings | None = None) -> pd.DataFrame:
    """Return the rating of each player after each game, in the order of the dates; undated games come last.

    The column `dated` marks the games with a date.

    Parameters
    ----------
    sample
        The games.
    kept
        Where to store the ratings after the dated games.
    """
    date = sample.games["date"].astype("category").cat
    is_undated = np.append(np.asarray(date.categories == ""), False)[date.codes.to_numpy()]
    order = np.argsort(np.where(is_undated, np.int32(len(date.categories)), date.codes.to_numpy()), kind="stable")
    in_order = Places([order], [np.arange(len(order))]).of_members([sample.game])
    rows, place = in_order.rows[0], in_order.owner
    seats = pd.DataFrame(
        {
            "game_index": place,
            "game": sample.games["game"].to_numpy(np.int64)[order][place],
            "player": pd.Categorical.from_codes(sample.seats["player"].to_numpy()[rows], list(sample.names)),
            "rank": sample.seats["rank"].to_numpy()[rows],
            "dated": ~is_undated[order][place],
        }
    )
    dated = seats[: int(seats["dated"].sum())]
    known = kept.load(dated) if kept is not None else None
    if kept is not None and (known is None or len(known[0]) < len(dated)):
        known = ratings_after(dated, known)
        kept.save(dated, *known)
    return rating_history(seats, known)


def thinned(history: pd.DataFrame) -> pd.DataFrame:
    """Return a rating history with at most about 200 games of each player, the last included."""
    number = history["game_number"].to_numpy(np.int64)
    last = history.groupby("player", observed=True)["game_number"].transform("max").to_numpy(np.int64)
    step = -(-last // _MOST_POINTS)
    kept = history[(number % step == 0) | (number == last)].reset_index(drop=True)
    return kept.assign(player=kept["player"].to_numpy(object))


def players_table(sample: Sample, limits: Limits, history: pd.DataFrame | None) -> Columns:
    """Return games, win share, mean and rating of each player; intervals for those with enough games to be ranked.

    Parameters
    ----------
    sample
        The games.
    limits
        The minimum number of games for a player to be ranked.
    history
        What `history_of` returns; without it there are no ratings.
    """
    who, number = sample.column("player"), len(sample.names)
    games = np.bincount(who, minlength=number)
    called = names_of(sample)
    table: Columns = {
        "player": np.array(sample.names, object),
        "name": [called.get(player, "") for player in sample.names],
        "n": games,
        "wins": np.bincount(who, sample.column("win12"), minlength=number) / 12,
        "total_sum": np.bincount(who, sample.column("total"), minlength=number).astype(int),
    }
    table["win_share_expected"] = share(np.bincount(who, 12 // sample.column("players"), minlength=number) / 12, games)
    for name, estimate in _estimates(sample, games >= limits.ranked).items():
        table |= estimate.columns(name, *_POSSIBLE.get(name, ()))
        if name == "win_points":
            table["win_points_p"] = np.where(games >= limits.ranked, estimate.p, np.nan)
    # A sample of some kinds of game still names players of the others.
    table = with_q(rows_where(table, games > 0), "win_points")
    return with_certainty(table | _last_ratings(history, table["player"]), limits, "n", "win_points")


def _last_ratings(history: pd.DataFrame | None, players: Sequence[str]) -> dict[str, Floats]:
    """Return the rating of players after their last game; missing without a history."""
    columns = ("mu", "sigma", "ordinal")
    if history is None:
        return {f"rating_{name}": np.full(len(players), np.nan) for name in columns}
    last = history.drop_duplicates("player", keep="last")
    last = last.set_index(last["player"].to_numpy(object)).reindex(players)
    return {f"rating_{name}": last[name].to_numpy(float) for name in columns}


def _estimates(sample: Sample, ranked: np.ndarray) -> dict[str, Estimate]:
    """Return the means of each player, with intervals computed block by block because players may be many."""
    who = sample.column("player")
    every = np.zeros(len(sample), np.int64)
    total, players, twelfths = (sample.column(name) for name in ("total", "players", "win12"))
    over = sample.column("rating")  # all missing: no expectation, and nothing to compute
    if not np.isnan(over).all():
        over = fixed(players * twelfths / 12 - expected_points(over, players))
    base = sample.sums(every, 1, total), sample.sums(every, 1)
    measures: dict[str, tuple[Floats, float]] = {
        "win_share": (twelfths.astype(float), 12.0),
        "win_points": ((twelfths * players).astype(float), 12.0),
        "total": (total.astype(float), 1.0),
        "win_points_over_rating": (over, 1.0),
    }
    blocks = [(*block, len(sample.kinds) * GROUPS * len(block[0])) for block in _blocks(sample, ranked)]
    games = np.bincount(who, minlength=len(ranked))
    games_of = [np.bincount(cell, minlength=cells) for _, _, cell, cells in blocks]
    found: dict[str, Estimate] = {}
    for name, (values, unit) in measures.items():
        columns = [np.full(len(ranked), np.nan) for _ in Estimate._fields]
        found[name] = Estimate(*columns)
        known = ~np.isnan(values)
        if not known.any():
            continue
        all_known = bool(known.all())
        if name == "total":
            columns[0][:] = _total_of_few(sample, base)
        elif all_known:
            columns[0][:] = share(np.bincount(who, values, minlength=len(ranked)) / unit, games)
        else:
            n = np.bincount(who[known], minlength=len(ranked))
            columns[0][:] = share(np.bincount(who[known], values[known], minlength=len(ranked)) / unit, n)
        for (some, seat, cell, cells), number in zip(blocks, games_of, strict=True):
            of_block = values[seat]
            if not all_known:
                rated = ~np.isnan(of_block)
                cell, of_block = cell[rated], of_block[rated]
                number = np.bincount(cell, minlength=cells)
            shape = len(sample.kinds), GROUPS, len(some)
            sums = np.bincount(cell, of_block, minlength=cells).reshape(shape) / unit
            of_all = base if name == "total" else None
            estimate = mean(sums, number.reshape(shape).astype(float), null=1.0, base=of_all)
            for column, part in zip(columns, estimate, strict=True):
                column[some] = part
    return found


def _blocks(sample: Sample, ranked: np.ndarray) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Yield blocks of the ranked players: the players, their seats, and the cell of each: kind, group and player."""
    players = np.flatnonzero(ranked)
    place = np.full(len(ranked), -1, np.int32)
    place[players] = np.arange(len(players))
    of_seat = place[sample.seats["player"].to_numpy()]
    kind, group = sample.column("kind"), sample.group
    order = np.argsort(of_seat // _BLOCK, kind="stable")
    ends = np.searchsorted(of_seat[order] // _BLOCK, np.arange(-(-len(players) // _BLOCK) + 1))
    for number, (start, end) in enumerate(pairwise(ends.tolist())):
        seat = order[start:end]
        some = players[number * _BLOCK : (number + 1) * _BLOCK]
        cell = (kind[seat] * GROUPS + group[seat]) * len(some) + of_seat[seat] - number * _BLOCK
        yield some, seat, cell


def _total_of_few(sample: Sample, base: tuple[Floats, Floats]) -> Floats:
    """Return the mean total of each player, adjusted for the kinds of game."""
    of_kind, number = (one.sum(axis=(1, 2)) for one in base)
    shift = of_kind.sum() / max(number.sum(), 1) - share(of_kind, number)
    who = sample.column("player")
    adjusted = sample.column("total") + shift[sample.column("kind")]
    return share(np.bincount(who, adjusted, minlength=len(sample.names)), np.bincount(who, minlength=len(sample.names)))


def names_of(sample: Sample) -> dict[str, str]:
    """Return the name of each player in the last of their games; a game without a date counts as the earliest."""
    date = sample.games["date"].astype("category").cat.codes.to_numpy(np.int64)
    last = np.full(len(sample.names), -1)
    np.maximum.at(last, sample.seats["player"].to_numpy(), date[sample.game] * len(sample) + np.arange(len(sample)))
    played = np.flatnonzero(last >= 0)
    label = sample.seats["label"].to_numpy()[last[played] % max(len(sample), 1)]
    return {
        sample.names[player]: sample.labels[name] for player, name in zip(played.tolist(), label.tolist(), strict=True)
    }


def head_to_head(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the games of each pair of players who met, and how the first fared against the second.

    A game counts 1 for the player with the better rank, 1/2 for equal ranks.
    """
    pair, (n, twice_beaten, margin) = _meetings(sample)
    identities = np.array(sample.names, object)
    table = pd.DataFrame({"player": identities[pair[0]], "opponent": identities[pair[1]], "n": n.astype(np.int64)})
    table = table.assign(beaten=twice_beaten / 2, margin=margin / n)
    table["beaten_share"] = table["beaten"] / table["n"]
    names = names_of(sample)
    table.insert(2, "name", table["player"].map(names))
    table.insert(3, "opponent_name", table["opponent"].map(names))
    return pd.DataFrame(with_certainty(dict(table.items()), limits, "n", "beaten_share"))


def _meetings(sample: Sample) -> tuple[tuple[Ints, Ints], Floats]:
    """Return the pairs of players who met, sorted; and their games, twice the games won, and the margins, summed."""
    size = np.bincount(sample.game, minlength=len(sample.games))
    first, players = np.cumsum(size) - size, max(len(sample.names), 1)
    player, rank, total = (sample.column(name) for name in ("player", "rank", "total"))
    parts = [np.zeros((4, 0))]
    for number in np.unique(size).tolist():
        begin = first[size == number]
        for one, other in permutations(range(number), 2):
            seat, opponent = begin + one, begin + other
            met = player[seat] != player[opponent]
            seat, opponent = seat[met], opponent[met]
            cell, pairs = pd.factorize(player[seat] * players + player[opponent])
            better = np.sign(rank[opponent] - rank[seat]) + 1
            values = (None, better, total[seat] - total[opponent])
            parts.append(np.stack([pairs, *(np.bincount(cell, value, len(pairs)) for value in values)]))
    found = np.concatenate(parts, axis=1)
    pairs, cell = np.unique(found[0].astype(np.int64), return_inverse=True)
    sums = np.stack([np.bincount(cell, values, len(pairs)).astype(float) for values in found[1:]])
    return (pairs // players, pairs % players), sums
