"""Effects planted in the rows of games are found; where nothing is planted nothing is found, at the stated rate."""

from __future__ import annotations

import pytest

from harmonies_cli.statistics.analysis import Analysis, analyse
from harmonies_cli.statistics.column import ANIMAL_IDS
from tests.statistics.strength.synthetic_rows import Plan, row_tables

RATE = 0.05
GAMES = 400
ONLY = ("cards", "seats", "players")


def analysed(seed: int, **planted: object) -> Analysis:
    return analyse(row_tables(Plan(games=GAMES, seed=seed, **planted)), only=ONLY)  # type: ignore[arg-type]


def found(analysis: Analysis, table: str, q: str, name: str) -> list[object]:
    rows = analysis.tables[table]
    return list(rows.loc[rows[q] <= RATE, name])


def test_a_card_worth_3_points_more_is_found() -> None:
    analysis = analysed(11, card="otter", card_bonus=3)
    assert found(analysis, "cards", "points_over_others_q", "card") == ["otter"]
    otter = analysis.tables["cards"].set_index("card").loc["otter"]
    assert otter["points_over_others_low"] < 3 < otter["points_over_others_high"]
    assert otter["place"] == 1


def test_a_seat_with_an_advantage_is_found() -> None:
    analysis = analysed(12, seat_bonus=5)
    assert found(analysis, "seats", "points_over_game_mean_q", "seat") == [1, 2]
    seat = analysis.tables["seats"].set_index("seat").loc[1]
    assert seat["points_over_game_mean_low"] < 2.5 < seat["points_over_game_mean_high"]
    assert found(analysis, "seats", "win_points_q", "seat") == [1, 2]


def test_a_stronger_player_is_found() -> None:
    analysis = analysed(13, player_bonus=20)
    assert found(analysis, "players", "win_points_q", "player") == ["p00"]
    players = analysis.tables["players"].set_index("player")
    assert players["rating_mu"].idxmax() == "p00"


@pytest.mark.slow
def test_planted_effects_are_found_and_others_are_not_over_50_seeds() -> None:
    missed = {"card": 0, "seat": 0, "player": 0}
    false = {"card": 0, "improvement": 0, "logit": 0, "seat": 0, "player": 0}
    for seed in range(50):
        planted = analysed(seed, card=ANIMAL_IDS[seed % 32], card_bonus=3, seat_bonus=5, player_bonus=20)
        missed["card"] += ANIMAL_IDS[seed % 32] not in found(planted, "cards", "points_over_others_q", "card")
        missed["seat"] += 1 not in found(planted, "seats", "win_points_q", "seat")
        missed["player"] += "p00" not in found(planted, "players", "win_points_q", "player")
        plain = analysed(seed)
        false["card"] += bool(found(plain, "cards", "points_over_others_q", "card"))
        false["improvement"] += bool(found(plain, "cards", "improvement_q", "card"))
        false["logit"] += bool(found(plain, "cards", "logit_q", "card"))
        false["seat"] += bool(found(plain, "seats", "win_points_q", "seat"))
        false["player"] += bool(found(plain, "players", "win_points_q", "player"))
    assert max(missed.values()) <= 1, missed
    # Where nothing is planted every finding is false: 1 in 20 analyses may have one. More than 7 of 50 have a chance
    # below 1 in 300.
    assert max(false.values()) <= 7, false
