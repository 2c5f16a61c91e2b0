"""What turns cost, according to their reviews: by choice and phase, by player, and by rating."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from harmonies_cli.review.player_review import accuracy, phase_of
from harmonies_cli.review.result import PARTS, PHASES
from harmonies_cli.statistics.strength.certainty import Columns, Limits, rows_where, stacked, with_certainty
from harmonies_cli.statistics.strength.intervals import fixed, mean, share
from harmonies_cli.statistics.strength.players import names_of
from harmonies_cli.statistics.strength.sample import Floats, Ints, Sample, Sums

__all__ = [
    "LOSS_COLUMNS",
    "SEAT_LOSSES",
    "losses_of",
    "losses_sums",
    "losses_table",
    "player_losses",
    "rating_losses",
    "seat_columns",
]

LOSS_COLUMNS = ["class", "loss", *(f"loss_{part}" for part in PARTS)]
"""The columns of the turns to read."""
_FACTS = ("turns", "mistakes", "doubtful", "loss", *PARTS)
"""Numbers of each seat in each phase: turns judged, turns of each class, and sums of points."""
_CHOICES = ("all", *PARTS)
_ALL_PHASES = ("all", *PHASES)
_BAND = 100
"""Points of rating in a band."""
_MOST_ROUNDS = 64
_PHASE = np.array([PHASES.index(phase_of(max(1, turn))) for turn in range(_MOST_ROUNDS)])


def losses_of(turns: pd.DataFrame, seat: Ints, seats: int) -> Floats:
    """Return the numbers of the turns judged, seats by phases by facts.

    Parameters
    ----------
    turns
        Rows of the turns with `round` and `LOSS_COLUMNS`.
    seat
        The seat of each.
    seats
        How many seats there are.
    """
    found = np.zeros((seats, len(PHASES), len(_FACTS)))
    judged = turns["loss"].notna().to_numpy()
    rows, owner = turns[judged], seat[judged]
    phase = _PHASE[np.minimum(rows["round"].to_numpy(np.int64), _MOST_ROUNDS - 1)]
    kind = rows["class"].astype(object).to_numpy(object)
    values = [np.ones(len(rows)), kind == "mistake", kind == "doubtful"]
    values += [fixed(rows[name].fillna(0).to_numpy(float)) for name in LOSS_COLUMNS[1:]]
    for fact, value in enumerate(values):
        np.add.at(found[:, :, fact], (owner, phase), value)
    return found


def seat_columns(found: Floats) -> dict[str, Floats]:
    """Return the numbers as columns of the seats; none if no turn has been judged."""
    if not found.any():
        return {}
    return {
        _column(phase, fact): found[:, at, number]
        for at, phase in enumerate(PHASES)
        for number, fact in enumerate(_FACTS)
    }


def _column(phase: str, fact: str) -> str:
    return f"{phase} {fact}"


SEAT_LOSSES = tuple(_column(phase, fact) for phase in PHASES for fact in _FACTS)
"""The columns of `seat_columns`."""


def _facts(sample: Sample, phase: str, fact: str) -> Floats:
    """Return a number for all seats; 0 for those without a judged turn."""
    phases = PHASES if phase == "all" else (phase,)
    if _column(PHASES[0], _FACTS[0]) not in sample.seats:
        return np.zeros(len(sample))
    total: Floats = np.sum([np.nan_to_num(sample.column(_column(one, fact)).astype(float)) for one in phases], axis=0)
    return total


def losses_sums(sample: Sample) -> dict[str, Floats]:
    """Return the sums of the seats by phase and choice."""
    sums: dict[str, Floats] = {}
    every = np.zeros(len(sample), np.int64)
    for fact in _FACTS:
        parts = [sample.sums(every, 1, _facts(sample, phase, fact)) for phase in _ALL_PHASES]
        sums[fact] = np.concatenate(parts, axis=2)
    return sums


def losses_table(sums: Sums, sample: Sample, limits: Limits) -> Columns:
    """Return the mean loss of a turn by phase and choice, and how many turns are mistakes."""
    parts: list[Columns] = []
    turns = sums["turns"]
    n = turns.sum(axis=(0, 1)).astype(int)
    blamed = {name: mean(sums[name], turns) for name in ("mistakes", "doubtful")}
    for choice in _CHOICES:
        lost = mean(sums["loss" if choice == "all" else choice], turns)
        part = {"phase": _ALL_PHASES, "choice": np.repeat(choice, len(n)), "n": n} | lost.columns("loss")
        for name, estimate in blamed.items():
            part[f"{name}_rate"] = estimate.value if choice == "all" else np.full(len(n), np.nan)
        parts.append(rows_where(part, n > 0))
    return with_certainty(stacked(parts), limits, "n")


def player_losses(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return what turns cost each player: mean loss, accuracy, the phase and the choice that cost most."""
    who, number = sample.column("player"), len(sample.names)
    turns = _facts(sample, "all", "turns")
    judged = np.bincount(who, turns, minlength=number)
    lost = mean(sample.sums(who, number, _facts(sample, "all", "loss")), sample.sums(who, number, turns))
    called = names_of(sample)
    table: Columns = {
        "player": np.array(sample.names, object),
        "name": [called.get(one, "") for one in sample.names],
    }
    table |= {"n": judged.astype(int)} | lost.columns("loss")
    table["accuracy"] = [accuracy(loss) for loss in np.nan_to_num(lost.value)]
    for name in ("mistakes", "doubtful"):
        table[f"{name}_rate"] = share(np.bincount(who, _facts(sample, "all", name), minlength=number), judged)
    phases = np.stack([_mean_of(sample, who, number, phase, "loss") for phase in PHASES])
    choices = np.stack([_mean_of(sample, who, number, "all", part) for part in PARTS])
    table["costliest_phase"] = np.array(PHASES, object)[np.nan_to_num(phases, nan=-np.inf).argmax(axis=0)]
    table["costliest_choice"] = np.array(PARTS, object)[np.nan_to_num(choices, nan=-np.inf).argmax(axis=0)]
    ratings = sample.column("rating").astype(float)
    rated = ~np.isnan(ratings)
    rating = np.bincount(who[rated], ratings[rated], minlength=number)
    table["rating"] = share(rating, np.bincount(who[rated], minlength=number))
    return pd.DataFrame(with_certainty(rows_where(table, table["n"] > 0), limits, "n"))


