"""The fast decoder and the schemas come to the same verdicts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from harmonies_cli.records.decode import decode, decode_quickly
from harmonies_cli.records.notation import Game, Position
from tests.examples import examples
from tests.records.assessed import assessed, is_of_schema
from tests.records.changed_records import EXAMPLES, mutated, short
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES, ILLEGAL

VALID = {name: path for name, path in EXAMPLES.items() if path.parent.name == "valid"}


# --- the same verdicts


def agrees(data: bytes) -> None:
    """Check that a record is invalid if and only if the schema says so or the record names unknown cards.

    The replay looks up the words of a game (tokens, spaces, cards); the schema does not check those of a
    position.
    """
    value = json.loads(data)
    of_schema = is_of_schema(value)
    quick, _ = decode_quickly(data)
    if isinstance(quick, Position):
        assert of_schema
    record, problems = decode(data)
    assert (record is None) == bool(problems)
    if of_schema:
        assert problems == []
    found = assessed(data)
    if not of_schema:
        assert found.verdict == "invalid"
        assert {problem.code for problem in found.problems} & {"schema", "card-unknown", "card-ambiguous"}
    elif value["format"] == "harmonies-game" and found.verdict == "invalid":
        of_cards = re.compile("/(card|row/[0-9]+|spirits/[0-9]+/[0-9]+)$")
        assert all(of_cards.search(problem.pointer) for problem in found.problems)


@pytest.mark.parametrize("path", EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_is_invalid_if_and_only_if_it_is_not_of_the_schema(path: Path) -> None:
    agrees(path.read_bytes())
    assert is_of_schema(json.loads(path.read_bytes())) == (path.parent.name == "valid")


@pytest.mark.parametrize(
    "record", [*GAMES.values(), *(case["record"] for case in ILLEGAL)], ids=lambda record: record["id"]
)
def test_every_recorded_game_takes_the_fast_way(record: dict[str, Any]) -> None:
    assert isinstance(decode_quickly(json.dumps(record).encode())[0], Game)
    assert is_of_schema(record)


def test_every_valid_example_takes_the_fast_way_but_for_numbers_with_a_point() -> None:
    slow = [name for name, path in VALID.items() if decode_quickly(path.read_bytes())[0] is None]
    assert slow == [name for name in VALID if "whole-numbers-with-point" in name or "escape" in name]


@pytest.mark.parametrize("date", ["2026-13-01", "31.5.2026", "", "2026-01-31"])
@pytest.mark.parametrize("seed", [json.loads(RIGHT), short], ids=["position", "game"])
def test_a_date_is_judged_in_what_is_read_carefully_too(seed: dict[str, Any], date: str) -> None:
    data = json.dumps({**seed, "date": date, "version": 1.0}).encode()
    assert decode_quickly(data)[0] is None
    agrees(data)


@pytest.mark.parametrize("key", ["format", "version", "players"])
def test_a_score_sheet_without_a_required_key_is_not_a_record(key: str) -> None:
    sheet = {"format": "harmonies-position", "version": 1, "players": [{"name": "Ann", "score": 116}]}
    agrees(json.dumps(sheet).encode())
    assert decode(json.dumps(sheet).encode())[0] is not None
    del sheet[key]
    agrees(json.dumps(sheet).encode())
    assert decode(json.dumps(sheet).encode())[0] is None


@given(mutated())
@examples(2.5)
def test_a_changed_record_is_invalid_if_and_only_if_it_is_not_of_the_schema(value: Any) -> None:
    agrees(json.dumps(value).encode())
