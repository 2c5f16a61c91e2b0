"""The two schemas: complete, closed, described; a plain validator and our decoder give the same verdict."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.schema.validation import Kind, load_schema, schema_problems
from tests.copies import copied

DATA = Path(__file__).parent / "data"
KINDS: tuple[Kind, ...] = ("position", "game")
SCHEMAS = {kind: load_schema(kind) for kind in KINDS}
REFERENCE = {kind: jsonschema.Draft202012Validator(schema) for kind, schema in SCHEMAS.items()}


def example_files(verdict: str) -> list[Any]:
    files = sorted(DATA.glob(f"schema/*/{verdict}/*.json"))
    return [pytest.param(file, id=f"{file.parts[-3]}-{file.stem}") for file in files]


def verdicts(kind: Kind, record: Any) -> set[bool]:
    return {REFERENCE[kind].is_valid(record), not schema_problems(record, kind)}


def nodes(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every field, item, map value and definition of a schema, with its name; conditions are not fields."""
    if not isinstance(schema, dict):
        return
    for keyword in ("properties", "$defs"):
        for name, node in schema.get(keyword, {}).items():
            yield name, node
            yield from nodes(node)
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield keyword, schema[keyword]
            yield from nodes(schema[keyword])


def resolved(kind: Kind, node: dict[str, Any]) -> dict[str, Any]:
    name = node.get("$ref", "").removeprefix("#/$defs/")
    return {**SCHEMAS[kind]["$defs"][name], **node} if name else node


NODES = [
    pytest.param(kind, node, id=f"{kind}-{name}")
    for kind in KINDS
    for name, node in [("record", SCHEMAS[kind]), *nodes(SCHEMAS[kind])]
]


@pytest.mark.parametrize("kind", KINDS)
def test_schema_is_itself_of_draft_2020_12(kind: Kind) -> None:
    assert SCHEMAS[kind]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[kind])


@pytest.mark.parametrize(("kind", "node"), NODES)
def test_every_field_has_title_description_and_examples(kind: Kind, node: dict[str, Any]) -> None:
    described = resolved(kind, node)
    assert described["title"].strip()
    assert described["description"].endswith(".")
    assert described["examples"]


@pytest.mark.parametrize(("kind", "node"), NODES)
def test_every_example_is_of_its_own_field(kind: Kind, node: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator({**node, "$defs": SCHEMAS[kind]["$defs"]})
    for example in resolved(kind, node)["examples"]:
        validator.validate(example)
    if "default" in node:
        validator.validate(node["default"])


@pytest.mark.parametrize(("kind", "node"), NODES)
def test_every_object_is_closed_or_a_described_map(kind: Kind, node: dict[str, Any]) -> None:
    if "object" in resolved(kind, node).get("type", []):
        assert "additionalProperties" in resolved(kind, node)
        assert resolved(kind, node)["additionalProperties"] is not True


def test_parts_of_the_same_name_are_the_same_in_both_schemas() -> None:
    position, game = (SCHEMAS[kind]["$defs"] for kind in KINDS)
    for name in position.keys() & game.keys() - {"player", "notes"}:
        assert position[name] == game[name], name
    fields = [{name: node.get("type") for name, node in SCHEMAS[kind]["properties"].items()} for kind in KINDS]
    assert {n: t for n, t in fields[0].items() if n != "solo"}.items() <= fields[1].items()


@pytest.mark.parametrize("file", example_files("valid"))
def test_valid_examples_are_accepted(file: Path) -> None:
    assert verdicts("game" if file.parts[-3] == "game" else "position", json.loads(file.read_text())) == {True}


@pytest.mark.parametrize("file", example_files("invalid"))
def test_invalid_examples_are_refused(file: Path) -> None:
    assert verdicts("game" if file.parts[-3] == "game" else "position", json.loads(file.read_text())) == {False}


@pytest.mark.parametrize("file", example_files("valid"))
def test_a_record_of_one_kind_is_invalid_as_the_other(file: Path) -> None:
    (other,) = set(KINDS) - {file.parts[-3]}
    assert verdicts(other, json.loads(file.read_text())) == {False}


def stored_records() -> Iterator[Any]:
    for file in sorted([*DATA.glob("positions/*.json"), *DATA.glob("games/*.json")]):
        content = json.loads(file.read_text())
        yield from (case["record"] for case in content) if isinstance(content, list) else (content,)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_all_stored_games_legal_or_not_and_all_positions_are_of_their_schema(step: int) -> None:
    records = list(stored_records())[::step]
    assert len(records) > 90 // step
    for record in records:
        assert verdicts(record["format"].removeprefix("harmonies-"), record) == {True}, record["id"]


VALID = [json.loads(param.values[0].read_text()) for param in example_files("valid")]
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", "W", "grey", "c2", "WWT\n", "take-card", "rulebook", "2026-05-31", "B", "frog", "1"]),
    st.text(max_size=4),
)
FIELD_NAMES = st.sampled_from(["do", "at", "card", "space", "tokens", "token", "notes", "id", "1", "total", "solo"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELD_NAMES, inner, max_size=3), max_leaves=4
)


@given(st.data())
@settings(deadline=None)
def test_both_agree_on_records_changed_anywhere(data: st.DataObject) -> None:
    record = copied(data.draw(st.sampled_from(VALID)))
    kind = record["format"].removeprefix("harmonies-")
    for _ in range(data.draw(st.integers(1, 3))):
        node = record
        while True:
            steps = list(node) if isinstance(node, dict) else list(range(len(node)))
            if not steps:
                break
            step = data.draw(st.sampled_from(steps))
            if isinstance(node[step], dict | list) and data.draw(st.booleans()):
                node = node[step]
                continue
            if data.draw(st.booleans()):
                node[step] = data.draw(VALUES)
            elif isinstance(node, dict):
                node[data.draw(FIELD_NAMES)] = node.pop(step)
            else:
                del node[step]
            break
    assert len(verdicts(kind, record)) == 1
