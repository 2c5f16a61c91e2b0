"""Fit the value function: ``python -m tests.training.values --sets 52``.

Plays games of the lockstep's greedy player on deals that nothing else uses, and fits final points to the features of
the positions at the end of each turn by ridge regression, one fit for each side. To be run again when the weights or
the features change.
"""

from __future__ import annotations

import argparse

import msgspec
import numpy as np
from numpy.typing import NDArray

from harmonies_cli.bots.value_function import PARTS, VALUES_FILE, ValueData, features
from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.board.cards import SPIRITS
from harmonies_cli.rules.board.sides import SIDES
from tests.training.self_play import GameKind, SelfPlay

SEED = 6_000_000
RIDGE = 3.0
PLAYERS = (2, 1, 2, 3, 2, 4)
"""Players of one set of games after the other."""
SPIRITLESS = 3
"""Sets without spirits among as many as there are spirits."""


def positions_and_points(side: str, number: int, games: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the features of the positions of a set of games, and the points that each game came to."""
    spirit = [*SPIRITS, *[-1] * SPIRITLESS][number % (len(SPIRITS) + SPIRITLESS)]
    kind = GameKind(side, PLAYERS[number % len(PLAYERS)], spirit >= 0)
    played = SelfPlay(kind, SEED, range(number * games, (number + 1) * games), spirit, Weights())
    rows, owners = [], []
    for going in played.turns():
        rows.append(features(played.setting, played.crowd.select(going)))
        owners.append(going)
    return np.concatenate(rows), played.points()[np.concatenate(owners)]


def fitted(table: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coefficients of a ridge regression on standardised features; the first feature is constant."""
    spread = table.std(axis=0)
    spread[spread == 0] = 1
    scaled = table / spread
    penalty = np.full(len(spread), RIDGE)
    penalty[0] = 0
    result: NDArray[np.float64] = np.linalg.solve(scaled.T @ scaled + np.diag(penalty), scaled.T @ points) / spread
    return result


def main() -> None:
    """Play, fit, and write the data file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=52, help="sets of games, each with one spirit")
    parser.add_argument("--games", type=int, default=160, help="games of a set")
    options = parser.parse_args()
    coefficients: dict[str, list[int]] = {}
    notes = []
    for side in SIDES:
        parts = [positions_and_points(side, number, options.games) for number in range(options.sets)]
        table = np.concatenate([rows for rows, _ in parts]).astype(float)
        points = np.concatenate([final for _, final in parts])
        held_out = np.arange(len(points)) >= len(points) * 3 // 4
        error = points[held_out] - table[held_out] @ fitted(table[~held_out], points[~held_out])
        notes.append(f"side {side}: {len(points)} positions, rmse on held-out games {np.sqrt((error**2).mean()):.2f}")
        coefficients[side] = np.rint(fitted(table, points) * PARTS).astype(int).tolist()
        print(notes[-1], flush=True)
    note = (
        f"Final points fitted to the features of value_function.features, in parts of 1/{PARTS} of a point, by"
        f" python -m tests.training.values --sets {options.sets} --games {options.games} (seed {SEED});"
        f" {'; '.join(notes)}."
    )
    data = msgspec.json.encode(ValueData(note, coefficients))
    VALUES_FILE.write_bytes(msgspec.json.format(data, indent=1) + b"\n")


if __name__ == "__main__":
    main()
