"""Which rows of points win: what winners have more of than the others."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.scoring.pad_rows import POINT_ROWS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.fdr import benjamini_hochberg
from harmonies_cli.statistics.strength.logit import conditional_logit
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.winners import winners_and_others

__all__ = ["STEP", "rows_table"]

STEP = 5
"""The logit is of winning on this many points."""
_MEASURES = (*POINT_ROWS, "total")


def rows_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return points by row: winners against others, a conditional logit of winning, the share of the total.

    Each row has a logit of its own: the winner is whoever has the largest sum of all rows, so that all of them
    together explain winning without error and have no coefficients. The spirit row is of games with spirits.
    """
    seats = sample.seats
    points = seats[list(_MEASURES)].to_numpy(float, copy=True)
    with_spirits = sample.games["spirits"].to_numpy(bool)[sample.game]
    points[~with_spirits, _MEASURES.index("spirit")] = np.nan
    table = winners_and_others(sample, points, limits)
    table.insert(0, "row", _MEASURES)
    table.insert(1, "points_sum", np.nansum(points, axis=0).astype(int))
    total = seats["total"].to_numpy(float)
    share = np.divide(points, total[:, None], out=np.full(points.shape, np.nan), where=total[:, None] > 0)
    shares = winners_and_others(sample, share, limits)
    table["share_winners"], table["share_others"] = shares["winners"], shares["others"]
    fits = []
    for number, row in enumerate(_MEASURES):
        known = ~np.isnan(points[:, number]) & (row != "total")
        fits.append(conditional_logit(points[known, number, None] / STEP, sample.game[known], sample.win_share[known]))
    logit, error, p = (np.concatenate(column) for column in list(zip(*fits, strict=True))[:3])
    p = np.where(table["n"] >= limits.ranked, p, np.nan)
    table = table.assign(
        logit_per_5=logit,
        logit_per_5_error=error,
        odds_per_5=np.exp(logit),
        logit_per_5_p=p,
        logit_per_5_q=benjamini_hochberg(p),
    )
    return with_certainty(table, limits, "n", "difference")
