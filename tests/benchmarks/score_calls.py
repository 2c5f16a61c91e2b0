"""Landscape scorings per second in plain Python, on new boards, beside one look at every stack.

``python -m tests.benchmarks.score_calls [boards]``
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.landscapes import RULE_SETS, RuleSet, landscapes, split
from harmonies_cli.rules.scoring.scoresheet import score_board
from tests.benchmarks.harness import Row, table
from tests.benchmarks.random_boards import nodes

LIMIT = 100_000


def once(work: Callable[[int], object], boards: Sequence[int]) -> float:
    """Return boards per second of processor time, each processed once."""
    start = time.process_time()
    for board in boards:
        work(board)
    return len(boards) / (time.process_time() - start)


def landscape_rows(side: Side, rules: RuleSet, board: int) -> None:
    """Score the landscapes of a board."""
    landscapes(side, split(board), rules)


def scoresheet(side: Side, board: int) -> None:
    """Make a whole scoresheet of a board."""
    score_board(side, board, (), player=1, name="", explain=False)


def random_board(side: Side, rng: random.Random) -> int:
    """Return a random board."""
    return sum(side.lane_bit[node][bit] for node, bit in zip(nodes(side, rng), side.name_of, strict=True))


def main() -> None:
    """Print the tables."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for seed, side in enumerate(SIDES.values()):
        rng = random.Random(seed)
        parts = [[random_board(side, rng) for _ in range(number // 4)] for _ in range(4)]
        baseline = once(split, parts[0])
        rows = [Row("masks of the landscapes only", baseline)]
        for rules, boards in zip(RULE_SETS, parts[1:], strict=False):
            found = once(partial(landscape_rows, side, rules), boards)
            rows.append(Row(f"all landscape rows, {rules}", found, baseline / found, f"at least {LIMIT:,}"))
        found = once(partial(scoresheet, side), parts[3])
        rows.append(Row("a whole scoresheet without items, and the other rule set", found, baseline / found))
        print(table(f"side {side.name}, {number // 4:,} boards not seen before for each line", "boards", rows), "\n")


if __name__ == "__main__":
    main()
