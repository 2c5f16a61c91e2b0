"""Animal cards by round taken, number of players, side, and archetype of the taker."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.archetypes import ARCHETYPES, archetypes_of
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.intervals import mean, share, wilson
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums, codes

__all__ = ["card_groups_sums", "card_groups_table"]

_LATE = 10
_ROUNDS = (*(str(number) for number in range(1, _LATE)), f"{_LATE} or later")
_PLAYERS = ("2", "3", "4")
_SIDES = ("A", "B")
_NAMES = {"round taken": _ROUNDS, "players": _PLAYERS, "side": _SIDES, "archetype": ARCHETYPES}


def card_groups_sums(sample: Sample) -> dict[str, Floats]:
    """Return completions, points and win points of the takers of each card by group."""
    rows = sample.cards
    card, seat = codes(rows["card"], ANIMAL_IDS), rows["seat_index"].to_numpy(np.int64)
    rounds = rows["round_taken"].to_numpy(float)
    sides = np.array([_SIDES.index(kind.side) if kind.side in _SIDES else -1 for kind in sample.kinds], np.int64)
    groups = {
        "round taken": np.where(np.isnan(rounds), -1, np.minimum(np.nan_to_num(rounds), _LATE) - 1).astype(np.int64),
        "players": sample.column("players")[seat] - 2,
        "side": sides[sample.column("kind")[seat]],
        "archetype": archetypes_of(sample.seats)[seat],
    }
    sums: dict[str, Floats] = {}
    for by, group in groups.items():
        cells = len(_NAMES[by]) * CARDS
        cell = np.where(group >= 0, group * CARDS + card, -1)
        win_points = (sample.column("win12") * sample.column("players"))[seat]
        for name, values in (
            ("n", None),
            ("completed", rows["completed"].to_numpy(float)),
            ("points", rows["points"].to_numpy(float)),
            ("win_points", win_points),
        ):
            sums[f"{by} {name}"] = sample.sums(cell, cells, values, seat)
    return sums


def card_groups_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return times taken, completions, points and win points of each card in each group."""
    tables = []
    for by, names in _NAMES.items():
        n, completed, points, win_points = (sums[f"{by} {name}"] for name in ("n", "completed", "points", "win_points"))
        taken, done = n.sum(axis=(0, 1)), completed.sum(axis=(0, 1))
        done_low, done_high = wilson(done, taken)
        table = pd.DataFrame(
            {
                "card": np.tile(ANIMAL_IDS, len(names)),
                "by": by,
                "group": np.repeat(names, CARDS),
                "taken": taken.astype(int),
                "completion_rate": share(done, taken),
                "completion_rate_low": done_low,
                "completion_rate_high": done_high,
                **mean(points, n, proportional=by not in ("players", "side")).columns("points"),
                **mean(win_points / 12, n).columns("win_points"),
            }
        )
        tables.append(table[table["taken"] > 0])
    return with_certainty(pd.concat(tables, ignore_index=True), limits, "taken")
