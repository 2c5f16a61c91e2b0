"""Animal cards by when they are taken, by how many play, and by who takes them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.archetypes import ARCHETYPES, archetypes_of
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.intervals import mean
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, codes

__all__ = ["card_groups_sums", "card_groups_table"]

_LATE = 10
_ROUNDS = (*(str(number) for number in range(1, _LATE)), f"{_LATE} or later")
_PLAYERS = ("2", "3", "4")
_NAMES = {"round taken": _ROUNDS, "players": _PLAYERS, "archetype": ARCHETYPES}


def card_groups_sums(sample: Sample) -> dict[str, Floats]:
    """Return points and win points of the takers of each card by round taken, player count and archetype."""
    rows = sample.cards
    card, seat = codes(rows["card"], ANIMAL_IDS), rows["seat_index"].to_numpy(np.int64)
    rounds = rows["round_taken"].to_numpy(float)
    groups = {
        "round taken": np.where(np.isnan(rounds), -1, np.minimum(np.nan_to_num(rounds), _LATE) - 1).astype(np.int64),
        "players": sample.column("players")[seat] - 2,
        "archetype": archetypes_of(sample.seats)[seat],
    }
    sums: dict[str, Floats] = {}
    for by, group in groups.items():
        cells = len(_NAMES[by]) * CARDS
        cell = np.where(group >= 0, group * CARDS + card, -1)
        win_points = (sample.column("win12") * sample.column("players"))[seat]
        for name, values in (("n", None), ("points", rows["points"].to_numpy(float)), ("win_points", win_points)):
            sums[f"{by} {name}"] = sample.sums(cell, cells, values, seat)
    return sums


def card_groups_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return times taken, points and win points of each card in each group."""
    tables = []
    for by, names in _NAMES.items():
        n, points, win_points = (sums[f"{by} {name}"] for name in ("n", "points", "win_points"))
        table = pd.DataFrame(
            {
                "card": np.tile(ANIMAL_IDS, len(names)),
                "by": by,
                "group": np.repeat(names, CARDS),
                "taken": n.sum(axis=(0, 1)).astype(int),
                **mean(points, n, adjusted=by != "players").columns("points"),
                **mean(win_points / 12, n).columns("win_points"),
            }
        )
        tables.append(table[table["taken"] > 0])
    return with_certainty(pd.concat(tables, ignore_index=True), limits, "taken")
