"""Token colours: taken against offered."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.regression import mean_effects
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.winners import winners_and_others

__all__ = ["colours_table"]


def colours_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return how often each colour is taken, against a choice of central spaces at random.

    Only turns of which the central board and the tokens taken are recorded count. `n` is the number of seats with such
    turns. Winners and others: tokens a seat takes.
    """
    offered, taken, expected = (sample.colours[:, part].astype(float) for part in range(3))
    known = taken.sum(axis=1) > 0
    tokens = len(TOKENS)
    whole = sample.resampling
    game = np.repeat(sample.game, tokens)
    token = np.tile(np.arange(tokens), len(sample.seats))
    taken_sums, expected_sums = (whole.sums(game, token, part.ravel(), tokens) for part in (taken, expected))
    low, high = whole.interval(np.divide, taken_sums, expected_sums)
    test = mean_effects(game, token, np.where(known[:, None], taken - expected, np.nan).ravel(), tokens)
    p = test["p"].where(test["n"] >= limits.ranked)
    offered_sum, taken_sum, expected_sum = (part.sum(axis=0) for part in (offered, taken, expected))
    with np.errstate(invalid="ignore", divide="ignore"):
        table = pd.DataFrame(
            {
                "letter": [one.letter for one in TOKENS],
                "colour": [one.colour for one in TOKENS],
                "landscape": [one.landscape for one in TOKENS],
                "n": int(known.sum()),
                "offered": offered_sum.astype(int),
                "taken": taken_sum.astype(int),
                "take_rate": taken_sum / offered_sum,
                "take_rate_expected": expected_sum / offered_sum,
                "taken_over_expected": taken_sum / expected_sum,
                "taken_over_expected_low": low,
                "taken_over_expected_high": high,
            }
        )
    table = table.assign(taken_over_expected_p=p, taken_over_expected_q=benjamini_hochberg(p))
    compared = winners_and_others(sample, np.where(known[:, None], taken, np.nan), limits)
    for name in ("winners", "others", "difference", "difference_low", "difference_high", "p", "q"):
        table[name if name in ("winners", "others") else f"winners_{name}"] = compared[name]
    return with_certainty(table, limits, "n", "taken_over_expected")
