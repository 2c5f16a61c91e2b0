"""How strong each Nature's Spirit card is, and solo games by side and kind of spirit."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.cards import CARDS as ALL_CARDS
from harmonies_cli.rules.board.cards import SPIRITS as ALL_SPIRITS
from harmonies_cli.statistics.rows.column import SPIRIT_IDS
from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, wilson, with_certainty, with_q
from harmonies_cli.statistics.strength.intervals import mean, share
from harmonies_cli.statistics.strength.regression import EFFECT_PARTS, coefficient_columns, effect_parts, effects_from
from harmonies_cli.statistics.strength.sample import HIGHEST, Floats, Sample, Sums, codes

__all__ = ["MOST_SUNS", "SPIRIT_KINDS", "choice_sums", "solo_sums", "solo_table", "spirits_sums", "spirits_table"]

_SPIRITS = len(SPIRIT_IDS)
MOST_SUNS = 11
SPIRIT_KINDS = ("none", "group", "landscape", "unknown")
_KINDS = np.array([SPIRIT_KINDS.index(ALL_CARDS[index].suns_kind or "unknown") for index in ALL_SPIRITS])
_SIDES = ("A", "B", "")


def spirits_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the spirits dealt, chosen, declined and placed."""
    rows = sample.spirits
    card, seat = codes(rows["card"], SPIRIT_IDS), rows["seat_index"].to_numpy(np.int64)
    chosen = rows["chosen"].to_numpy(bool)
    dealt, placed = (rows[name].astype("boolean").fillna(False).to_numpy(bool) for name in ("dealt", "placed"))
    points = np.nan_to_num(rows["points"].to_numpy(float))
    win_points, total = sample.column("win12") * sample.column("players"), sample.column("total")
    flags = {"chosen": chosen, "declined": dealt & ~chosen, "dealt": dealt, "placed": placed & chosen}
    flags["dealt_chosen"] = dealt & chosen
    sums = {name: sample.sums(card[some], _SPIRITS, seat=seat[some]) for name, some in flags.items()}
    sums["points"] = sample.sums(card[chosen], _SPIRITS, points[chosen], seat[chosen])
    for name in ("chosen", "declined"):
        some = flags[name]
        sums[f"wins_{name}"] = sample.sums(card[some], _SPIRITS, win_points[seat[some]], seat[some])
        sums[f"total_{name}"] = sample.sums(card[some], _SPIRITS, total[seat[some]], seat[some])
    every = np.zeros(len(sample), np.int64)
    return sums | {"total": sample.sums(every, 1, total), "seats": sample.sums(every, 1)}


def choice_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind of game and spirit the sums behind the effects of choosing it."""
    chosen, declined = (sample.column(name) for name in ("spirit_card", "declined"))
    kind, kinds = sample.column("kind"), len(sample.kinds)
    parts = np.zeros((kinds, _SPIRITS, len(EFFECT_PARTS)))
    for one in range(_SPIRITS):
        seat = np.flatnonzero(((chosen == one) & (declined >= 0)) | (declined == one))
        of, outcome = kind[seat], sample.win_points[seat]
        parts[:, one] = effect_parts(chosen[seat] == one, outcome, of, sample.game[seat], of, kinds)
    return {"improvement": parts}


def spirits_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the strength of each spirit: chosen against declined, placed, points.

    A seat declines a spirit that it was dealt if it chose the other; if the deal is not recorded, it declines none.
    """
    names = ("dealt", "chosen", "declined", "placed", "dealt_chosen")
    count = {name: sums[name].sum(axis=(0, 1)) for name in names}
    table: Columns = {"card": SPIRIT_IDS} | {name: count[name].astype(int) for name in names[:-1]}
    for name, part, whole in (("choice_rate", "dealt_chosen", "dealt"), ("placed_rate", "placed", "chosen")):
        low, high = wilson(count[part], count[whole])
        table |= {name: share(count[part], count[whole]), f"{name}_low": low, f"{name}_high": high}
    table["points_sum"] = sums["points"].sum(axis=(0, 1)).astype(int)
    table |= mean(sums["points"], sums["chosen"], adjusted=True).columns("points")
    for name in ("chosen", "declined"):
        base = sums["total"], sums["seats"]
        table |= mean(sums[f"total_{name}"], sums[name], base=base).columns(f"total_{name}")
        table |= mean(sums[f"wins_{name}"] / 12, sums[name]).columns(f"win_points_{name}", 0)
    few = np.minimum(count["dealt_chosen"], count["declined"])
    effects = effects_from(np.where(few[:, None] > 1, sums["improvement"].sum(axis=0), 0))
    table["improvement_n"] = few.astype(int)
    table |= coefficient_columns("improvement", *effects, few >= limits.ranked)
    return with_certainty(with_q(table, "improvement"), limits, ("chosen", "declined"), "improvement")


def solo_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the solo games by side and kind of spirit, and how many had each number of suns."""
    card = sample.column("spirit_card")
    kinds = sample.column("kind")
    spirits = np.array([kind.spirits for kind in sample.kinds], bool)[kinds]
    side = np.array([_SIDES.index(kind.side) for kind in sample.kinds], np.int64)[kinds]
    of_card = np.where(card >= 0, _KINDS[card], SPIRIT_KINDS.index("unknown"))
    cell = side * len(SPIRIT_KINDS) + np.where(spirits, of_card, 0)
    cells = len(_SIDES) * len(SPIRIT_KINDS)
    suns, total = sample.column("suns"), sample.column("total")
    number = np.where(np.isnan(suns), -1, np.clip(np.nan_to_num(suns), 0, MOST_SUNS)).astype(np.int64)
    best = np.zeros((len(sample.kinds), 1, cells))
    np.maximum.at(best[:, 0], (kinds, cell), total)
    return {
        "n": sample.sums(cell, cells),
        "total": sample.sums(cell, cells, total),
        "suns": sample.sums(cell, cells, suns),
        "suns_n": sample.sums(cell, cells, np.where(np.isnan(suns), np.nan, 1.0)),
        "by_suns": sample.sums(np.where(number >= 0, cell * (MOST_SUNS + 1) + number, -1), cells * (MOST_SUNS + 1)),
        f"{HIGHEST}total": best,
    }


def solo_table(sums: Sums, limits: Limits) -> Columns:
    """Return suns and totals of solo games by side and kind of spirit."""
    n = sums["n"].sum(axis=(0, 1))
    by_suns = sums["by_suns"].sum(axis=(0, 1)).reshape(len(n), MOST_SUNS + 1).astype(int)
    table = {
        "side": np.repeat(["A", "B", "unknown"], len(SPIRIT_KINDS)),
        "spirit_kind": SPIRIT_KINDS * len(_SIDES),
        "n": n.astype(int),
        **mean(sums["suns"], sums["suns_n"]).columns("suns"),
        **mean(sums["total"], sums["n"]).columns("total"),
        "total_sum": sums["total"].sum(axis=(0, 1)).astype(int),
        "best_total": sums[f"{HIGHEST}total"].max(axis=(0, 1)),
        **{f"suns_{number}": by_suns[:, number] for number in range(MOST_SUNS + 1)},
    }
    kept = rows_where(table, n > 0)
    kept["best_total"] = pd.array(kept["best_total"], "Int64")
    return with_certainty(kept, limits, "n", "suns")
