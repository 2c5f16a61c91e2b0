"""The irregularities of real exports: each is reported, and nothing is guessed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from tests.records.plays.exports import bgg_page, bgg_play, bgstats_export, bgstats_play, outcome, readings, score

REFUSED = {
    "a score with words": (bgstats_play(score(11, "49-46ish"), score(12, "80")), '"Ann" has "49-46ish" as score'),
    "a difference, which may be a range": (bgstats_play(score(11, "49-46"), score(12, "80")), '"49-46"'),
    "a score with a unit": (bgstats_play(score(11, "88 pts"), score(12, "80")), '"88 pts"'),
    "a score with a mark": (bgstats_play(score(11, "88*"), score(12, "80")), '"88*"'),
    "half a point": (bgstats_play(score(11, "47.3"), score(12, "80")), '"47.3"'),
    "a decimal comma": (bgstats_play(score(11, "88,5"), score(12, "80")), '"88,5"'),
    "digits of another script": (bgstats_play(score(11, "٨٨"), score(12, "80")), "not a whole number"),
    "an endless number": (bgstats_play(score(11, "9" * 5000), score(12, "80")), "not a whole number"),
    "a truth value": (bgstats_play(score(11, True), score(12, "80")), "has true as score"),
    "one score missing": (bgstats_play(score(11, "88"), score(12, "")), '"Ben" has no score'),
    "a score of null": (bgstats_play(score(11, "88"), score(12, None)), '"Ben" has no score'),
    "no scores at all": (bgstats_play(score(11, ""), score(12, "null")), "it has no scores"),
    "no players": (bgstats_play(playerScores=[]), "it has no players"),
    "players that are no list": (bgstats_play(playerScores="none"), "it has no players"),
    "a player that is no object": (bgstats_play(score(11, "88"), 12), "a player should be an object, not 12"),
    "five players": (bgstats_play(*[score(11 + seat, "80") for seat in range(5)]), "it has 5 players"),
    "teams": (bgstats_play(usesTeams=True), "it was played in teams"),
    "teams by a player": (bgstats_play(score(11, "88", team="red"), score(12, "80")), "played in teams"),
    "a later player twice": (
        bgstats_play(score(12, "80"), score(11, "88"), score(11, "70")),
        '"Ann" is logged 2 times',
    ),
    "one player twice": (bgstats_play(score(11, "88"), score(11, "80")), '"Ann" is logged 2 times'),
}
NOTED: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "a sum": (bgstats_play(score(11, "40 + 48"), score(12, "80")), "", {"scores": [88, 80]}),
    "a whole number with a point": (bgstats_play(score(11, "88.0"), score(12, 80)), "", {"scores": [88, 80]}),
    "blanks around a score": (bgstats_play(score(11, " 88\t"), score(12, "80 ")), "", {"scores": [88, 80]}),
    "a deleted player": (
        bgstats_play(score(99, "88"), score(12, "80")),
        'does not name player "99"',
        {"names": ["Player 1", "Ben"], "ids": ["bgstats-player-99", "bgg-benbgg"]},
    ),
    "anonymous players": (
        bgstats_play(score(13, "88"), score(13, "80")),
        "",
        {"names": ["Anonymous player"] * 2, "ids": ["bgstats-PLAY-1-player-1", "bgstats-PLAY-1-player-2"]},
    ),
    "an unknown place": (bgstats_play(locationRefId=99), "does not contain its location", {"source": "BG Stats"}),
    "no place": (bgstats_play(locationRefId=0), "", {"source": "BG Stats"}),
    "left out of statistics": (bgstats_play(ignored=True), "leaves it out of its statistics", {}),
    "a single player": (bgstats_play(score(11, "88")), "may or may not be a solo game", {"scores": [88]}),
    "another winner than the totals say": (
        bgstats_play(score(11, "88"), score(12, "80", winner=True)),
        'Logged as winner: "Ben"; by the totals: "Ann"',
        {},
    ),
    "a tie with one winner": (
        bgstats_play(score(11, "88"), score(12, "88", winner=True)),
        'winner of the tie: "Ben"',
        {},
    ),
    "a day of two zones": (
        bgstats_play(playDate="2026-06-01 01:15:00", playDateYmd=20260531),
        "",
        {"date": "2026-05-31"},
    ),
    "only a day": (bgstats_play(playDate="2026-05-31"), "", {"date": "2026-05-31"}),
    "a day without zeros": (bgstats_play(playDate="2026-5-3", playDateYmd=None), "", {"date": "2026-05-03"}),
    "a day without hyphens": (bgstats_play(playDate="20260503", playDateYmd=None), "", {"date": "2026-05-03"}),
    "a time with its zone": (
        bgstats_play(playDate="2026-05-31T20:15:00Z"),
        "",
        {"date": "2026-05-31T20:15:00Z"},
    ),
    "a day in another order": (
        bgstats_play(playDate="05/31/2026", playDateYmd=None),
        'The date "05/31/2026" is left out',
        {"date": None},
    ),
    "a day that does not exist": (
        bgstats_play(playDate="2026-02-31 20:00:00", playDateYmd=None),
        "there is no such day",
        {"date": None},
    ),
    "seconds since 1970": (bgstats_play(playDate=1780000000, playDateYmd=None), "is left out", {"date": None}),
    "a time that does not exist": (
        bgstats_play(playDate="2026-05-31 25:99:00"),
        "The time of",
        {"date": "2026-05-31"},
    ),
    "no date": (bgstats_play(playDate="", playDateYmd=None), "", {"date": None}),
    "entities in a comment": (
        bgstats_play(comments="Ann &amp; Ben &quot;close&quot;"),
        "",
        {"notes": 'Ann & Ben "close"'},
    ),
    "an immense comment": (bgstats_play(comments="x" * 100_000), "", {"notes": "x" * 1999 + "…"}),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_play_that_cannot_be_a_sheet_is_refused_with_the_reason(case: str) -> None:
    play, words = REFUSED[case]
    records, wrong, _ = outcome(bgstats_export(play))
    assert records == []
    assert any(words in message for message in wrong)


def test_all_faults_of_a_play_are_reported_at_once() -> None:
    play = bgstats_play(score(11, "lots"), score(12, "?"), usesTeams=True)
    assert len(outcome(bgstats_export(play))[1]) == 3


@pytest.mark.parametrize("case", NOTED)
def test_readable_parts_are_read_and_the_rest_is_reported(case: str) -> None:
    play, words, expected = NOTED[case]
    (record,), wrong, notes = outcome(bgstats_export(play))
    assert wrong == []
    assert any(words in note for note in notes) if words else notes == []
    players = record["players"]
    found = {
        "scores": [player["score"] for player in players],
        "names": [player["name"] for player in players],
        "ids": [player.get("id") for player in players],
        **{name: record.get(name) for name in ("date", "source", "notes")},
    }
    assert {name: found[name] for name in expected} == expected


def test_a_play_becomes_a_sheet() -> None:
    (record,), _, notes = outcome(bgstats_export(bgstats_play()))
    assert record == {
        "format": "harmonies-position",
        "version": 1,
        "id": "bgstats-PLAY-1",
        "date": "2026-05-31T20:15:00",
        "source": "BG Stats, Home",
        "players": [
            {"name": "Ann", "id": "bgstats-P-11", "score": 88},
            {"name": "Ben", "id": "bgg-benbgg", "score": 80},
        ],
    }
    assert notes == []


def test_other_plays_are_counted_and_skipped() -> None:
    plays = (
        bgstats_play(),
        bgstats_play(gameRefId=4),
        bgstats_play(gameRefId=4),
        bgstats_play(gameRefId=99),
        bgstats_play(),
        bgstats_play(uuid="GONE"),
        "no play",
    )
    records, wrong, notes = outcome(bgstats_export(*plays, deletedObjects=[{"uuid": "GONE", "objectType": "Play"}]))
    assert (len(records), wrong) == (1, [])
    assert notes == [
        "Skipped in this file: 2 plays of other games, 1 play of games that the file does not name, "
        "1 play found twice, 1 play marked as deleted, 1 play not readable."
    ]


def test_a_file_without_harmonies_is_reported() -> None:
    assert "plays of Harmonies: 1 play of other games" in outcome(bgstats_export(bgstats_play(gameRefId=4)))[1][0]
    assert "plays of Harmonies" in outcome(bgstats_export())[1][0]


@pytest.mark.parametrize(
    ("number", "name", "is_it"),
    [("414317", "x", True), (0, "harmonies", True), (None, " Harmonies ", True), (1, "Harmonies", False)],
)
def test_the_game_is_known_by_its_number_or_else_by_its_name(number: object, name: str, is_it: bool) -> None:
    data = bgstats_export(bgstats_play(), games=[{"id": "3", "bggId": number, "name": name}])
    assert (len(outcome(data)[0]) == 1) == is_it


def test_a_number_shared_by_two_players_is_reported() -> None:
    players = [{"id": 11, "name": "Ann"}, {"id": 11, "name": "Anna"}, {"id": 12, "name": "Ben"}]
    assert "2 players have the number 11" in outcome(bgstats_export(bgstats_play(), players=players))[1]


def test_one_number_of_two_plays_that_differ_is_reported() -> None:
    records, _, notes = outcome(bgstats_export(bgstats_play(), bgstats_play(score(11, "90"), score(12, "80"))))
    assert len(records) == 2
    assert "the same number" in notes[0]


def test_the_rows_of_a_comment_in_our_own_form_are_taken() -> None:
    rows = "trees 12, mountains 21, fields 10, buildings 10, water 15, animals 20, spirit 0"
    (record,), _, notes = outcome(bgstats_export(bgstats_play(comments=f"Fun! Ann 88 = {rows}; Ben 80 = trees 80")))
    assert record["players"][0]["score"]["water"] == 15 and record["players"][0]["score"]["total"] == 88
    assert record["players"][1]["score"] == {"trees": 80, "total": 80}
    assert notes == []


@pytest.mark.parametrize("comment", ["Ann 90 = trees 90", "Ann 88 = trees 89", "Ann 88 = trees x"])
def test_rows_that_do_not_add_up_are_left_out(comment: str) -> None:
    (record,), _, notes = outcome(bgstats_export(bgstats_play(comments=comment)))
    assert record["players"][0]["score"] == 88
    assert any("left out" in note for note in notes) == ("x" not in comment)


def test_rows_that_no_board_gives_are_a_problem_without_a_place_in_the_file() -> None:
    data = bgstats_export(bgstats_play(comments="Ann 88 = fields 7, trees 81"))
    (reading,) = readings(data)
    (problem,) = assess(reading, AssessOptions()).problems
    assert (problem.code, problem.line, problem.column) == ("score-impossible", None, None)


def test_a_total_that_no_game_gives_is_a_problem() -> None:
    _, wrong, _ = outcome(bgstats_export(bgstats_play(score(11, "9000"), score(12, "80"))))
    assert "no board gives 9000" in wrong[0]


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.99])
def test_a_damaged_export_is_reported(cut: float) -> None:
    data = bgstats_export(bgstats_play())
    whole = json.loads(data)
    data = json.dumps({"games": [], "players": [], "plays": whole["plays"] * 50}).encode()
    assert "is damaged" in outcome(data[: int(len(data) * cut)])[1][0]


def test_a_play_of_boardgamegeek_becomes_a_sheet() -> None:
    (record,), wrong, notes = outcome(bgg_page(bgg_play(comment='Ann & "Ben"')))
    assert record == {
        "format": "harmonies-position",
        "version": 1,
        "id": "bgg-901",
        "date": "2026-05-31",
        "source": "BoardGameGeek, Home",
        "notes": 'Ann & "Ben"',
        "players": [{"name": "Ann", "score": 88}, {"name": "Ben", "id": "bgg-benbgg", "score": 80}],
    }
    assert (wrong, notes) == ([], [])


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (bgg_play(quantity="3"), "it counts as 3 plays"),
        (bgg_play(quantity="0"), "it counts as 0 plays"),
        (bgg_play(quantity="many"), 'the quantity "many"'),
        (bgg_play(("Ann", ""), ("Ben", "")), "it has no scores"),
        (bgg_play(objectid="13", name="Catan"), "plays of Harmonies: 1 play of other games"),
        (bgg_play(item=False), "games that the file does not name"),
    ],
)
def test_what_else_boardgamegeek_has_is_reported(play: str, words: str) -> None:
    records, wrong, _ = outcome(bgg_page(play))
    assert records == []
    assert words in wrong[0]


@pytest.mark.parametrize(
    ("play", "words"),
    [
        (bgg_play(nowinstats="1"), "out of its win statistics"),
        (bgg_play(incomplete="1"), "logged as incomplete"),
        (bgg_play(("", "88"), ("Ben", "80")), "A player has no name"),
    ],
)
def test_the_notes_of_boardgamegeek_are_reported(play: str, words: str) -> None:
    (record,), wrong, notes = outcome(bgg_page(play))
    assert wrong == []
    assert any(words in note for note in notes)
    assert record.get("unfinished", False) == ('incomplete="1"' in play)


def test_a_date_unknown_to_boardgamegeek_is_left_out() -> None:
    (record,), _, notes = outcome(bgg_page(bgg_play(date="0000-00-00")))
    assert "date" not in record and notes == []


def test_pages_one_after_the_other_in_a_file_are_joined() -> None:
    data = bgg_page(bgg_play(id="1")) + b"\n" + bgg_page(bgg_play(id="2"), page=2) + bgg_page(bgg_play(id="1"))
    records, wrong, notes = outcome(data)
    assert [record["id"] for record in records] == ["bgg-1", "bgg-2"]
    assert wrong == [] and "1 play found twice" in notes[0]


def test_rows_of_a_table_that_have_no_number_are_nobody() -> None:
    nobody = [5, None, {"name": "Nobody"}, {"id": True, "name": "True"}, {"id": 11, "name": "Ann"}]
    data = bgstats_export(bgstats_play(score(None, "88"), score(11, "80")), players=nobody)
    [record], _, _ = outcome(data)
    assert [player["name"] for player in record["players"]] == ["Player 1", "Ann"]
