"""Recorded results compared with those of the replay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from harmonies_cli.records.game.claims import claimed_rows, is_of_other_rules, result_violation
from harmonies_cli.records.notation import Result
from harmonies_cli.rules.scoring.scoresheet import OtherRules, Scoresheet


def sheet(
    player: int, total: int, *, water: int = 2, other_water: int | None = None, rank: int | None = None
) -> Scoresheet:
    other = None if other_water is None else OtherRules("bga", other_water, total - water + other_water)
    land = total - 10
    return Scoresheet(player, "", 0, 0, 0, 0, water, land, 10, 0, total, 3, 0, [], [], rank=rank, other_rules=other)


SHEETS = [sheet(1, 40, other_water=5, rank=2), sheet(2, 41, rank=1)]


def mismatch(result: object, winners: list[int] | None = None) -> tuple[str, str] | None:
    """Return the pointer and message of a mismatch."""
    found = result_violation(msgspec.convert(result, Result), SHEETS, [2] if winners is None else winners, 36)
    if found is None:
        return None
    assert (found.code, found.turn, found.player, found.action) == ("result-mismatch", 36, None, None)
    assert found.rule == "7. Scoring"
    return found.pointer, found.message.removeprefix("the recorded result differs from the replay: ")


@pytest.mark.parametrize(
    "result",
    [
        {"scores": [40, 41]},
        {"scores": [40, 41], "winners": [2]},
        {"scores": [{"total": 40, "water": 2, "landscapes": 30}, {}]},
        {"scores": [{"spirit": 0}, 41]},
    ],
)
def test_a_result_that_agrees_is_not_a_mismatch(result: dict[str, Any]) -> None:
    assert mismatch(result) is None


def test_each_row_that_differs_is_named() -> None:
    found = mismatch({"scores": [40, {"total": 42, "water": 3, "trees": 0}]})
    assert found == (
        "/result/scores/1",
        "player 2 water: recorded 3, counted 2; player 2 total: recorded 42, counted 41",
    )


def test_winners_are_compared_in_any_order() -> None:
    assert mismatch({"scores": [40, 41], "winners": [1, 2]}, [2, 1]) is None
    assert mismatch({"scores": [40, 41], "winners": [1]}) == ("/result/winners", "winners: recorded 1, counted 2")
    assert mismatch({"scores": [40, 41], "winners": []}) == ("/result/winners", "winners: recorded nobody, counted 2")


def test_ranks_and_cubes_are_compared_and_no_rule_set_explains_them() -> None:
    agreeing = {"scores": [40, 41], "ranks": [2, 1], "cubes": [3, 3]}
    assert mismatch(agreeing) is None
    assert mismatch({**agreeing, "ranks": [1, 2]}) == ("/result/ranks", "ranks: recorded 1, 2, counted 2, 1")
    assert mismatch({**agreeing, "cubes": [3, 4]}) == ("/result/cubes", "cubes: recorded 3, 4, counted 3, 3")
    both = mismatch({"scores": [{"water": 5}, 41], "cubes": [3, 4]})
    assert both == ("/result/scores/0", "player 1 water: recorded 5, counted 2; cubes: recorded 3, 4, counted 3, 3")


def test_a_score_too_many_or_too_few() -> None:
    for scores, counted in (([40], "1 score"), ([40, 41, 0], "3 scores")):
        assert mismatch({"scores": scores}) == ("/result/scores", f"{counted} recorded for 2 players")


def test_a_row_that_has_no_points_was_not_counted() -> None:
    assert mismatch({"scores": [{"suns": 3}, 41]}) == ("/result/scores/0", "player 1 suns: recorded 3, counted none")


def test_the_other_rule_set_is_named_only_where_it_explains_all() -> None:
    explained = mismatch({"scores": [{"water": 5, "landscapes": 33, "total": 43}, 41]})
    assert explained is not None
    assert explained[1].endswith("; the rule set bga explains it")
    for scores in ([43, 42], [{"water": 5, "total": 42}, 41], [43]):
        found = mismatch({"scores": scores})
        assert found is not None
        assert "explains" not in found[1]


def test_the_other_rule_set_explains_winners_that_follow_from_its_points() -> None:
    found = mismatch({"scores": [43, 41], "winners": [1]})
    assert found is not None
    assert found[1].endswith("winners: recorded 1, counted 2; the rule set bga explains it")
    alone = mismatch({"scores": [40, 41], "winners": [1]})
    assert alone is not None
    assert "explains" not in alone[1]


def test_a_number_claims_the_total() -> None:
    assert claimed_rows(7) == {"total": 7}
    assert claimed_rows(msgspec.convert({"scores": [{"water": 0, "trees": 1}]}, Result).scores[0]) == {
        "trees": 1,
        "water": 0,
    }


def test_rows_of_the_other_rule_set() -> None:
    one, two = SHEETS
    assert is_of_other_rules(one, "water", 5)
    assert is_of_other_rules(one, "landscapes", 33)
    assert is_of_other_rules(one, "total", 43)
    assert not is_of_other_rules(one, "trees", 0)
    assert not is_of_other_rules(one, "water", 2)
    assert not is_of_other_rules(two, "water", 2)
