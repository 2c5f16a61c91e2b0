from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.plays.evening import Evening, Result, evening_of
from tests.cli.command import ROOT
from tests.plays.shared_records import sheet
from tests.records.assessed import assessed, reading_of

BOARD = (ROOT / "samples" / "positions" / "real-08.json").read_bytes()


def evening(*records: Any) -> Evening:
    results = []
    for number, record in enumerate(records, 1):
        read = reading_of(record).record
        assert read is not None
        results.append(Result(read, assessed(record), f"game {number}"))
    return evening_of(results)


def game(day: int, *scores: tuple[str, Any]) -> dict[str, Any]:
    return sheet(*scores, date=f"2026-05-{day:02}")


FOUR = [
    game(1, ("Ann", 116), ("Ben", 113)),
    game(2, ("Ann", 90), ("Ben", 101)),
    game(3, ("Ann", 120), ("Ben", 80)),
    game(4, ("Ann", 99), ("Ben", 99), ("Cleo", 98)),
]


def test_wins_points_averages_and_streaks_worked_out_by_hand() -> None:
    found = evening(*FOUR)
    assert [(one.name, one.games, one.wins, one.points, one.best, one.streak) for one in found.players] == [
        ("Ann", 4, 3, 425, 120, 2),
        ("Ben", 4, 2, 393, 113, 1),
        ("Cleo", 1, 0, 98, 98, 0),
    ]
    assert [one.average for one in found.players] == [106.25, 98.25, 98.0]
    assert found.day == "2026-05-01 to 2026-05-04"


def test_games_are_in_the_order_of_their_dates_or_else_as_given() -> None:
    assert [result.date[-2:] for result in evening(*FOUR[::-1]).results] == ["01", "02", "03", "04"]
    undated = sheet(("Ann", 90), ("Ben", 80))
    assert [result.date for result in evening(FOUR[1], undated, FOUR[0]).results] == ["2026-05-02", "", "2026-05-01"]
    assert evening(FOUR[1], undated).day == ""


def test_the_best_of_a_row_is_of_all_who_have_it() -> None:
    rows = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 50, "spirit": 0}
    found = evening(game(1, ("Ann", rows), ("Ben", {**rows, "animals": 40})), game(2, ("Cleo", 150), ("Ann", 30)))
    assert {best.row: (best.points, best.names) for best in found.rows} == {
        **{row: (rows[row], ["Ann", "Ben"]) for row in ("trees", "mountains", "fields", "buildings", "water")},
        "animals": (50, ["Ann"]),
        "total": (150, ["Cleo"]),
    }


def test_a_player_is_known_by_the_id() -> None:
    one, other = sheet(("Ann", 90), ("Ben", 80)), sheet(("Annie", 70), ("Ben", 60))
    one["players"][0]["id"] = other["players"][0]["id"] = "member-1"
    assert [(player.name, player.games) for player in evening(one, other).players] == [("Ann", 2), ("Ben", 2)]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_board_and_its_sheet_are_one_game(turn: int) -> None:
    dated = BOARD.replace(b'"version": 1,', b'"version": 1, "date": "2026-05-31",', 1)
    players = reading_of(BOARD).record.players  # type: ignore[union-attr]
    paper = sheet((players[0].name, 116), (players[1].name, 113), date="2026-05-31T21:00:00")
    found = evening(*[dated, paper][::turn])
    assert len(found.results) == 1 and found.results[0].found.side == "A"
    assert found.repeated == [("game 2", "game 1") if turn == 1 else ("game 1", "game 2")]


def test_a_board_given_twice_counts_once() -> None:
    found = evening(BOARD, BOARD)
    assert len(found.results) == 1
    assert found.repeated == [("game 2", "game 1")]


def test_a_record_given_twice_counts_once() -> None:
    assert len(evening(FOUR[0], FOUR[0]).results) == 1
    assert len(evening(FOUR[0], {**FOUR[0], "date": "2026-05-02"}).results) == 2
