"""What of a record does not agree with its schema, in words."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.records.problems import Problem
from harmonies_cli.records.schema.validation import Kind, schema_problems

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


def test_many_mistakes_are_cut_at_fifty_in_the_order_of_the_text_and_counted() -> None:
    record = {**GAME, "turns": [5] * 80, "sides": 1}
    data = json.dumps(record).encode()
    problems = schema_problems(record, "game", data)
    assert [problem.pointer for problem in problems[:-1]] == [f"/turns/{number}" for number in range(50)]
    assert problems[-1].message == "and 31 more faults"


def test_a_very_large_record_names_its_first_fault_at_once() -> None:
    record = {**GAME, "turns": [5] * 1_000_000}
    data = json.dumps(record).encode()
    start = time.perf_counter()
    first, last = schema_problems(record, "game", data)
    assert time.perf_counter() - start < 2
    assert (first.pointer, first.line) == ("/turns/0", 1)
    assert "only its first fault" in last.message


def test_a_very_large_record_without_fault_has_no_problem() -> None:
    turn = {"player": 1, "actions": [{"do": "take-tokens", "space": 3}] * 3}
    record = {**GAME, "turns": [turn] * 10_000}
    assert schema_problems(record, "game", json.dumps(record).encode()) == []


def test_nesting_beyond_the_validator_is_said() -> None:
    deep: list[Any] = []
    for _ in range(900):
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
