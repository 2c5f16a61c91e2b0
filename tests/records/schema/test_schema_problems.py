"""Violations of a record's schema, in words."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from harmonies_cli.records.problems import Problem
from harmonies_cli.records.schema.validation import Kind, load_schema, schema_problems
from tests.records.assessed import codes

CASES = Path(__file__).parents[2] / "data" / "schema"
KINDS: tuple[Kind, ...] = ("position", "game")
EXPECTED = {kind: json.loads((CASES / kind / "faults.json").read_text()) for kind in KINDS}
GAME: dict[str, Any] = json.loads((CASES / "game" / "valid" / "empty-lists.json").read_text())


@pytest.mark.parametrize("kind", KINDS)
def test_every_invalid_example_has_its_expected_faults(kind: Kind) -> None:
    assert {file.stem for file in (CASES / kind / "invalid").glob("*.json")} == set(EXPECTED[kind])


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind in KINDS for name in EXPECTED[kind]], ids=lambda value: value
)
def test_invalid_examples_are_explained_one_message_a_mistake(kind: Kind, name: str) -> None:
    data = (CASES / kind / "invalid" / f"{name}.json").read_bytes()
    problems = schema_problems(json.loads(data), kind, data)
    expected = [Problem("schema", **fields) for fields in EXPECTED[kind][name]]
    assert problems == expected


@pytest.mark.parametrize("file", sorted(CASES.glob("*/valid/*.json")), ids=lambda file: file.stem)
def test_valid_examples_have_no_problems(file: Path) -> None:
    data = file.read_bytes()
    kind: Kind = "game" if file.parts[-3] == "game" else "position"
    assert schema_problems(json.loads(data), kind, data) == []


def test_negative_cubes_are_left_to_the_rules_which_know_the_card() -> None:
    record = json.loads((CASES / "position" / "valid" / "mistake-cubes-out-of-range.json").read_text())
    record["players"][0]["cards"]["falcon"] = -1
    assert not jsonschema.Draft202012Validator(load_schema("position")).is_valid(record)
    assert schema_problems(record, "position") == []
    assert codes(record) == ["cubes-range", "cubes-range"]


def test_without_the_text_there_are_no_places() -> None:
    (problem,) = schema_problems({**GAME, "side": "C"}, "game")
    assert (problem.pointer, problem.line, problem.column) == ("/side", None, None)


def test_in_json_lines_the_line_is_that_of_the_file() -> None:
    data = json.dumps({**GAME, "side": "C"}).encode()
    (problem,) = schema_problems(json.loads(data), "game", data, line=7)
    assert (problem.line, problem.column) == (7, data.index(b'"C"') + 1)


@pytest.mark.parametrize("record", [None, True, 3, "text", [], [GAME], {}])
@pytest.mark.parametrize("kind", KINDS)
def test_any_json_value_is_judged(record: Any, kind: Kind) -> None:
    assert schema_problems(record, kind, json.dumps(record).encode())


def test_at_most_fifty_mistakes_are_listed_in_the_order_of_the_text() -> None:
    record = {**GAME, "turns": [5] * 80, "sides": 1}
    problems = schema_problems(record, "game", json.dumps(record).encode())
    assert [problem.pointer for problem in problems[:-1]] == [*(f"/turns/{n}" for n in range(49)), "/sides"]
    assert "only the first 50 faults" in problems[-1].message


def test_the_fields_of_one_object_that_are_unknown_are_at_most_fifty_too() -> None:
    record = {**GAME, **{f"x{number}": 1 for number in range(80)}}
    problems = schema_problems(record, "game", json.dumps(record).encode())
    assert [problem.pointer for problem in problems[:-1]] == [f"/x{number}" for number in range(50)]


_ACTION = {"do": "place-token", "token": "W", "at": "c2"}


@pytest.mark.parametrize("kilobytes", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "fields",
    [
        lambda kilobytes: {"turns": [{"player": 1, "actions": [_ACTION] * (24 * kilobytes)}]},
        lambda kilobytes: {"turns": [{"player": 1, "actions": []}] * (34 * kilobytes)},
        lambda kilobytes: {"start": {"spirits": [[1] * (330 * kilobytes)]}},
        lambda kilobytes: {"result": {"scores": [{}] * (250 * kilobytes)}},
    ],
    ids=["actions", "turns", "cards", "scores"],
)
def test_a_megabyte_is_judged_within_five_seconds_and_less_in_proportion(
    fields: Callable[[int], dict[str, Any]], kilobytes: int
) -> None:
    record = {**GAME, **fields(kilobytes), "side": "C"}
    data = json.dumps(record).encode()
    assert 0.9 < len(data) / 1000 / kilobytes < 1.2
    start = time.process_time()
    assert [problem.pointer for problem in schema_problems(record, "game", data)] == ["/side"]
    assert time.process_time() - start < 5 * kilobytes / 1000


@pytest.mark.parametrize(
    ("fields", "pointer", "message"),
    [
        ({"turns": [5] * 1_000_000}, "/turns/0", 'item 1 of "turns" is 5; expected an object {...}'),
        ({"sides": 1}, "/sides", 'unknown field "sides"'),
        ({"players": []}, "/players", '"players" has 0 entries; expected 1 to 4'),
        ({"turns": [{"player": 1, "actions": [{"do": "take-card"}]}]}, "/turns/0/actions/0", '"card" is missing'),
        ({"turns": [{"player": 1, "actions": [{"do": "x"}]}]}, "/turns/0/actions/0/do", '"do" is "x"; expected'),
    ],
)
def test_the_first_fault_of_a_very_large_record_is_named_at_once(
    fields: dict[str, Any], pointer: str, message: str
) -> None:
    record = {**GAME, "notes": "x" * 2_000_000, **fields}
    data = json.dumps(record).encode()
    start = time.process_time()
    first, last = schema_problems(record, "game", data)
    assert time.process_time() - start < 2
    assert (first.pointer, first.line) == (pointer, 1)
    assert first.message.startswith(message)
    assert "only its first fault" in last.message


def test_a_very_large_record_without_fault_has_no_problem() -> None:
    turn = {"player": 1, "actions": [{"do": "take-tokens", "space": 3}] * 3}
    record = {**GAME, "turns": [turn] * 10_000}
    assert schema_problems(record, "game", json.dumps(record).encode()) == []


def test_nesting_too_deep_for_the_validator_is_reported() -> None:
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    (problem,) = schema_problems({**GAME, "notes": deep}, "game")
    assert "too deep" in problem.message


@pytest.mark.parametrize("key", ["", "0", "1", "01", "+1", "a/b", "~", "é"])
def test_keys_that_look_like_numbers_or_are_empty_keep_their_pointer(key: str) -> None:
    record = json.loads((CASES / "position" / "valid" / "board-as-object.json").read_text())
    record["players"][0]["board"] = {"a1": "F", key: ["W", 3]}
    record["players"][0]["cards"] = {key: None}
    pointers = [problem.pointer for problem in schema_problems(record, "position", json.dumps(record).encode())]
    escaped = key.replace("~", "~0").replace("/", "~1")
    assert pointers == [f"/players/0/board/{escaped}/1", f"/players/0/cards/{escaped}"]
