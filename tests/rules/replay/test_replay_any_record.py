from __future__ import annotations

import random

import pytest

from tests.rules.replay.game_logs import GAMES, edited, faults, replayed
from tests.rules.replay.mutate_within_schema import scribble

all_games = pytest.mark.parametrize("game", GAMES)


@all_games
def test_random_mistakes_never_crash_and_all_come_in_order(game: str) -> None:
    rng = random.Random(game)
    for _ in range(40):
        record = edited(game)
        for _ in range(rng.randint(1, 4)):
            scribble(record, rng)
        for keep_going in (False, True):
            found = faults(record, keep_going=keep_going)
            assert keep_going or sum(code != "turn-replaced" for code, _, _ in found) <= 1
            assert [turn or 0 for _, turn, _ in found] == sorted(turn or 0 for _, turn, _ in found)
        stopped = replayed(record).violations
        assert replayed(record, keep_going=True).violations[: len(stopped)] == stopped
