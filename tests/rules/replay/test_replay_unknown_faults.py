from __future__ import annotations

import random

import pytest

from tests.rules.replay.all_mutations import MUTATIONS
from tests.rules.replay.game_logs import GAMES, edited, faults, without

STILL_SEEN = [
    "a turn after the end",
    "a turn out of order",
    "a turn left out",
    "a turn without actions",
    "tokens taken a second time",
    "a token placed before any is taken, or a fourth",
    "a token not placed",
    "a space that the side lacks",
    "a cube on a space that the side lacks, of no card",
    "an impossible stack",
    "a token onto a cube",
    "a cube onto a cube",
    "a second card",
    "a fifth card above the board",
    "a cube of a card never taken",
    "a cube of a completed card",
    "a cube without its habitat",
    "a spirit in a game without spirits",
    "a second spirit",
    "no spirit chosen",
    "an action after the discard",
    "a record that stops early",
]


@pytest.mark.parametrize("rule", STILL_SEEN)
@pytest.mark.parametrize("parts", [("space",), ("tokens",), ()], ids=["tokens only", "space only", "both"])
def test_without_start_and_refills_all_that_needs_neither_is_checked(rule: str, parts: tuple[str, ...]) -> None:
    for game in GAMES:
        for seed in range(3):
            record = edited(game)
            expected = MUTATIONS[rule](record, random.Random(f"{rule} {game} {seed}"))
            if expected is not None:
                assert faults(without(record, "start", "refill", *parts)) == [expected], (game, seed)


def test_tokens_only_with_unknown_central_board_name_what_is_in_hand() -> None:
    for game in GAMES:
        record = edited(game)
        expected = MUTATIONS["a token not in hand"](record, random.Random(game))
        assert expected is not None
        assert faults(without(record, "start", "refill", "space")) == [expected]
