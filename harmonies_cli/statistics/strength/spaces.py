"""Colours by space, and totals: what the heat maps and the histogram show."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.statistics.strength.sample import Sample

__all__ = ["spaces_table", "totals_table"]


def spaces_table(sample: Sample) -> pd.DataFrame:
    """Return by side and space how many final boards show each colour on top, and how many leave the space empty."""
    sides = sample.games["side"].to_numpy(str)[sample.game]
    rows = []
    for side, shape in SIDES.items():
        boards = sample.seats["board"][sides == side]
        columns = list(zip(*(board.replace("/", " ").split() for board in boards), strict=True))
        for space, stacks in zip(shape.spaces, columns, strict=bool(columns)):
            tops = Counter(stack[-1] for stack in stacks)
            rows.append((side, space, len(boards), tops["."], *(tops[letter] for letter in LETTERS)))
    return pd.DataFrame(rows, columns=["side", "space", "n", "empty", *LETTERS])


def totals_table(sample: Sample) -> pd.DataFrame:
    """Return how many seats won, or did not, with each total, by kind of game."""
    seats = sample.seats
    won = np.where(sample.win_share > 0, "winners", "others")
    kind = np.array(sample.strata, object)[sample.stratum] if len(seats) else np.array([], object)
    counted = pd.DataFrame({"kind": kind, "total": seats["total"].astype(int), "won": won})
    table = counted.groupby(["kind", "total", "won"]).size().unstack("won", fill_value=0).reset_index()
    table.columns.name = None
    for name in ("winners", "others"):
        if name not in table:
            table[name] = 0
    return table[["kind", "total", "winners", "others"]]
