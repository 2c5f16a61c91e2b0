"""The claims of docs/review.md, measured again on fewer games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.training.review import agreement, blunders, losses, unjust

pytestmark = pytest.mark.slow


def test_stronger_bots_lose_less() -> None:
    found = [losses(bot, range(20, 20 + games)) for bot, games in (("random", 2), ("greedy", 4), ("planner", 6))]
    for (more, error), (less, other) in pairwise(found):
        assert more - less > 3 * (error**2 + other**2) ** 0.5
    strong, _ = losses("strong", range(20, 24))
    assert strong < 1
    assert strong < found[-1][0]


def test_runs_with_other_seeds_agree() -> None:
    near, total = agreement("greedy", range(20, 22))
    assert near >= 0.95 * total


def test_planted_blunders_are_found() -> None:
    found, total = blunders("greedy", range(20, 23))
    assert total > 8
    assert found >= 0.9 * total


def test_the_best_turn_is_not_called_a_mistake() -> None:
    blamed, total = unjust("greedy", range(20, 22))
    assert blamed <= 0.03 * total
