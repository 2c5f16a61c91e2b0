"""The fast decoder and the schemas come to the same verdicts."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.decode import decode, decode_quickly
from harmonies_cli.records.notation import Game, Position
from tests.records.assessed import assessed, is_of_schema
from tests.records.typos import RIGHT, TYPOS
from tests.rules.replay.game_logs import GAMES, ILLEGAL

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = {f"{path.parts[-3]}-{path.stem}": path for path in sorted((DATA / "schema").glob("*/*/*.json"))}
VALID = {name: path for name, path in EXAMPLES.items() if path.parent.name == "valid"}


# --- the same verdicts


def agrees(data: bytes) -> None:
    """Check that a record is invalid if and only if the schema says so, or if it names cards that there are not.

    The words of a game (tokens, spaces, cards) are looked up by the replay; those of a position are no matter of
    the schema.
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


@pytest.mark.parametrize("date", ["2026-13-01", "31.5.2026", "", "2026-01-31"])
@pytest.mark.parametrize("seed", [json.loads(RIGHT), short], ids=["position", "game"])
def test_a_date_is_judged_in_what_is_read_carefully_too(seed: dict[str, Any], date: str) -> None:
    data = json.dumps({**seed, "date": date, "version": 1.0}).encode()
    assert decode_quickly(data)[0] is None
    agrees(data)


@given(mutated())
@settings(max_examples=400, deadline=None)
def test_a_changed_record_is_invalid_if_and_only_if_it_is_not_of_the_schema(value: Any) -> None:
    agrees(json.dumps(value).encode())
