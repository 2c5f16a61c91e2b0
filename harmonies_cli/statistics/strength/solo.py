"""Solo games: suns by side and kind of spirit."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.cards import CARDS, SPIRITS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.sample import Sample

__all__ = ["MOST_SUNS", "SPIRIT_KINDS", "solo_table"]

MOST_SUNS = 11
SPIRIT_KINDS = ("none", "group", "landscape", "unknown")
_KIND_OF = {CARDS[index].id: CARDS[index].suns_kind for index in SPIRITS}


def solo_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return suns and totals of solo games by side and kind of spirit.

    Parameters
    ----------
    sample
        Solo games only.
    limits
        From how many games on a row is ranked.
    """
    seats = sample.seats
    card = seats["spirit_card"].astype(object).map(_KIND_OF)
    with_spirits = sample.games["spirits"].to_numpy(bool)[sample.game]
    kind = np.where(with_spirits, card.fillna("unknown").to_numpy(str), "none")
    side = sample.games["side"].to_numpy(str)[sample.game]
    kinds = [(one, other) for one in ("A", "B") for other in SPIRIT_KINDS]
    of = np.array([kinds.index(pair) for pair in zip(side, kind, strict=True)], int)
    number = len(kinds)
    total = seats["total"].to_numpy(float)
    suns = seats["suns"].to_numpy(float)
    table = pd.DataFrame(kinds, columns=["side", "spirit_kind"])
    table["n"] = np.bincount(of, minlength=number)
    for name, values in (("suns", suns), ("total", total)):
        mean, low, high = sample.resampling.means(sample.game, of, values, number)
        table = table.assign(**{name: mean, f"{name}_low": low, f"{name}_high": high})
    table["total_sum"] = np.bincount(of, total, minlength=number).astype(int)
    best = pd.Series(total).groupby(of).max().reindex(range(number))
    table["best_total"] = best.astype("Int64")
    for suns_number in range(MOST_SUNS + 1):
        table[f"suns_{suns_number}"] = np.bincount(of, suns == suns_number, minlength=number).astype(int)
    return with_certainty(table[table["n"] > 0].reset_index(drop=True), limits, "n", "suns")
