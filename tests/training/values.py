"""Fit the value function: ``python -m tests.training.values --deals 300``.

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
from harmonies_cli.rules.board.sides import SIDES
from tests.training.self_play import GameKind, SelfPlay

SEED = 6_000_000
RIDGE = 3.0
KINDS = ((2, True), (2, True), (1, True), (3, True), (2, False), (4, True))
"""Players, and whether with spirits, of one deal after the other."""


def positions_and_points(side: str, deal: int, courses: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the features of the positions of some games from one deal, and the points that each came to."""
    games = SelfPlay(GameKind(side, *KINDS[deal % len(KINDS)]), SEED, deal, Weights(), courses)
    rows, owners = [], []
    for going in games.turns():
        rows.append(features(games.setting, games.crowd.select(going)))
        owners.append(going)
    return np.concatenate(rows), games.points()[np.concatenate(owners)]


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
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--courses", type=int, default=16, help="games from each deal")
    options = parser.parse_args()
    coefficients: dict[str, list[int]] = {}
    notes = []
    for side in SIDES:
        parts = [positions_and_points(side, deal, options.courses) for deal in range(options.deals)]
        table = np.concatenate([rows for rows, _ in parts]).astype(float)
        points = np.concatenate([final for _, final in parts])
        held_out = np.arange(len(points)) >= len(points) * 4 // 5
        error = points[held_out] - table[held_out] @ fitted(table[~held_out], points[~held_out])
        notes.append(f"side {side}: {len(points)} positions, rmse on held-out deals {np.sqrt((error**2).mean()):.2f}")
        coefficients[side] = np.rint(fitted(table, points) * PARTS).astype(int).tolist()
        print(notes[-1], flush=True)
    note = (
        f"Final points fitted to the features of value_function.features by python -m tests.training.values"
        f" --deals {options.deals} --courses {options.courses} (seed {SEED}); {'; '.join(notes)}. In parts of 1/{PARTS}."
    )
    VALUES_FILE.write_bytes(msgspec.json.format(msgspec.json.encode(ValueData(note, coefficients)), indent=1) + b"\n")


if __name__ == "__main__":
    main()
