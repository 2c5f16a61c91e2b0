from __future__ import annotations

import re
from dataclasses import replace

import pytest

from harmonies_cli.report.analysis.findings import findings, rule_sets, who_played
from harmonies_cli.report.analysis.first_findings import first_findings
from harmonies_cli.report.analysis.player_advice import player_advice
from harmonies_cli.report.analysis.terminal import summary_lines
from harmonies_cli.report.analysis.views import views_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.selection import Selection
from tests.statistics.strength.synthetic_rows import Plan, row_tables

PLANS = Plan(games=80, seed=1), Plan(games=200, players=3, side="B", spirits=False, seed=2, seat_bonus=9)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyse(row_tables(*PLANS), only=("cards", "pairs", "rows", "seats", "players"))


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
    assert found["Spirits"].endswith(" differs beyond chance.")


def test_cards_are_called_by_their_names(analysis: Analysis) -> None:
    cards = analysis.tables["cards"].copy()
    cards.loc[cards["card"] == "arctic-fox", ["logit", "logit_q"]] = [0.9, 0.001]
    pairs = analysis.tables["pairs"].copy()
    pairs.loc[pairs["card"] == "arctic-fox", ["points_synergy_shrunk", "points_synergy_q"]] = [3.0, 0.001]
    found = dict(findings(replace(analysis, tables=analysis.tables | {"cards": cards, "pairs": pairs})))
    assert "arctic fox (+0.90)" in found["Card for card"]
    assert "arctic fox and " in found["Pairs"] and "-" not in found["Pairs"]


def test_solo_games_have_a_finding_on_suns() -> None:
    solo = analyse(row_tables(Plan(games=200, players=1)), only=("solo", "solo_cards"))
    suns = next(one for one in first_findings(next(views_of(solo))) if one.title == "How many suns solo games earn")
    best = solo.tables["solo"].nlargest(1, "suns").iloc[0]
    assert f"earn {best['suns']:.2f} suns" in suns.sentence
    assert suns.sentence.endswith(f"the best total is {solo.tables['solo']['best_total'].max()}.")
    assert suns.sentence.startswith(f"Solo games on side A with a {best['spirit_kind']} spirit earn ")


def test_few_solo_games_say_how_they_went_and_how_many_are_missing() -> None:
    few = analyse(row_tables(Plan(games=40, players=1)), only=("solo", "solo_cards"))
    solo = few.tables["solo"]
    assert solo["n"].max() < 30
    suns = (solo["suns"] * solo["n"]).sum() / 40
    first = first_findings(next(views_of(few)))[0]
    assert first.sentence == (
        f"40 solo games earned {suns:.2f} suns and {solo['total_sum'].sum() / 40:.1f} points on average; "
        f"the best total is {solo['best_total'].max()}."
    )
    assert f"that takes 30 games of a kind, and the most here is {solo['n'].max()}." in first.sureness
    assert sum(int(bar.text) for bar in first.bars) == 40
    [one] = first_findings(next(views_of(analyse(row_tables(Plan(games=1, players=1)), only=("solo",)))))
    assert re.fullmatch(r"1 solo game earned \d\.\d\d suns and \d+\.0 points\.", one.sentence)


def test_few_games_say_how_they_went_and_how_many_are_missing() -> None:
    few = analyse(row_tables(Plan(games=5)))
    total = few.tables["rows"].set_index("row").loc["total"]
    [finding] = first_findings(next(views_of(few)))
    assert finding.title == "How the games went"
    assert finding.sentence == (
        f"Winners scored {total['winners']:.1f} points, the others {total['others']:.1f}. The games lasted 6 rounds."
    )
    assert finding.sureness == "Too few to say what wins: that takes 30 games, and there are 5."


def test_every_view_of_few_games_has_a_finding() -> None:
    plans = Plan(games=3), Plan(games=4, side="B", seed=2), Plan(games=2, players=3, seed=3), Plan(games=6, players=1)
    views = list(views_of(analyse(row_tables(*plans), partial=True)))
    assert len(views) > 6
    for view in views:
        assert first_findings(view), view.views[0]


def test_without_the_tables_there_is_no_finding() -> None:
    assert first_findings(next(views_of(analyse(row_tables(Plan(games=5)), only=("spaces",))))) == []


def test_one_game_is_not_called_games() -> None:
    one = analyse(row_tables(Plan(games=1)), only=("rows",))
    assert summary_lines(one, Terminal(width=80))[0].startswith("1 game analysed, 2 seats;")


def test_points_have_one_decimal_in_sentences_and_bars() -> None:
    sure = analyse(row_tables(Plan(games=300, card="otter", card_bonus=9, seat_bonus=20)), only=("rows",))
    [winners] = [one for one in first_findings(next(views_of(sure))) if one.title == "What winners do differently"]
    assert re.search(r"score \d+\.\d points more from", winners.sentence)
    assert all(re.fullmatch(r"[+\N{MINUS SIGN}]\d+\.\d", bar.text) for bar in winners.bars)


def test_a_player_has_a_finding_beside_the_four_on_all_games() -> None:
    tables = row_tables(Plan(games=200, player_bonus=12))
    analysis = analyse(tables, Selection(player="p00"))
    found = first_findings(next(views_of(analysis)), "p00")
    assert found[0].title.startswith("What p00 ")
    assert found[1:] == first_findings(next(views_of(analysis)))
    assert len(found) == 5
    assert found[-1].title.startswith("How long games last")
    assert len(summary_lines(analysis, Terminal(width=80))) <= 24


def test_a_row_against_the_field_counts_as_a_finding_only_where_there_is_advice_on_it() -> None:
    analysis = analyse(row_tables(Plan(games=400, player_bonus=12)), Selection(player="p00"), only=("field",))
    assert "trees (+" in dict(findings(analysis))["Against the field"]
    field = analysis.tables["field"].assign(difference_shrunk_low=-1.0, difference_shrunk_high=1.0)
    unsure = replace(analysis, tables={"field": field})
    advice = player_advice(unsure.tables)
    assert advice is not None
    assert advice.done_well == advice.to_try == []
    assert dict(findings(unsure))["Against the field"].endswith("differs beyond chance.")


@pytest.mark.parametrize(
    ("games", "sentence"),
    [
        ((200, 200, 200, 200, 200, 200), "At least eight in ten games last 6 rounds."),
        ((200, 200, 200, 200, 190, 20), "At least eight in ten games last 5 rounds."),
        ((200, 200, 200, 150, 110, 40), "Half of the games are over after 5 rounds; eight in ten last 3 to 6."),
    ],
)
def test_the_length_of_games_is_a_range_unless_nearly_all_are_as_long(games: tuple[int, ...], sentence: str) -> None:
    analysis = analyse(row_tables(Plan(games=200)), only=("tempo",))
    tempo = analysis.tables["tempo"]
    of_round = tempo["round"].map(dict(enumerate(games, 1)))
    view = next(views_of(replace(analysis, tables={"tempo": tempo.assign(n=of_round)})))
    [length] = [one for one in first_findings(view) if one.title.startswith("How long games last")]
    assert length.sentence == sentence
