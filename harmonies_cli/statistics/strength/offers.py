"""How long animal cards stay in the row before they are taken, never taken included (Kaplan and Meier, 1958)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.intervals import LEVEL, share
from harmonies_cli.statistics.strength.sample import CARDS, Floats, Sample, Sums

__all__ = ["offer_columns", "offers_sums", "offers_table"]

_MOST_TURNS = 120


def offers_sums(sample: Sample) -> dict[str, Floats]:
    """Return by kind of game and card how many spells in the row ended after how many turns, taken and not."""
    spells = sample.offers
    turns = np.minimum(spells["turns"].to_numpy(np.int64), _MOST_TURNS - 1)
    card, kind = spells["card"].to_numpy(np.int64), spells["kind"].to_numpy(np.int64)
    taken = spells["taken"].to_numpy(bool)
    shape = (len(sample.kinds), CARDS, _MOST_TURNS)
    key = (kind * CARDS + card) * _MOST_TURNS + turns
    size = int(np.prod(shape))
    last = np.bincount(kind * CARDS + card, spells["last_round"].to_numpy(float), minlength=shape[0] * CARDS)
    return {
        "spells_taken": np.bincount(key[taken], minlength=size).reshape(shape).astype(float),
        "spells_left": np.bincount(key[~taken], minlength=size).reshape(shape).astype(float),
        "last_round": last.reshape(shape[:2]),
    }


def _survival(sums: Sums) -> tuple[Floats, Floats, Floats]:
    """Return by card and turn: spells at risk, taken, and the share still in the row after the turn."""
    taken, left = (sums[name].sum(axis=0) for name in ("spells_taken", "spells_left"))
    every = taken + left
    # A spell that was not taken outlasted its last turn: it is at risk in that turn and leaves after it.
    at_risk = every[:, ::-1].cumsum(axis=1)[:, ::-1]
    stays = 1 - np.divide(taken, at_risk, out=np.zeros_like(taken), where=at_risk > 0)
    return at_risk, taken, np.cumprod(stays, axis=1)


def offer_columns(sums: Sums) -> dict[str, NDArray[Any]]:
    """Return the columns of the cards: spells, mean and median of the turns before a card is taken, last seen."""
    at_risk, taken, survival = _survival(sums)
    spells = at_risk[:, 0]
    horizon = int((at_risk.sum(axis=0) > 0).sum())
    half = survival <= 0.5
    return {
        "spells": spells.astype(int),
        "spells_taken": taken.sum(axis=1).astype(int),
        "turns_before_taken": np.where(spells > 0, survival[:, :horizon].sum(axis=1), np.nan),
        "turns_before_taken_median": np.where(half.any(axis=1), half.argmax(axis=1), np.nan),
        "last_seen_round": share(sums["last_round"].sum(axis=0), spells),
    }


def offers_table(sums: Sums, sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the share of each card still in the row after each turn, with Greenwood's interval of its log(-log)."""
    from scipy.special import ndtri

    at_risk, taken, survival = _survival(sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        part = np.cumsum(taken / (at_risk * (at_risk - taken)), axis=1)
        reach = float(ndtri((1 + LEVEL) / 2)) * np.sqrt(part) / np.abs(np.log(survival))
        low, high = survival ** np.exp(reach), survival ** np.exp(-reach)
    inside = (survival > 0) & (survival < 1)
    card, turn = np.nonzero(at_risk > 0)
    table = pd.DataFrame(
        {
            "card": np.array(ANIMAL_IDS, object)[card],
            "turns": turn,
            "at_risk": at_risk[card, turn].astype(int),
            "taken": taken[card, turn].astype(int),
            "still_in_row": survival[card, turn],
            "still_in_row_low": np.where(inside, low, np.nan)[card, turn],
            "still_in_row_high": np.where(inside, high, np.nan)[card, turn],
        }
    )
    return with_certainty(table, limits, "at_risk")
