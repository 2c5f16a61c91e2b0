"""The classes of the notation have exactly the fields of the schemas."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from harmonies_cli.records.notation import ClaimedRows, Game, GamePlayer, Position, PositionPlayer, Result, value_of
from harmonies_cli.records.schema.validation import load_schema
from harmonies_cli.rules.replay import actions

POSITION, GAME = load_schema("position"), load_schema("game")
PAIRS: list[tuple[type[msgspec.Struct], dict[str, Any]]] = [
    (Position, POSITION),
    (PositionPlayer, POSITION["$defs"]["player"]),
    (ClaimedRows, POSITION["$defs"]["score"]),
    (Game, GAME),
    (GamePlayer, GAME["$defs"]["player"]),
    (ClaimedRows, GAME["$defs"]["score"]),
    (actions.Turn, GAME["$defs"]["turn"]),
    (actions.Refill, GAME["$defs"]["refill"]),
    (actions.Start, GAME["$defs"]["start"]),
    (Result, GAME["properties"]["result"]),
]
WITH_BOARDS: dict[type[msgspec.Struct], set[str]] = {Position: {"side"}, PositionPlayer: {"board"}}
"""Fields that a record of boards must also have; a paper sheet, which the same schema describes, has none."""
ACTIONS: list[type[msgspec.Struct]] = [
    actions.TakeTokens,
    actions.PlaceToken,
    actions.TakeCard,
    actions.PlaceCube,
    actions.ChooseSpirit,
    actions.DiscardCard,
]


def names(kind: type[msgspec.Struct]) -> dict[str, bool]:
    """Return the fields of a class as written in records, and whether they are required."""
    fields = {field.encode_name: field.required for field in msgspec.structs.fields(kind)}
    tag = kind.__struct_config__.tag_field
    return fields | ({tag: True} if tag else {})


@pytest.mark.parametrize(("kind", "schema"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_fields_are_those_of_the_schema(kind: type[msgspec.Struct], schema: dict[str, Any]) -> None:
    required = set(schema.get("required", ())) | WITH_BOARDS.get(kind, set())
    assert names(kind) == {name: name in required for name in schema["properties"]}


def test_actions_are_those_of_the_schema() -> None:
    kinds = GAME["$defs"]["action"]["properties"]["do"]["enum"]
    assert {kind.__struct_config__.tag for kind in ACTIONS} == {*kinds}
    fields = {name for kind in ACTIONS for name in names(kind)}
    assert fields == set(GAME["$defs"]["action"]["properties"])


def test_the_value_of_a_field_left_out_is_none() -> None:
    assert value_of(msgspec.UNSET) is None
    assert value_of("") == ""
