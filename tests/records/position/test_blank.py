"""Records laid out for people: the same value, with one column or action per line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.records.position.blank import layout_json

DATA = Path(__file__).parents[2] / "data"
RECORDS = [*DATA.glob("games/[1-4]p_*.json"), *DATA.glob("schema/*/valid/*.json")]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["board", "players", "a", "turns", "é"]) | st.text(max_size=3), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_stays_what_it_is(path: Path) -> None:
    record = json.loads(path.read_text())
    text = layout_json(record)
    assert json.loads(text) == record
    assert list(json.loads(text)) == list(record)
    assert all(len(line) <= 104 for line in text.splitlines() if '": "' not in line)


@given(JSON, st.integers(10, 100))
def test_any_value_stays_what_it_is(value: object, width: int) -> None:
    assert json.loads(layout_json(value, width=width)) == value


def test_each_column_and_action_has_its_own_line() -> None:
    actions = [{"do": "take-tokens", "space": 1}, {"do": "place-token", "token": "W", "at": "a1"}]
    record = {
        "players": [{"name": "Ann", "board": ["F .", "W"], "cards": {"frog": 1}}],
        "turns": [{"actions": actions}],
    }
    assert layout_json(record) == (
        "{\n"
        '  "players": [\n'
        "    {\n"
        '      "name": "Ann",\n'
        '      "board": [\n'
        '        "F .",\n'
        '        "W"\n'
        "      ],\n"
        '      "cards": {"frog": 1}\n'
        "    }\n"
        "  ],\n"
        '  "turns": [\n'
        "    {\n"
        '      "actions": [\n'
        '        {"do": "take-tokens", "space": 1},\n'
        '        {"do": "place-token", "token": "W", "at": "a1"}\n'
        "      ]\n"
        "    }\n"
        "  ]\n"
        "}\n"
    )


def test_a_value_too_long_for_a_line_is_split() -> None:
    assert layout_json({"a": [1, 2, 3]}, width=10) == '{\n  "a": [\n    1,\n    2,\n    3\n  ]\n}\n'
    assert layout_json({"a": [1, 2]}, width=20) == '{"a": [1, 2]}\n'
