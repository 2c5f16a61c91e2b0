"""The end of a game, ranks, winners and suns (docs/rules.md 6 to 8)."""

from __future__ import annotations

import pytest

from harmonies_cli.rules.board.cards import card_index
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.game_end import may_be_over, rank, suns
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet


def sheet(player: int, total: int | None, cubes: int = 0, spirit: int = 0) -> Scoresheet:
    known = total is not None
    return Scoresheet(
        player,
        f"player {player}",
        *(0, 0, 0, 0, 0, 0),
        animals=total,
        spirit=0 if known else None,
        total=total,
        animal_cubes=cubes if known else None,
        spirit_cubes=spirit if known else None,
        cards=[] if known else None,
        items=[],
    )


@pytest.mark.parametrize(
    ("rules", "scores", "ranks", "winners"),
    [
        ("rulebook", [(50, 3, 0), (60, 1, 0)], [2, 1], [2]),
        ("rulebook", [(60, 3, 0), (60, 4, 0)], [2, 1], [2]),
        ("rulebook", [(60, 4, 0), (60, 4, 0)], [1, 1], [1, 2]),
        ("rulebook", [(60, 4, 1), (60, 4, 0)], [1, 1], [1, 2]),
        ("bga", [(60, 4, 1), (60, 4, 0)], [1, 2], [1]),
        ("bga", [(60, 3, 1), (60, 4, 0)], [1, 1], [1, 2]),
        ("rulebook", [(60, 3, 1), (60, 4, 0)], [2, 1], [2]),
        ("rulebook", [(60, 4, 0), (60, 4, 0), (10, 0, 0)], [1, 1, 3], [1, 2]),
        ("rulebook", [(10, 9, 0), (20, 0, 0), (20, 0, 0), (30, 0, 0)], [4, 2, 2, 1], [4]),
        ("rulebook", [(0, 0, 0)] * 4, [1, 1, 1, 1], [1, 2, 3, 4]),
    ],
)
def test_ranks_and_winners(
    rules: RuleSet, scores: list[tuple[int, int, int]], ranks: list[int], winners: list[int]
) -> None:
    sheets = [sheet(number, *score) for number, score in enumerate(scores, 1)]
    assert rank(sheets, rules) == winners
    assert [one.rank for one in sheets] == ranks
    assert [one.player for one in sheets if one.winner] == winners
    assert all(one.winner is not None for one in sheets)


def test_nobody_has_won_a_game_that_is_not_finished() -> None:
    sheets = [sheet(1, 10), sheet(2, 20)]
    assert rank(sheets, "rulebook", finished=False) == []
    assert [(one.rank, one.winner) for one in sheets] == [(2, None), (1, None)]


def test_unknown_cards_of_one_player_leave_all_ranks_open() -> None:
    sheets = [sheet(1, 10), sheet(2, None)]
    assert rank(sheets, "rulebook") == []
    assert [(one.rank, one.winner) for one in sheets] == [(None, None), (None, None)]


@pytest.mark.parametrize(
    ("total", "expected"),
    [
        *((0, 0), (39, 0), (40, 1), (69, 1), (70, 2), (89, 2), (90, 3), (109, 3), (110, 4), (129, 4)),
        *((130, 5), (139, 5), (140, 6), (149, 6), (150, 7), (159, 7), (160, 8), (300, 8)),
    ],
)
def test_suns_by_points(total: int, expected: int) -> None:
    assert suns(SIDES["B"], total, card_index("ram")) == expected


@pytest.mark.parametrize(("side", "for_side"), [("A", 1), ("B", 0)])
def test_suns_for_side_and_spirit(side: str, for_side: int) -> None:
    assert suns(SIDES[side], 0, None) == for_side + 2
    for spirit in ("lion", "butterfly", "cat", "stork", "dragonfly"):
        assert suns(SIDES[side], 0, card_index(spirit)) == for_side + 1
    for spirit in ("deer", "owl", "ram", "marmot", "turtle"):
        assert suns(SIDES[side], 0, card_index(spirit)) == for_side


def test_130_points_with_the_lion_on_side_a_are_7_suns() -> None:
    assert suns(SIDES["A"], 130, card_index("lion")) == 7


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
