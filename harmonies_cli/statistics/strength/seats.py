"""Seat order, token colours, colours by space, totals; tempo: scores by round, first cards, who triggers the end."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS, TOKENS
from harmonies_cli.statistics.strength.archetypes import groups_sums, groups_table
from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import bootstrap, fixed, mean, share
from harmonies_cli.statistics.strength.rows import winners_sums, winners_table
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import COLOUR_PARTS

__all__ = [
    "FIRST_COMPLETED",
    "FIRST_TAKEN",
    "ROUNDS",
    "SCORE",
    "boards_sums",
    "colours_sums",
    "colours_table",
    "ends_sums",
    "ends_table",
    "round_scores",
    "seats_sums",
    "seats_table",
    "spaces_table",
    "tempo_sums",
    "tempo_table",
    "totals_table",
]

_MOST_SEATS = 4
_COLOURS = len(TOKENS)
_SIXTIETHS = 60


def seats_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the seats."""
    number = sample.column("seat")
    total = sample.column("total").astype(float)
    over = total - (np.bincount(sample.game, total) / np.bincount(sample.game))[sample.game]
    return groups_sums(sample, number, _MOST_SEATS) | {
        "over": sample.sums(number, _MOST_SEATS, fixed(over)),
    }


def seats_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return win share and mean total by seat; points over the game's mean compare the seats of the same games."""
    table: Columns = {"seat": np.arange(1, _MOST_SEATS + 1)} | groups_table(sums, limits)
    over = mean(sums["over"], sums["n"], null=0.0)
    p = np.where(table["n"] >= limits.ranked, over.p, np.nan)
    table |= over.columns("points_over_game_mean") | {"points_over_game_mean_p": p}
    table = with_q(with_q(table, "win_points"), "points_over_game_mean")
    return with_certainty(rows_where(table, table["n"] > 0), limits, "n", "win_points")


def colours_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of tokens offered, taken and expected, and of winners and others."""
    known = sample.colours[:, COLOUR_PARTS.index("taken")].sum(axis=1) > 0
    seat = np.repeat(np.flatnonzero(known), _COLOURS)
    colour = np.tile(np.arange(_COLOURS), int(known.sum()))
    sums = {
        name: sample.sums(colour, _COLOURS, sample.colours[known, part].ravel(), seat)
        for part, name in enumerate(COLOUR_PARTS)
    }
    taken = np.where(known[:, None], sample.colours[:, COLOUR_PARTS.index("taken")], np.nan)
    return sums | winners_sums(sample, taken)


def colours_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return how often each colour is taken, against a choice of central spaces at random.

    Only turns with a recorded central board and recorded tokens count. `n` is the number of seats with such turns.
    `winners` and `others` are the tokens that a seat takes.
    """
    offered, taken, expected = (sums[name].sum(axis=(0, 1)) for name in COLOUR_PARTS)
    n = sums["all_n"].sum(axis=(0, 1)).astype(int)

    def ratio(taken: Floats, expected: Floats) -> Floats:
        return np.asarray(taken.sum(axis=1) / expected.sum(axis=1))

    over = bootstrap(ratio, sums["taken"], sums["expected"] / _SIXTIETHS, present=sums["all_n"], null=1.0)
    table = {
        "letter": [one.letter for one in TOKENS],
        "colour": [one.colour for one in TOKENS],
        "landscape": [one.landscape for one in TOKENS],
        "n": n,
        "offered": offered.astype(int),
        "taken": taken.astype(int),
        "take_rate": share(taken, offered),
        "take_rate_expected": share(expected / _SIXTIETHS, offered),
        **over.columns("taken_over_expected"),
        "taken_over_expected_p": np.where(n >= limits.ranked, over.p, np.nan),
    }
    compared = winners_table(sums, limits)
    for name in ("winners", "others", "difference", "difference_low", "difference_high", "difference_p"):
        table[name if name in ("winners", "others") else f"winners_{name}"] = compared[name]
    table = with_q(with_q(table, "taken_over_expected"), "winners_difference")
    return with_certainty(table, limits, "n", "taken_over_expected")


_MOST_POINTS = 400
_TOPS = (".", *LETTERS)
_SPACES = max(len(side.spaces) for side in SIDES.values())


