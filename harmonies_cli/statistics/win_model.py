"""Each player's chance to win an unfinished game, by a model from simulated games that the package ships.

It is for uses without a data set, such as a replay. It has the form of `strength.win_probability`, plus two terms
because a round may be incomplete.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import NamedTuple

import msgspec

__all__ = ["MODEL_FILE", "WIN_TERMS", "Standing", "WinFit", "WinModel", "chances", "win_fit", "win_model", "win_terms"]

MODEL_FILE = Path(__file__).parents[1] / "data" / "win_model.json"
WIN_TERMS = (
    "10 points",
    "10 points, for each 10 empty spaces left in the game",
    "10 points, for each 10 rounds played",
    "10 empty spaces of one's own",
    "a turn still to come in the round",
    "a turn still to come in the round, for each 10 empty spaces left in the game",
)
"""The terms of the log odds of winning; the game's empty spaces are those of the fullest board."""


class Standing(NamedTuple):
    """The model's inputs for a player: points, empty spaces, and turns played."""

    points: int
    empty: int
    turns: int


class WinFit(msgspec.Struct, frozen=True):
    """The coefficients of one kind of game.

    Attributes
    ----------
    coefficients
        In the order of `WIN_TERMS`.
    from_round
        The round from which the model predicts held-out games better than equal chances do.
    """

    coefficients: tuple[float, ...]
    from_round: int


class WinModel(msgspec.Struct, frozen=True):
    """The contents of the data file.

    Attributes
    ----------
    note
        How it was made.
    origin
        The games behind it, in a phrase.
    fits
        By number of players and side, such as ``2A``.
    """

    note: str
    origin: str
    fits: dict[str, WinFit]


@cache
def win_model() -> WinModel:
    """Return the model that the package ships."""
    return msgspec.json.decode(MODEL_FILE.read_bytes(), type=WinModel)


def win_fit(players: int, side: str) -> WinFit | None:
    """Return the coefficients for a kind of game; None for solo games."""
    return win_model().fits.get(f"{players}{side}")


def win_terms(standings: Sequence[Standing]) -> list[tuple[float, ...]]:
    """Return the covariates of each player, in the order of `WIN_TERMS`."""
    least = min(player.empty for player in standings) / 10
    rounds = max(player.turns for player in standings)
    rows: list[tuple[float, ...]] = []
    for points, empty, turns in standings:
        tens, behind = points / 10, rounds - turns
        rows.append((tens, tens * least, tens * rounds / 10, empty / 10, behind, behind * least))
    return rows


def chances(fit: WinFit, standings: Sequence[Standing]) -> tuple[float, ...]:
    """Return each player's chance to win; they add up to 1."""
    odds = [sum(one * other for one, other in zip(fit.coefficients, row, strict=True)) for row in win_terms(standings)]
    weights = [exp(value - max(odds)) for value in odds]
    return tuple(weight / sum(weights) for weight in weights)