def _mean_of(sample: Sample, who: Ints, number: int, phase: str, fact: str) -> Floats:
    judged = np.bincount(who, _facts(sample, phase, "turns"), minlength=number)
    return share(np.bincount(who, _facts(sample, phase, fact), minlength=number), judged)


def rating_losses(sample: Sample, limits: Limits) -> pd.DataFrame:
    """Return the mean loss and the accuracy of the seats by bands of their recorded rating."""
    ratings = sample.column("rating").astype(float)
    turns = _facts(sample, "all", "turns")
    known = ~np.isnan(ratings) & (turns > 0)
    band = np.where(known, np.floor(np.nan_to_num(ratings) / _BAND), 0).astype(np.int64)
    bands, cell = np.unique(band[known], return_inverse=True)
    cells = np.full(len(sample), -1, np.int64)
    cells[known] = cell
    empty: dict[str, Any] = {"rating_from": [], "n": []}
    if not len(bands):
        return pd.DataFrame(empty)
    lost = mean(sample.sums(cells, len(bands), _facts(sample, "all", "loss")), sample.sums(cells, len(bands), turns))
    judged = np.bincount(cell, turns[known], minlength=len(bands))
    table: Columns = {"rating_from": bands * _BAND, "n": judged.astype(int)} | lost.columns("loss")
    table["accuracy"] = [accuracy(loss) for loss in lost.value]
    return pd.DataFrame(with_certainty(table, limits, "n"))
