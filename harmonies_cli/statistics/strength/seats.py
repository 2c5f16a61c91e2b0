"""Seat order and token colours."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.statistics.strength.archetypes import groups_sums, groups_table
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import bootstrap, fixed, mean, share
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums
from harmonies_cli.statistics.strength.sample_moves import COLOUR_PARTS
from harmonies_cli.statistics.strength.winners import winners_sums, winners_table

__all__ = ["colours_sums", "colours_table", "seats_sums", "seats_table"]

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


def seats_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return win share and mean total by seat; points over the game's mean compare the seats of the same games."""
    table = groups_table(sums, limits)
    table.insert(0, "seat", np.arange(1, _MOST_SEATS + 1))
    over = mean(sums["over"], sums["n"], null=0.0)
    p = np.where(table["n"] >= limits.ranked, over.p, np.nan)
    table = table.assign(**over.columns("points_over_game_mean"), points_over_game_mean_p=p)
    table = with_q(with_q(table, "win_points"), "points_over_game_mean")
    return with_certainty(table[table["n"] > 0].reset_index(drop=True), limits, "n", "win_points")


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


def colours_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return how often each colour is taken, against a choice of central spaces at random.

    Only turns with a recorded central board and recorded tokens count. `n` is the number of seats with such
    turns. Winners and others: tokens a seat takes.
    """
    offered, taken, expected = (sums[name].sum(axis=(0, 1)) for name in COLOUR_PARTS)
    n = sums["all_n"].sum(axis=(0, 1)).astype(int)

    def ratio(taken: Floats, expected: Floats) -> Floats:
        return np.asarray(taken.sum(axis=1) / expected.sum(axis=1))

    over = bootstrap(ratio, sums["taken"], sums["expected"] / _SIXTIETHS, present=sums["all_n"], null=1.0)
    table = pd.DataFrame(
        {
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
    )
    compared = winners_table(sums, limits)
    for name in ("winners", "others", "difference", "difference_low", "difference_high", "difference_p"):
        table[name if name in ("winners", "others") else f"winners_{name}"] = compared[name]
    table = with_q(with_q(table, "taken_over_expected"), "winners_difference")
    return with_certainty(table, limits, "n", "taken_over_expected")
