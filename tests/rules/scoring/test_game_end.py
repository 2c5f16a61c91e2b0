"""Boards of a game that may be over, and boards of one that goes on (docs/rules.md 6)."""

from __future__ import annotations

import pytest

from harmonies_cli.rules.scoring.game_end import may_be_over


@pytest.mark.parametrize(
    ("empty", "tokens", "solo", "over"),
    [
        ([2, 9], 50, False, True),
        ([3, 9], 50, False, False),
        ([3, 9], 108, False, True),
        ([3, 9], 107, False, False),
        ([3], 42, True, True),
        ([3], 41, True, False),
    ],
)
def test_two_empty_spaces_or_an_empty_pouch_end_a_game(empty: list[int], tokens: int, solo: bool, over: bool) -> None:
    assert may_be_over(empty, tokens, solo=solo) is over
