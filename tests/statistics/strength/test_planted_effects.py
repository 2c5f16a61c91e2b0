"""Effects planted in simulated games are found; if nothing is planted, findings are as rare as stated."""

from __future__ import annotations

from collections import Counter

import pytest

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.rows.column import ANIMAL_IDS
from tests.statistics.strength.planting import (
    Tables,
    made_equal,
    simulated,
    with_card_worth_more,
    with_player_worth_more,
    with_seat_worth_more,
)

RATE = 0.05
GAMES = 300
ONLY = ("cards", "seats", "players")
TESTS = {
    "card points": ("cards", "points_over_others_q", "card"),
    "card improvement": ("cards", "improvement_q", "card"),
    "card logit": ("cards", "logit_q", "card"),
    "seat": ("seats", "win_points_q", "seat"),
    "seat points": ("seats", "points_over_game_mean_q", "seat"),
    "player": ("players", "win_points_q", "player"),
}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    return simulated(tmp_path_factory.mktemp("simulated"), GAMES)


def found(analysis: Analysis, test: str) -> list[object]:
    table, q, name = TESTS[test]
    rows = analysis.tables[table]
    return list(rows.loc[rows[q] <= RATE, name])


def above(analysis: Analysis, test: str, measure: str) -> list[object]:
    """Return the rows found above the average; if one row is above it, the others are below."""
    table, q, name = TESTS[test]
    rows = analysis.tables[table]
    average = 1 if measure == "win_points" else 0
    return list(rows.loc[(rows[q] <= RATE) & (rows[measure] > average), name])


def test_a_card_worth_3_points_more_is_found(games: Tables) -> None:
    plain = made_equal(games, 1)
    analysis = analyse(with_card_worth_more(plain, "otter", 3), only=ONLY)
    assert above(analysis, "card points", "points_over_others") == ["otter"]
    otter = analysis.tables["cards"].set_index("card").loc["otter"]
    assert otter["place"] == 1
    without = analyse(plain, only=ONLY)
    assert found(without, "card points") == []
    assert otter["points"] - without.tables["cards"].set_index("card").loc["otter", "points"] == pytest.approx(3)


def test_a_seat_with_an_advantage_is_found(games: Tables) -> None:
    plain = made_equal(games, 2)
    analysis = analyse(with_seat_worth_more(plain, 2, 6), only=ONLY)
    assert found(analysis, "seat") == found(analysis, "seat points") == [1, 2]
    seat = analysis.tables["seats"].set_index("seat").loc[2]
    assert seat["points_over_game_mean_low"] < 3 < seat["points_over_game_mean_high"]
    assert seat["place"] == 1
    without = analyse(plain, only=ONLY)
    assert found(without, "seat") == found(without, "seat points") == []


def test_a_stronger_player_is_found(games: Tables) -> None:
    plain = made_equal(games, 3)
    analysis = analyse(with_player_worth_more(plain, "player 7", 15), only=ONLY)
    assert above(analysis, "player", "win_points") == ["player 7"]
    assert analysis.tables["players"].set_index("player")["rating_mu"].idxmax() == "player 7"
    assert found(analyse(plain, only=ONLY), "player") == []


@pytest.mark.slow
def test_planted_effects_are_found_and_others_are_not_over_50_seeds(games: Tables) -> None:
    missed: Counter[str] = Counter()
    false: Counter[str] = Counter()
    for seed in range(50):
        plain = made_equal(games, seed)
        card = ANIMAL_IDS[seed % len(ANIMAL_IDS)]
        for test, planted, name in (
            ("card points", with_card_worth_more(plain, card, 3), card),
            ("seat", with_seat_worth_more(plain, 1, 6), 1),
            ("player", with_player_worth_more(plain, "player 0", 15), "player 0"),
        ):
            missed[test] += name not in found(analyse(planted, only=ONLY), test)
        analysis = analyse(plain, only=ONLY)
        for test in TESTS:
            false[test] += bool(found(analysis, test))
    assert max(missed.values()) <= 1, missed
    # If nothing is planted, every finding is false, and 1 analysis in 20 may have one: more than 7 of 50 have a
    # chance below 1 in 200.
    assert max(false.values()) <= 7, false
