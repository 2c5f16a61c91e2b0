"""Measure how well the bots play: ``python -m tests.training.strength``; prints the table of docs/bots.md.

All seats have the same bot. A deal counts once, as the mean of its seats; the interval is 1.96 standard errors over
deals. Processor time is that of one process, per game. ``--rows`` and ``--bots`` measure a part.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import mean, stdev
from time import process_time

from harmonies_cli.simulate.series import Fixture, Terms, play_fixture
from tests.training.self_play import GameKind

KINDS = {
    f"{players}{side}{'' if spirits else '-'}": GameKind(side, players, spirits)
    for players, side, spirits in (
        (2, "A", True),
        (2, "B", True),
        (1, "A", True),
        (1, "B", True),
        (3, "A", True),
        (4, "A", True),
        (2, "A", False),
    )
}
DEALS = {"random": 120, "greedy": 120, "planner": 24, "strong": 8}
MORE_DEALS = {("planner", "2A"): 48, ("planner", "2B"): 48, ("strong", "2A"): 24}
"""Cells for which a closer interval is worth the time."""


def cell(bot: str, kind: GameKind, seed: int, deals: int) -> str:
    """Return the mean points, interval, number of deals and processor time of a bot in a kind of game."""
    points = []
    begin = process_time()
    for deal in range(1, deals + 1):
        game = play_fixture(Terms(seed, kind.side, kind.spirits), Fixture(deal, "", (bot,) * kind.players))
        points.append(mean(game.totals))
    seconds = (process_time() - begin) / deals
    error = 1.96 * stdev(points) / sqrt(deals)
    time = f"{seconds:.2g} s" if seconds >= 0.1 else f"{seconds * 1000:.2g} ms"
    return f"{mean(points):.1f} ± {error:.1f} ({deals}; {time})"


def main() -> None:
    """Print the table, each row as soon as it is ready."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", nargs="+", choices=KINDS, default=list(KINDS), metavar="ROW")
    parser.add_argument("--bots", nargs="+", choices=DEALS, default=list(DEALS), metavar="BOT")
    parser.add_argument("--deals", type=int, help="deals of each cell; by default more for faster bots")
    parser.add_argument("--seed", type=int, default=20261, help="seed of the deals; nothing is tuned on 20261")
    options = parser.parse_args()
    print("| players, side, spirits |", " | ".join(options.bots), "|", flush=True)
    print("| --- |", " | ".join("---" for _ in options.bots), "|", flush=True)
    for row in options.rows:
        kind = KINDS[row]
        spirits = "with" if kind.spirits else "without"
        print(f"| {kind.players}, {kind.side}, {spirits} |", end="", flush=True)
        for bot in options.bots:
            deals = options.deals or MORE_DEALS.get((bot, row), DEALS[bot])
            print(f" {cell(bot, kind, options.seed, deals)} |", end="", flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
