"""The reasons for the points in the rows of a scoresheet, in words."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.report.scoresheets.reasons import Reason, reasons, score_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from tests.records.assessed import assessed, position


def sheet_of(**player: Any) -> Scoresheet:
    [sheet] = assessed(position(player, unfinished=True)).players
    return sheet


def spirit_reasons(**player: Any) -> list[Reason]:
    return [reason for row in reasons(sheet_of(**player)) if row.row == "spirit" for reason in row.reasons]


@pytest.mark.parametrize(
    ("placed", "said"), [(0, "lion: nothing of its kind on the board; its cube is not placed"),
                         (1, "lion: nothing of its kind on the board; its cube is placed")],
)  # fmt: skip
def test_a_spirit_that_scores_nothing_says_so_and_whether_its_cube_is_placed(placed: int, said: str) -> None:
    assert spirit_reasons(board={"a1": "W"}, cards={"lion": placed}) == [Reason(0, (), said)]


def test_a_spirit_that_scores_is_named_once_and_no_animal_is_in_its_row() -> None:
    found = spirit_reasons(board={"a1": "F", "a2": "F", "c1": "MMM"}, cards={"lion": 1, "frog": 2})
    assert found
    assert all(reason.why.startswith("lion: ") for reason in found)
    assert not any("nothing of its kind" in reason.why for reason in found)


def test_an_animal_shows_its_ladder() -> None:
    [animals] = [row for row in reasons(sheet_of(cards={"otter": 2})) if row.row == "animals"]
    [reason] = animals.reasons
    assert (animals.points, reason.points) == (reason.points, sheet_of(cards={"otter": 2}).animals)
    assert reason.why.startswith("otter: 2 of ")
    assert f", {reason.points}" in reason.why


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"board": {"a1": "L"}, "cards": {}}, "1 point"),
        ({"board": {"a1": "L", "b1": "L"}, "cards": {}}, "2 points"),
        ({"board": {"a1": "L"}}, "1 in landscapes"),
    ],
)
def test_the_points_explained_are_the_total_or_the_landscapes_where_cards_are_unknown(
    player: dict[str, Any], words: str
) -> None:
    assert score_words(sheet_of(**player)) == words
