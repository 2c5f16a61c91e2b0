from __future__ import annotations

import re

import pandas as pd

from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.page import report_page
from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.report.analysis.terminal import summary_lines
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.statistics.analysis import analyse
from harmonies_cli.statistics.selection import Selection
from tests.statistics.strength.synthetic_rows import Plan, row_tables


def test_a_planted_difference_is_named_and_nothing_else() -> None:
    analysis = analyse(row_tables(Plan(games=400, player_bonus=12)), Selection(player="p00"), only=("field", "cards"))
    advice = player_advice(analysis.tables)
    assert advice is not None
    assert advice.to_try == []
    assert re.match(
        r"Scores 1\d\.\d points more from trees than the field \(\d+\.\d to \d+\.\d\)\.$", advice.done_well[0]
    )
    # The planted points are in the score after a round too.
    assert all(" from trees " in sentence or " the field after round " in sentence for sentence in advice.done_well)
    against = analyse(row_tables(Plan(games=400, player_bonus=-4)), Selection(player="p00"), only=("field", "cards"))
    advice = player_advice(against.tables)
    assert advice is not None
    [trees] = [sentence for sentence in advice.to_try if "trees" in sentence]
    assert " points fewer from trees than the field (" in trees


def test_the_largest_differences_in_rows_come_first() -> None:
    field = analyse(row_tables(Plan(games=100)), Selection(player="p00"), only=("field",)).tables["field"]
    rows = field[field["aspect"] == "points by row"].reset_index(drop=True)
    sizes = pd.Series([1.0, -9.0, 5.0, 2.0, 3.0, 4.0, 6.0, 7.0][: len(rows)])
    sure = {f"difference_shrunk_{end}": sizes for end in ("low", "high")} | {
        f"difference{end}": sizes for end in ("", "_low", "_high")
    }
    advice = player_advice({"field": rows.assign(certainty="enough", difference_q=0.001, **sure)})
    assert advice is not None
    points = [float(sentence.split()[1]) for sentence in (*advice.to_try, *advice.done_well)]
    assert len(points) > 5
    assert points == [9.0, *sorted(points[1:], reverse=True)]


def test_where_there_is_no_difference_nothing_is_advised() -> None:
    found = 0
    for seed in range(5):
        analysis = analyse(row_tables(Plan(games=400, seed=seed)), Selection(player="p01"), only=("field", "cards"))
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

    analysis = analyse(row_tables(Plan(games=400)), Selection(player="p00"), only=("field",))
    field = analysis.tables["field"]
    assert trend(0.2, 0.1, 0.3) == "This player is getting better: +0.20 win points a year (+0.10 to +0.30)."
    assert trend(-0.2, -0.3, -0.1).startswith("This player is getting worse: \N{MINUS SIGN}0.20 win points")
    assert trend(0.1, -0.1, 0.3).startswith("Neither better nor worse over time, beyond chance: +0.10")
    assert trend(0.1, float("nan"), float("nan")) == ""


def test_a_player_with_few_games_gets_neither_advice_nor_bars() -> None:
    analysis = analyse(row_tables(Plan(games=20)), Selection(player="p00"), only=("field", "field_trend"))
    advice = player_advice(analysis.tables)
    assert advice is not None
    assert (advice.to_try, advice.done_well, advice.trend, advice.is_known) == ([], [], "", False)
    [found] = first_findings(next(views_of(analysis)), "p00")
    assert (found.sentence, found.bars, found.sureness) == ("Too few games of this player to tell.", [], "")
    page = report_page(analysis, {})
    assert page.count("Too few games of this player to tell.") == 3
    assert "beyond chance.</p>" not in page
    assert all(summary_lines(analysis, Terminal(width=80)))


def test_without_a_player_there_is_no_advice() -> None:
    assert player_advice({}) is None
