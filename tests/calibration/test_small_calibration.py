"""A small seeded part of the calibration: intervals contain the truth, and only planted effects are found."""

from __future__ import annotations

import pytest

from tests.calibration.drawing import Drawing, Tables, drawn, pool
from tests.calibration.measuring import Tally

ANALYSES = 5
ONLY = ("cards", "seats", "rows", "tempo", "archetypes")


@pytest.fixture(scope="module")
def pools() -> dict[int, Tables]:
    return {2: pool(2, 80, "random"), 3: pool(3, 40, "random")}


def counted(drawing: Drawing, pools: dict[int, Tables], analyses: int = ANALYSES, tally: Tally | None = None) -> Tally:
    from harmonies_cli.statistics.analysis import analyse

    tally = tally or Tally()
    for number in range(analyses):
        tally.add(analyse(drawn(drawing, pools, 77_000 + number), only=ONLY))
    return tally


@pytest.fixture(scope="module")
def null(pools: dict[int, Tables]) -> Tally:
    return counted(Drawing(150, (2, 3)), pools)


@pytest.mark.parametrize("column", ["improvement", "logit", "win_points_taken"])
def test_intervals_of_cards_hold_the_truth(null: Tally, column: str) -> None:
    # Hundreds of rows that are not quite independent: 0.95, give or take 0.03.
    one = null.measured["cards", column]
    assert one.rows > 120
    assert 0.92 <= one.share("held", "rows") <= 0.98


def test_where_nothing_is_planted_hardly_anything_is_found(null: Tally) -> None:
    # Each analysis has 3 kinds of games: at 5 % per table, the chance of more than 3 findings in 15 is below 1 in 100.
    for (table, column), one in null.measured.items():
        assert one.findings <= 3, (table, column)
        assert one.tests == 0 or one.share("small", "tests") < 0.15, (table, column)


def test_no_interval_is_without_width(null: Tally, pools: dict[int, Tables]) -> None:
    few = counted(Drawing(3), pools, 3)
    equal = counted(Drawing(40, equal=True), pools, 2)
    assert (null.widthless, few.widthless, equal.widthless) == (0, 0, 0)


def test_a_planted_card_is_found_without_bias(pools: dict[int, Tables]) -> None:
    truths = {("cards", "logit", "otter"): 1.2, ("cards", "logit", "koala"): -1.2}
    drawing = Drawing(700, cards={"otter": 1.2, "koala": -1.2})
    tally = counted(drawing, pools, 2, Tally(truths, "otter"))
    one = tally.measured["cards", "logit"]
    assert (one.planted, one.found) == (4, 4)
    own = tally.of_watched["logit"]
    assert abs(sum(own.errors) / len(own.errors)) < 0.3
