"""Colours by space, and totals: what the heat maps and the histogram show."""

from __future__ import annotations

import numpy as np
import pandas as pd

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS
from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.sample import Floats, Sample, Sums

__all__ = ["boards_sums", "spaces_table", "totals_table"]

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


def spaces_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return by side and space how many final boards have each colour on top, and on how many the space is empty."""
    rows = []
    for side, shape in SIDES.items():
        of_side = [number for number, kind in enumerate(sums.kinds) if kind.side == side]
        tops = sums["tops"][of_side].sum(axis=0).astype(int)
        rows += [(side, space, count.sum(), *count) for space, count in zip(shape.spaces, tops, strict=False)]
    return pd.DataFrame(rows, columns=["side", "space", "n", "empty", *LETTERS])


def totals_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return how many seats won, and how many did not, with each total, by kind of game."""
    kind, total = np.nonzero(sums["totals"].sum(axis=1))
    counts = sums["totals"][kind, :, total].astype(int)
    names = np.array([str(one) for one in sums.kinds], object)
    return pd.DataFrame({"kind": names[kind], "total": total, "winners": counts[:, 1], "others": counts[:, 0]})
