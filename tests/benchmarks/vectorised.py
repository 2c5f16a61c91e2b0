"""Boards scored per second, many at once: from arrays of stack codes to all landscape rows, beside the plain scorer.

``python -m tests.benchmarks.vectorised [boards]``
"""

from __future__ import annotations

import random
import sys
import time

import numpy as np

from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet, landscapes, split
from harmonies_cli.rules.scoring.vectorised import kind_masks, landscape_rows
from tests.benchmarks.harness import Row, table
from tests.benchmarks.random_boards import nodes

__all__ = ["vectorised_rows"]

LIMITS = {"rulebook": "at least 2,000,000, and 10 times the plain scorer", "bga": "as fast as it can be made"}


def vectorised_rows(number: int, runs: int = 3) -> list[Row]:
    """Return the rows, half of the boards on each side; the baseline is the plain scorer on some of them."""
    rng = random.Random(1)
    boards = {side: [nodes(side, rng) for _ in range(number // 2)] for side in SIDES.values()}
    rows = []
    for rules in RULE_SETS:
        plain = number / sum(_plain(side, rules, made[:4000]) * len(made) for side, made in boards.items())
        at_once = number / sum(_at_once(side, rules, made, runs) for side, made in boards.items())
        rows.append(Row(f"plain scorer, {rules}", plain))
        rows.append(Row(f"vectorised, {rules}", at_once, plain / at_once, LIMITS[rules]))
    return rows


def _plain(side: Side, rules: RuleSet, boards: list[list[int]]) -> float:
    """Return the seconds for a board."""
    lanes = [sum(side.lane_bit[node][bit] for node, bit in zip(board, side.name_of, strict=True)) for board in boards]
    start = time.process_time()
    for board in lanes:
        landscapes(side, split(board), rules)
    return (time.process_time() - start) / len(boards)


def _at_once(side: Side, rules: RuleSet, boards: list[list[int]], runs: int) -> float:
    """Return the seconds for all boards."""
    codes = np.array(boards, np.uint8)
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        landscape_rows(side, kind_masks(side, codes), rules)
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    print(table(f"{number:,} random boards of both sides", "boards", vectorised_rows(number)))


if __name__ == "__main__":
    main()
