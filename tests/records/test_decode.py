"""The fast decoder and the schemas: the same verdicts, and the careful way behind what the fast one refuses."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.decode import decode, decode_quickly, record_from_value, schema_findings
from harmonies_cli.records.notation import Game, Position
from tests.records.assessed import assessed
from tests.records.typos import RIGHT, TYPOS
from tests.rules.game_logs import GAMES, ILLEGAL

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = {f"{path.parts[-3]}-{path.stem}": path for path in sorted((DATA / "schema").glob("*/*/*.json"))}
VALID = {name: path for name, path in EXAMPLES.items() if path.parent.name == "valid"}


def is_of_schema(value: Any) -> bool:
    return not schema_findings(value)


# --- the same verdicts


def agrees(data: bytes) -> None:
    """Check that a record is invalid if and only if the schema says so, or if it names cards that there are not.

    The words of a game (tokens, spaces, cards) are looked up by the replay; those of a position are no matter of
    the schema.
    """
    value = json.loads(data)
    of_schema = is_of_schema(value)
    quick = decode_quickly(data)
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
    assert isinstance(decode_quickly(json.dumps(record).encode()), Game)
    assert is_of_schema(record)


def test_every_valid_example_takes_the_fast_way_but_for_numbers_with_a_point() -> None:
    slow = [name for name, path in VALID.items() if decode_quickly(path.read_bytes()) is None]
    assert slow == [name for name in VALID if "whole-numbers-with-point" in name or "escape" in name]


SEEDS = [json.loads(path.read_bytes()) for path in EXAMPLES.values()]
SEEDS += [json.loads(RIGHT), *(json.loads(typo.text) for typo in list(TYPOS.values())[::7])]
short = copy.deepcopy(GAMES["2p_A_spirits-06"])
short["turns"] = short["turns"][:3]
SEEDS += [short, {**short, "unfinished": True}, GAMES["1p_A_spirits-00"]]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 6),
    st.sampled_from([2**63, -(2**63) - 1, 10**25, 1.0, 1.5, -0.0, 1e300]),
    st.sampled_from(
        ["", "A", "a", "C", "a1", "g5", "A6", "a1\n", "W", "w", "blue", "MMM", "wft", "frog", "1", "2026-01-31"]
    ),
    st.text(max_size=3),
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
)
NAMES = (
    "notes",
    "id",
    "$schema",
    "solo",
    "spirits",
    "rules",
    "date",
    "side",
    "space",
    "tokens",
    "token",
    "at",
    "card",
    "do",
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values within a value."""
    found = [path]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, member in inner:
        found += places(member, (*path, step))
    return found


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """Change a record in a place or two."""
    value = copy.deepcopy(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from(places(value)))
        if not path:
            continue
        node = value
        for step in path[:-1]:
            node = node[step]
        how = draw(st.sampled_from(["put", "put", "add", "drop", "twice"]))
        if how == "put":
            node[path[-1]] = draw(VALUES)
        elif how == "drop":
            del node[path[-1]]
        elif how == "add" and isinstance(node, dict):
            node[draw(st.sampled_from(NAMES) | st.text(max_size=2))] = draw(VALUES)
        elif how == "twice" and isinstance(node, list):
            node.append(copy.deepcopy(node[path[-1]]))
    return value


@given(mutated())
@settings(max_examples=400, deadline=None)
def test_a_changed_record_is_invalid_if_and_only_if_it_is_not_of_the_schema(value: Any) -> None:
    agrees(json.dumps(value).encode())


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
    assert decode_quickly(data) is None
    record, problems = decode(data)
    assert record is None
    assert [(problem.code, problem.pointer) for problem in problems] == [("duplicate-key", pointer)]


@pytest.mark.parametrize(
    "name", ['"', "\\", "\\u0022", 'a"b\\"c', "é", "\U0001f98a", "\x1f", "/", "\\/", '𝄞""', ":", '":', "\\:"]
)
def test_marks_in_texts_are_no_keys_given_twice(name: str) -> None:
    value = json.loads(RIGHT)
    value["players"][0]["name"] = value["players"][0]["notes"] = name
    for ascii_only in (True, False):
        record, problems = decode(json.dumps(value, ensure_ascii=ascii_only).encode())
        assert problems == []
        assert isinstance(record, Position)
        assert (record.players[0].name, record.players[0].notes) == (name, name)


@pytest.mark.parametrize(
    ("date", "valid"),
    [
        ("2026-05-31", True),
        ("2026-05-31T20:15:00Z", True),
        ("2026-05-31 20:15+02:00", True),
        ("2026-13-01", False),
        ("2026-05-31T25:00", False),
        ("31.5.2026", False),
        ("2026-05-31\n", False),
        ("٢٠٢٦-05-31", False),
        ("", False),
    ],
)
def test_dates_are_those_of_the_schema(date: str, valid: bool) -> None:
    value = {**json.loads(RIGHT), "date": date}
    assert is_of_schema(value) == valid
    assert (decode_quickly(json.dumps(value).encode()) is not None) == valid


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
    assert decode_quickly(data) is None
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
    ],
)
def test_what_is_no_record_is_told(value: object, message: str, hint: str | None) -> None:
    (problem,) = schema_findings(value, json.dumps(value).encode(), 4)
    assert (problem.code, problem.line) == ("schema", 4)
    assert message in problem.message
    assert (hint or "") in (problem.hint or "")
