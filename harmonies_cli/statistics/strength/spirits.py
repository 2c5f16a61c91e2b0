"""How strong each Nature's Spirit card is."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.rows.column import SPIRIT_IDS
from harmonies_cli.statistics.strength.cards import effect_columns
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.intervals import wilson
from harmonies_cli.statistics.strength.regression import Effect, effect_of
from harmonies_cli.statistics.strength.sample import Sample, codes
from harmonies_cli.statistics.strength.strata import adjusted

__all__ = ["spirits_table"]

_SPIRITS = len(SPIRIT_IDS)


def spirits_table(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the strength of each spirit: chosen against declined, placed, points.

    A spirit is declined by a seat that was dealt it and chose the other; where the deal is not recorded nothing is
    declined.
    """
    rows, resampling = sample.spirits, sample.resampling
    card, seat, game = codes(rows["card"], SPIRIT_IDS), rows["seat_index"].to_numpy(), rows["game_index"].to_numpy()
    chosen = rows["chosen"].to_numpy(bool)
    dealt = rows["dealt"].fillna(False).to_numpy(bool)
    declined = dealt & ~chosen
    placed = rows["placed"].fillna(False).to_numpy(bool) & chosen

    def count(flags: np.ndarray) -> np.ndarray:
        return np.bincount(card[flags], minlength=_SPIRITS)

    table = {
        "card": SPIRIT_IDS,
        "dealt": count(dealt),
        "chosen": count(chosen),
        "declined": count(declined),
        "placed": count(placed),
    }
    for name, part, whole in (
        ("choice_rate", count(dealt & chosen), count(dealt)),
        ("placed_rate", count(placed), count(chosen)),
    ):
        low, high = wilson(part, whole)
        rate = np.divide(part, whole, out=np.full(_SPIRITS, np.nan), where=whole > 0)
        table |= {name: rate, f"{name}_low": low, f"{name}_high": high}
    points = rows["points"].to_numpy(float)
    table["points_sum"] = np.bincount(card[chosen], points[chosen], minlength=_SPIRITS).astype(int)
    measures = [("points", chosen, adjusted(np.where(chosen, points, np.nan), rows["stratum"].to_numpy()))]
    total = adjusted(sample.seats["total"], sample.stratum)[seat]
    for name, flags in (("chosen", chosen), ("declined", declined)):
        measures += [(f"total_{name}", flags, total), (f"win_points_{name}", flags, sample.win_points[seat])]
    for name, flags, values in measures:
        mean, low, high = resampling.means(game[flags], card[flags], values[flags], _SPIRITS)
        table |= {name: mean, f"{name}_low": low, f"{name}_high": high}
    effects: list[Effect | None] = []
    for one in range(_SPIRITS):
        known = (card == one) & dealt
        few = min(int((known & chosen).sum()), int((known & declined).sum())) < 2
        at = seat[known]
        effects.append(
            None if few else effect_of(chosen[known], sample.win_points[at], sample.stratum[at], sample.game[at])
        )
    table |= effect_columns("improvement", effects, count(chosen) >= limits.ranked)
    return with_certainty(pd.DataFrame(table), limits, "chosen", "win_points_chosen")
