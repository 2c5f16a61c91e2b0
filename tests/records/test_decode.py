"""What the fast decoder must not drop, and careful reading of what it refuses."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest

from harmonies_cli.records.decode import _DATE, decode, decode_quickly, record_from_value
from harmonies_cli.records.notation import Position
from harmonies_cli.records.schema.validation import Kind, load_schema, schema_findings
from tests.records.assessed import is_of_schema
from tests.records.typos import RIGHT

# --- what the fast way must not drop


@pytest.mark.parametrize(
    ("right", "wrong", "pointer"),
    [
        ('"version": 1', '"version": 1, "version": 1', "/version"),
        ('"falcon": 1', '"falcon": 1, "falcon": 1', "/players/0/cards/falcon"),
        ('"falcon": 1', '"falcon": 2, "falco\\u006e": 1', "/players/0/cards/falcon"),
        ('"name": "Pauline"', '"name": "Pauline", "name": "Pauline"', "/players/0/name"),
        ('"name": "Pauline"', '"name": "P\\"", "name": "P\\"\\""', "/players/0/name"),
        ('"score": 116', '"score": 116, "notes": "\\u0022", "notes": ""', "/players/0/notes"),
        ('"score": 116', '"score": 116, "notes": "a:b", "notes": ":"', "/players/0/notes"),
        ('"score": 116', '"score": 116, "notes": "\\u003a", "notes": ""', "/players/0/notes"),
        ('"score": 116', '"score": 116, "notes": "", "notes": "\\u003a"', "/players/0/notes"),
        ('"score": 116', '"score": {"total": 116, "total": 116}', "/players/0/score/total"),
    ],
)
def test_a_key_given_twice_is_seen(right: str, wrong: str, pointer: str) -> None:
    assert RIGHT.count(right) == 1
    data = RIGHT.replace(right, wrong).encode()
    assert decode_quickly(data) == (None, b"")
    record, problems = decode(data)
    assert record is None
    assert [(problem.code, problem.pointer) for problem in problems] == [("duplicate-key", pointer)]


@pytest.mark.parametrize(
    "name", ['"', "\\", "\\u0022", 'a"b\\"c', "é", "\U0001f98a", "\x1f", "/", "\\/", '𝄞""', ":", '":', "\\:"]
)
def test_quotes_and_colons_in_texts_do_not_look_like_repeated_keys(name: str) -> None:
    value = json.loads(RIGHT)
    value["players"][0]["name"] = value["players"][0]["notes"] = name
    for ascii_only in (True, False):
        record, problems = decode(json.dumps(value, ensure_ascii=ascii_only).encode())
        assert problems == []
        assert isinstance(record, Position)
        assert (record.players[0].name, record.players[0].notes) == (name, name)


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("2026-05-31", True),
        ("2026-05-31T20:15:00Z", True),
        ("2026-05-31 20:15+02:00", True),
        ("2026-13-01", False),
        ("2024", True),
        ("2024-10", True),
        ("2024-10T20:15", False),
        ("2024-13", False),
        ("0000", False),
        ("0000-01-01", False),
        ("2024-00", False),
        ("24", False),
        ("2024-1", False),
        ("2024-W07", False),
        ("2024-001", False),
        ("2026-05-31T25:00", False),
        ("31.5.2026", False),
        ("2026-05-31\n", False),
        ("٢٠٢٦-05-31", False),
        ("", False),
    ],
)
def test_dates_are_those_of_the_schema(text: str, valid: bool) -> None:
    value = {**json.loads(RIGHT), "date": text}
    assert is_of_schema(value) == valid
    assert (decode_quickly(json.dumps(value).encode())[0] is not None) == valid


def test_a_day_is_a_date_if_and_only_if_it_exists() -> None:
    pattern = re.compile(load_schema("position")["$defs"]["date"]["pattern"])
    for year in [*range(1896, 1912), *range(1996, 2030), 2096, 2100, 2104, 2200, 2300, 2400]:
        for month in range(14):
            for day in range(33):
                text = f"{year}-{month:02}-{day:02}"
                try:
                    date(year, month, day)
                    exists = True
                except ValueError:
                    exists = False
                assert bool(pattern.search(text)) == exists, text


@pytest.mark.parametrize("kind", ["position", "game"])
def test_dates_have_one_pattern(kind: Kind) -> None:
    assert load_schema(kind)["$defs"]["date"]["pattern"] == f"^({_DATE})$(?!\\n)"


@pytest.mark.parametrize("field", ["ranks", "cubes", "winners"])
def test_the_parts_of_a_result_are_kept(field: str) -> None:
    game = {
        "format": "harmonies-game", "version": 1, "side": "A", "players": [{"name": "Ann"}, {"name": "Ben"}],
        "turns": [], "result": {"scores": [1, 2], field: [1, 2]},
    }  # fmt: skip
    record, written = decode_quickly(json.dumps(game).encode())
    assert record is not None
    assert json.loads(written)["result"] == game["result"]


@pytest.mark.parametrize(
    ("rating", "fits"), [("1" + "0" * 308, True), ("2" + "0" * 308, False), ("-" + "9" * 400, False)]
)
def test_a_rating_too_large_for_calculations_is_reported(rating: str, fits: bool) -> None:
    data = RIGHT.replace('"name": "Pauline"', f'"name": "Pauline", "rating": {rating}').encode()
    quick, _ = decode_quickly(data)
    record, problems = decode(data)
    assert (quick is not None) is (record is not None) is fits
    assert [(found.code, found.pointer, found.line) for found in problems] == (
        [] if fits else [("schema", "/players/0/rating", 3)]
    )
    _, of_value = record_from_value(json.loads(data))
    assert [found.pointer for found in of_value] == [found.pointer for found in problems]


def test_a_whole_number_may_be_written_with_a_point() -> None:
    record, problems = decode(RIGHT.replace("116", "116.0").replace('"falcon": 1', '"falcon": 1.0').encode())
    assert problems == []
    assert isinstance(record, Position)
    assert (record.players[0].score, record.players[0].cards) == (116, json.loads(RIGHT)["players"][0]["cards"])


def test_a_value_is_read_without_its_text() -> None:
    record, problems = record_from_value(json.loads(RIGHT))
    assert isinstance(record, Position)
    assert problems == []
    record, problems = record_from_value({**json.loads(RIGHT), "side": 7})
    assert record is None
    assert [(problem.pointer, problem.line) for problem in problems] == [("/side", None)]


@pytest.mark.parametrize("data", [b"", b"\xff", b"\xef\xbb\xbf{}", b"nul", b"[" * 100_000, b'{"a":' * 100_000])
def test_the_fast_way_leaves_odd_text_to_the_careful_one(data: bytes) -> None:
    assert decode_quickly(data) == (None, b"")
    record, problems = decode(data)
    assert record is None
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("value", "message", "hint"),
    [
        ([], "but this is a list", "JSON Lines"),
        (3, "but this is 3", 'begins with {"format"'),
        (None, "but this is null", 'begins with {"format"'),
        ({}, "names no format", '"harmonies-position"'),
        ({"turns": []}, "names no format", '"harmonies-game"'),
        ({"format": "harmonies-gmae"}, 'unknown format "harmonies-gmae"', "harmonies-game"),
        ({"format": 3}, "unknown format 3", None),
        ({"level": "info", "msg": "started"}, "this is JSON, but not a record of Harmonies", '"harmonies-position"'),
    ],
)
def test_a_text_that_is_not_a_record_is_reported_as_such(value: object, message: str, hint: str | None) -> None:
    problem, *_ = schema_findings(value, json.dumps(value).encode(), 4)
    assert (problem.code, problem.line) == ("schema", 4)
    assert message in problem.message
    assert (hint or "") in (problem.hint or "")


@pytest.mark.parametrize(
    ("fields", "pointers"),
    [
        ({"players": [{"name": "Ann", "board": [3]}]}, {"", "/players/0/board/0"}),
        ({"turns": [{"player": 9, "actions": []}], "players": []}, {"", "/players", "/turns/0/player"}),
        ({"format": "harmonies-postion", "players": [{"board": {}}]}, {"/format", "", "/players/0"}),
        ({"format": "harmonies-gane", "result": {"scores": ["x"]}}, {"/format", "", "/result/scores/0"}),
        ({"format": "draughts", "start": 3}, {"/format", "", "/start"}),
    ],
)
def test_without_a_known_format_the_fields_decide_the_kind(fields: object, pointers: set[str]) -> None:
    problems = schema_findings(fields, json.dumps(fields).encode())
    assert {problem.pointer for problem in problems} == pointers
    assert "format" in problems[0].message


@pytest.mark.parametrize(("winners", "fits"), [([1, 2], True), ([], True), ([3], False), ([0], False), ([-1], False)])
def test_winners_are_players(winners: list[int], fits: bool) -> None:
    game = {
        "format": "harmonies-game", "version": 1, "side": "A", "players": [{"name": "Ann"}, {"name": "Ben"}],
        "turns": [], "result": {"scores": [1, 2], "winners": winners},
    }  # fmt: skip
    assert is_of_schema(game) == fits
    assert (decode_quickly(json.dumps(game).encode())[0] is not None) == fits
