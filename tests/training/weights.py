"""Tune the weights of the estimate by CMA-ES: ``python -m tests.training.weights --generations 20``.

The games are those of the lockstep's greedy player, which estimates like `greedy` and costs a tenth of the time. All
candidates of a generation play the same deals, half of them on either side; the next generation plays new
deals, so no deal is learnt by heart. The result is the mean of the search distribution, which noise moves less
than any single candidate. It is printed as JSON after each generation, to be copied into `Weights`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence

import cma
import msgspec
import numpy as np

from harmonies_cli.bots.weights import Weights
from harmonies_cli.rules.board.cards import SPIRITS
from tests.training.self_play import GameKind, SelfPlay

SEED = 5_000_000
"""Generation n plays the deals of seed `SEED` + n."""
SPREAD = {
    "trunk": 0.5,
    "high_trunk": 0.8,
    "low_mountain": 0.4,
    "middle_mountain": 0.6,
    "lonely_mountain": 0.2,
    "single_field": 0.5,
    "lone_red": 0.4,
    "dull_building": 0.6,
    "water": 0.3,
    "empty": 0.5,
    "reach": 0.6,
    "slack": 0.6,
    "power": 0.6,
    "full_from": 0.5,
    "slot": 0.5,
    "last_slot": 0.7,
    "spirit_growth": 0.5,
    "pace": 0.2,
}
"""The weights to tune, each with its initial step."""
LEAST = {"slack": 0.01, "power": 0.1, "full_from": 0.01, "pace": 0.5, "lonely_mountain": 0.0, "reach": 0.0}


def weights_at(start: Mapping[str, float], steps: Sequence[float]) -> dict[str, float]:
    """Return weights some steps away from the start, within their bounds."""
    moved = {name: start[name] + spread * step for (name, spread), step in zip(SPREAD.items(), steps, strict=True)}
    return {name: round(float(max(LEAST.get(name, -20.0), value)), 3) for name, value in moved.items()}


def mean_points(weights: Mapping[str, float], seed: int, games: int) -> float:
    """Return the mean final points on either side, with a spirit of each kind and without."""
    means = []
    for number, spirit in enumerate((*SPIRITS[seed % 2 :: 2], -1)):
        kind = GameKind("AB"[(seed // 2 + number) % 2], 2, spirit >= 0)
        played = SelfPlay(
            kind, seed, range(number * games, (number + 1) * games), spirit, msgspec.convert(weights, Weights)
        )
        for _ in played.turns():
            pass
        means.append(played.points().mean())
    return float(np.mean(means))


def main() -> None:
    """Run the search."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=40, help="games of each candidate with each spirit")
    parser.add_argument("--start", default="{}", help="weights to start from, as JSON (default: those of the package)")
    options = parser.parse_args()
    defaults = Weights()
    start = {name: getattr(defaults, name) for name in SPREAD} | json.loads(options.start)
    search = cma.CMAEvolutionStrategy(
        [0.0] * len(SPREAD), 0.6, {"popsize": options.population, "seed": 1, "verbose": -9}
    )
    for generation in range(1, options.generations + 1):
        candidates = search.ask()
        points = [mean_points(weights_at(start, steps), SEED + generation, options.games) for steps in candidates]
        search.tell(candidates, [-value for value in points])
        middle = json.dumps(weights_at(start, search.mean.tolist()))
        print(f"{generation}: mean {sum(points) / len(points):.2f}, best {max(points):.2f}: {middle}", flush=True)


if __name__ == "__main__":
    main()