def boards_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind how many final boards have each token on top of each space, and how many seats had each total."""
    kinds, kind = len(sample.kinds), sample.column("kind")
    tops = np.zeros((kinds, _SPACES, len(_TOPS)))
    boards = sample.column("board")
    for number, of in enumerate(sample.kinds):
        if of.side not in SIDES:
            continue
        stacks = [board.replace("/", " ").split() for board in boards[kind == number] if isinstance(board, str)]
        letters = np.array([[stack[-1] for stack in board] for board in stacks], "U1")
        for place, letter in enumerate(_TOPS):
            tops[number, : len(SIDES[of.side].spaces), place] = (letters == letter).sum(axis=0)
    total = np.clip(sample.column("total"), 0, _MOST_POINTS - 1)
    won = (sample.column("win12") > 0).astype(np.int64)
    key = (kind * 2 + won) * _MOST_POINTS + total
    totals = np.bincount(key, minlength=kinds * 2 * _MOST_POINTS).reshape(kinds, 2, _MOST_POINTS)
    return {"tops": tops, "totals": totals.astype(float)}


def spaces_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return by side and space how many final boards have each colour on top, and on how many the space is empty."""
    rows = []
    for side, shape in SIDES.items():
        of_side = [number for number, kind in enumerate(sums.kinds) if kind.side == side]
        tops = sums["tops"][of_side].sum(axis=0).astype(int)
        rows += [(side, space, count.sum(), *count) for space, count in zip(shape.spaces, tops, strict=False)]
    names = ("side", "space", "n", "empty", *LETTERS)
    return {name: np.array(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}


def totals_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return how many seats won, and how many did not, with each total, by kind of game."""
    kind, total = np.nonzero(sums["totals"].sum(axis=1))
    counts = sums["totals"][kind, :, total].astype(int)
    names = np.array([str(one) for one in sums.kinds], object)
    return {"kind": names[kind], "total": total, "winners": counts[:, 1], "others": counts[:, 0]}


SCORE = "score"
FIRST_TAKEN = "first card"
FIRST_COMPLETED = "first completed card"
ROUNDS = 31
_ENDS = ("triggered it", "the other seats", "not known")
_BY = ("spaces", "pouch", "")


def round_scores(sample: Sample) -> Floats:
    """Return the score after each round, for games in which all seats played the round; missing elsewhere."""
    played = sample.scores >= 0
    if played.shape[1] == 0:  # boards without their games
        return np.zeros(played.shape)
    seats = np.bincount(sample.game, minlength=len(sample.games))
    whole = np.stack([np.bincount(sample.game, column, minlength=len(sample.games)) for column in played.T], axis=1)
    complete = (whole == seats[:, None])[sample.game]
    return np.where(complete, sample.scores, np.nan)


def tempo_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of scores by round and of the first rounds."""
    scores = np.full((len(sample), ROUNDS), np.nan)
    if sample.scores.shape[1]:
        scores[:, : sample.scores.shape[1]] = round_scores(sample)
    firsts = [sample.column(name).astype(float) for name in ("first_card", "first_completed")]
    return winners_sums(sample, np.column_stack([scores, *(np.where(one > 0, one, np.nan) for one in firsts)]))


def tempo_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Compare winners with others: the score by round, and the rounds to the first card taken and completed.

    A round counts only the games that reach it, so later rounds show longer games. Seats that never took, or never
    completed, a card have no number there.
    """
    measure = np.array([SCORE] * ROUNDS + [FIRST_TAKEN, FIRST_COMPLETED])
    kept = (sums["all_n"].sum(axis=(0, 1)) > 0) | (measure != SCORE)
    rounds = pd.array([*range(1, ROUNDS + 1), None, None], "Int64")[kept]
    table = {"measure": measure[kept], "round": rounds} | rows_where(winners_table(sums, limits), kept)
    return with_certainty(with_q(table, "difference"), limits, "n")


def ends_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the seats by what triggered the end, and by whether they triggered it."""
    end = np.array([_BY.index(one) if one in _BY else len(_BY) - 1 for one in sample.games["end"]], np.int64)
    triggered = sample.column("triggered")
    part = np.where(triggered == 1, 0, np.where(triggered == 0, 1, 2))
    group = end[sample.game] * len(_ENDS) + part
    own = groups_sums(sample, group, len(_BY) * len(_ENDS))
    kinds = len(sample.kinds)
    games = np.bincount(sample.games["kind"].to_numpy(np.int64) * len(_BY) + end, minlength=kinds * len(_BY))
    return own | {"games": games.reshape(kinds, len(_BY)).astype(float)}


def ends_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return who triggers the end, and how they fare against the other seats of the same games."""
    games = sums["games"].sum(axis=0)
    table: Columns = {
        "end": np.repeat(["few empty spaces", "empty pouch", "not known"], len(_ENDS)),
        "seats": _ENDS * len(_BY),
        "share_of_games": np.repeat(share(games, games.sum()), len(_ENDS)),
    } | groups_table(sums, limits)
    return with_certainty(with_q(rows_where(table, table["n"] > 0), "win_points"), limits, "n")
