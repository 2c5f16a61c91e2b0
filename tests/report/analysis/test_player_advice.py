from __future__ import annotations

import pandas as pd

from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.statistics.analysis import analyse
from harmonies_cli.statistics.selection import Selection
from tests.statistics.strength.synthetic_rows import Plan, row_tables


def test_a_planted_difference_is_named_and_nothing_else() -> None:
    analysis = analyse(row_tables(Plan(games=400, player_bonus=12)), Selection(player="p00"), only=("field", "cards"))
    advice = player_advice(analysis.tables)
    assert advice is not None
    assert advice.to_try == []
    assert advice.done_well[0].startswith("Trees: 1")
    # The planted points are in the score after a round too.
    assert all(sentence.startswith(("Trees", "After round")) for sentence in advice.done_well)
    against = analyse(row_tables(Plan(games=400, player_bonus=-4)), Selection(player="p00"), only=("field", "cards"))
    advice = player_advice(against.tables)
    assert advice is not None
    [trees] = [sentence for sentence in advice.to_try if sentence.startswith("Trees")]
    assert " points fewer (" in trees


def test_where_there_is_no_difference_nothing_is_advised() -> None:
    found = 0
    for seed in range(5):
        analysis = analyse(row_tables(Plan(games=120, seed=seed)), Selection(player="p01"), only=("field", "cards"))
        advice = player_advice(analysis.tables)
        assert advice is not None
        found += bool(advice.to_try or advice.done_well)
    assert found <= 1


def test_a_sentence_describes_the_trend() -> None:
    def trend(value: float, low: float, high: float) -> str:
        rows = pd.DataFrame(
            {"win_points_a_year": [value], "win_points_a_year_low": [low], "win_points_a_year_high": [high]}
        )
        advice = player_advice({"field": field, "field_trend": rows})
        assert advice is not None
        return advice.trend

    analysis = analyse(row_tables(Plan(games=60)), Selection(player="p00"), only=("field",))
    field = analysis.tables["field"]
    assert trend(0.2, 0.1, 0.3) == "This player is getting better: +0.20 win points a year (+0.10 to +0.30)."
    assert trend(-0.2, -0.3, -0.1).startswith("This player is getting worse: \N{MINUS SIGN}0.20 win points")
    assert trend(0.1, -0.1, 0.3).startswith("Neither better nor worse over time, beyond chance: +0.10")
    assert trend(0.1, float("nan"), float("nan")) == ""


def test_without_a_player_there_is_no_advice() -> None:
    assert player_advice({}) is None
