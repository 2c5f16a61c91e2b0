from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.plays.shared_play import moment_of, play_link, why_not_shared
from harmonies_cli.safe_text import printable
from tests.cli.command import ROOT
from tests.plays.shared_records import NOW, link_data, shared, sheet
from tests.records.assessed import assessed, position, reading_of

TYPES = {
    "sourceName": str,
    "sourcePlayId": str,
    "playDate": str,
    "game": dict,
    "board": str,
    "comments": str,
    "players": list,
}
"""Fields of a play as BG Stats documents them; see docs/plays.md."""
OF_GAME = {"name": str, "bggId": int, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
OF_PLAYER = {
    "name": str,
    "sourcePlayerId": str,
    "score": int,
    "rank": int,
    "winner": bool,
    "startPlayer": bool,
}
EXAMPLE = (ROOT / "samples" / "rulebook-example.json").read_bytes()
GAME = (ROOT / "samples" / "games" / "three-players-side-b.json").read_bytes()


def hold(data: dict[str, Any], types: Mapping[str, type]) -> None:
    assert data.keys() <= types.keys()
    assert [name for name, value in data.items() if type(value) is not types[name]] == []


@pytest.mark.parametrize("record", [EXAMPLE, GAME, sheet(("Ann", 88), ("Ben", 80), date="2026-05-31")])
def test_a_link_has_only_the_documented_fields(record: object) -> None:
    data = link_data(play_link(shared(record)))
    hold(data, TYPES)
    hold(data["game"], OF_GAME)
    for player in data["players"]:
        hold(player, OF_PLAYER)
        assert {"name", "sourcePlayerId", "score", "winner"} <= player.keys()


def test_the_worked_example_of_the_rulebook() -> None:
    data = link_data(play_link(shared(EXAMPLE)))
    assert data["game"] == {
        "name": "Harmonies",
        "bggId": 414317,
        "sourceGameId": "harmonies",
        "highestWins": True,
        "noPoints": False,
    }
    assert data["board"] == "Side A"
    assert data["comments"] == (
        "Pauline 116 = trees 4, mountains 10, fields 10, buildings 10, water 19, animals 63, spirit 0"
    )
    assert data["players"] == [
        {"name": "Pauline", "sourcePlayerId": "Pauline", "score": 116, "rank": 1, "winner": True}
    ]


@pytest.mark.parametrize("date", ["2026-05-31", "0999-01-01", "2026-05-31T20:15:00.5+02:00"])
def test_the_date_has_the_documented_form(date: str) -> None:
    play = shared(sheet(("Ann", 88), date=date))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play.play_date)


def test_the_starting_player_is_known_for_games_only() -> None:
    assert [player.start_player for player in shared(GAME).players] == [True, False, False]


def test_a_player_is_the_same_in_all_plays() -> None:
    one, other = sheet(("Ann", 88), ("Ben", 80)), sheet(("Ben", 81), ("Ann", 70))
    one["players"][0]["id"] = other["players"][1]["id"] = "member-12"
    assert [player.source_player_id for player in shared(one).players] == ["member-12", "Ben"]
    assert [player.source_player_id for player in shared(other).players] == ["Ben", "member-12"]


@pytest.mark.parametrize(
    ("name", "is_kept"), [("x" * 80, True), ("x" * 81, False), ("An\u202en", False), ("Zoë", True)]
)
def test_a_name_identifies_its_player_unless_it_is_long_or_cannot_be_shown(name: str, is_kept: bool) -> None:
    [player, _] = shared(sheet((name, 88), ("Ben", 80))).players
    assert (player.source_player_id == name) == is_kept
    assert len(player.source_player_id) <= 80


def test_two_players_with_one_name_are_distinguished() -> None:
    assert [player.source_player_id for player in shared(sheet(("Ann", 88), ("Ann", 80))).players] == [
        "Ann (1)",
        "Ann (2)",
    ]


def test_a_play_has_one_number_however_often_it_is_shared() -> None:
    dated = sheet(("Ann", 88), ("Ben", 80), date="2026-05-31")
    assert shared(dated).source_play_id == shared(dated).source_play_id
    assert shared(dated).source_play_id != shared(dated | {"date": "2026-06-01"}).source_play_id


@pytest.mark.parametrize(
    ("date", "utc", "said"),
    [
        ("2026-05-31", "2026-05-31 12:00:00", ""),
        ("2026-05-31T20:15:00Z", "2026-05-31 20:15:00", ""),
        ("2026-05-31T23:15:00-05:00", "2026-06-01 04:15:00", ""),
        ("2026-05-31T20:15:00", "2026-05-31 20:15:00", "no zone"),
        ("9999-12-31T23:00:00-05:00", "9999-12-31 23:00:00", ""),
        ("0001-01-01", "0001-01-01 12:00:00", ""),
        ("2026-05", "2026-11-28 20:30:00", "only 2026-05"),
        (None, "2026-11-28 20:30:00", "no date"),
    ],
)
def test_the_date_of_a_play_is_in_utc_and_assumptions_are_reported(date: str | None, utc: str, said: str) -> None:
    moment = moment_of(date, NOW)
    assert moment.utc.replace(tzinfo=None).isoformat(" ", "seconds") == utc
    assert said in moment.remark and bool(said) == bool(moment.remark)


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (position({"cards": {}, "score": 7}), "faults"),
        (position({}, unfinished=True), "not final"),
        (sheet(("Ann", {"animals": 20})), "totals"),
    ],
)
def test_only_a_result_is_shared(record: object, why: str) -> None:
    assert why in why_not_shared(reading_of(record).record, assessed(record))


@given(st.lists(st.text(min_size=1, max_size=200), min_size=1, max_size=4))
def test_hostile_names_stay_in_their_fields(names: list[str]) -> None:
    record = sheet(*((name, 60 + number) for number, name in enumerate(names)))
    data = link_data(play_link(shared(record)))
    assert data.keys() <= TYPES.keys()
    assert len(data["players"]) == len(names)
    assert all(player["name"] == printable(player["name"]) and len(player["name"]) <= 80 for player in data["players"])
    assert len({player["sourcePlayerId"] for player in data["players"]}) == len(names)
