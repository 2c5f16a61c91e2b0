from __future__ import annotations

import json
from typing import Any

from harmonies_cli.plays.play_file import play_file
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.sides import SIDES
from tests.cli.command import ROOT
from tests.plays.shared_records import shared, sheet
from tests.records.assessed import position


def written(*records: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(play_file([shared(record) for record in records]))
    return data


def test_players_games_and_plays_are_joined_by_numbers() -> None:
    data = written(sheet(("Ann", 88), ("Ben", 80), date="2026-05-31"), sheet(("Ben", 90), ("Cleo", 70)))
    names = {player["id"]: player["name"] for player in data["players"]}
    assert sorted(names.values()) == ["Ann", "Ben", "Cleo"]
    assert [
        [
            (names[score["playerRefId"]], score["score"], score["winner"], score["rank"])
            for score in play["playerScores"]
        ]
        for play in data["plays"]
    ] == [[("Ann", "88", True, 1), ("Ben", "80", False, 2)], [("Ben", "90", True, 1), ("Cleo", "70", False, 2)]]
    assert {play["gameRefId"] for play in data["plays"]} == {game["id"] for game in data["games"]}
    assert sorted(names) == [1, 2, 3]
    assert data["games"][0]["bggId"] == 414317
    assert data["games"][0]["bggYear"] == 2024
    assert data["plays"][0]["playDate"] == "2026-05-31 12:00:00"


def test_the_place_stays_empty() -> None:
    data = written(sheet(("Ann", 88)))
    assert data["locations"] == [] and "locationRefId" not in data["plays"][0]


def test_a_shared_tie_needs_no_manual_winner() -> None:
    play = written(sheet(("Ann", 88), ("Ben", 88)))["plays"][0]
    assert [score["winner"] for score in play["playerScores"]] == [True, True]
    assert play["manualWinner"] is False


def test_only_a_winner_by_cubes_is_set_manually() -> None:
    assert written(sheet(("Ann", 88), ("Ben", 80)))["plays"][0]["manualWinner"] is False
    points = CARDS[card_index("frog")].points[0]
    trees = dict.fromkeys(SIDES["A"].spaces[:points], "L")
    with_cube, without = {"board": {"c2": "W"}, "cards": {"frog": 1}}, {"board": trees, "cards": {}}
    play = written(position(with_cube, without, unfinished=False))["plays"][0]
    assert [score["winner"] for score in play["playerScores"]] == [True, False]
    assert play["manualWinner"] is True


def test_the_starting_player_is_marked_if_known() -> None:
    game = json.loads((ROOT / "samples" / "games" / "three-players-side-b.json").read_bytes())
    for record, began in ((game, [True, False, False]), (sheet(("Ann", 88), ("Ben", 80)), [False, False])):
        [play] = written(record)["plays"]
        assert [score["startPlayer"] for score in play["playerScores"]] == began
        assert [score["seatOrder"] for score in play["playerScores"]] == list(range(1, len(began) + 1))


def test_the_same_play_gives_the_same_file() -> None:
    record = sheet(("Ann", 88), ("Ben", 80), date="2026-05-31")
    assert play_file([shared(record)]) == play_file([shared(record)])
