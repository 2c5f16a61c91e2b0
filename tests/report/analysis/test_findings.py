from __future__ import annotations

from dataclasses import replace

import pytest

from harmonies_cli.report.analysis.findings import findings, rule_sets, who_played
from harmonies_cli.report.analysis.terminal import summary_lines
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.statistics.analysis import Analysis, analyse
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = Plan(games=80, seed=1), Plan(games=200, players=3, side="B", spirits=False, seed=2, seat_bonus=9)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(row_tables(*PLANS))


def test_a_headline_on_seats_is_of_the_kind_of_game_with_most_seats(analysis: Analysis) -> None:
    sentence = dict(findings(analysis))["Seat order"]
    assert sentence.endswith("This is for 3 players, side B, no spirits.")
    assert "of 3 beyond chance" in sentence
    assert "seat 1 (+" in sentence


def test_a_headline_names_what_its_table_finds_and_nothing_else(analysis: Analysis) -> None:
    seats = analysis.tables["seats"].copy()
    of_kind = seats["scope"] == "3 players, side B, no spirits"
    seats.loc[of_kind, "win_points_q"] = [0.005, 0.2, 0.3]
    found = dict(findings(replace(analysis, tables=analysis.tables | {"seats": seats})))
    assert found["Seat order"].startswith("1 of 3 beyond chance")


def test_a_table_of_one_row_has_no_headline(analysis: Analysis) -> None:
    players = analysis.tables["players"][:1].assign(win_points_q=0.001)
    found = dict(findings(replace(analysis, tables=analysis.tables | {"players": players})))
    assert "Players" not in found


def test_bots_and_rule_sets_are_in_the_first_lines(analysis: Analysis) -> None:
    mixed = replace(analysis, bots={"greedy": 270, "random": 12}, rules={"bga": 80, "rulebook": 200})
    text = " ".join(summary_lines(mixed, Terminal(width=400))[:5])
    assert "Bots played: greedy in 270, random in 12 of 280 games." in text
    assert "Scored by the rules of Board Game Arena (80) and the rulebook (200)." in text
    assert who_played(analysis) == ""
    assert rule_sets(analysis) == "Scored by the rules of the rulebook (280)."


def test_the_report_says_if_nothing_stands_out() -> None:
    found = dict(findings(analyse(row_tables(Plan(games=150, seed=7)), only=("spirits",))))
    assert found["Spirits"].startswith("None of ")
    assert found["Spirits"].endswith(" stands out from chance.")
