"""Places of values in the text of a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.json.locations import Places, position_of
from harmonies_cli.records.json.quoting import escape

GAMES = sorted((Path(__file__).parents[2] / "data" / "games").glob("*p_*.json"))
VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


def pointers(value: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    yield pointer, value
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in members:
        yield from pointers(inner, f"{pointer}/{escape(step)}")


def value_at(text: str, place: tuple[int, int] | None) -> Any:
    assert place is not None
    lines = text.split("\n")
    offset = sum(len(line) + 1 for line in lines[: place[0] - 1]) + place[1] - 1
    return json.JSONDecoder().raw_decode(text, offset)[0]


@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.sampled_from([(",", ":"), (" , ", " : ")]), st.booleans())
@settings(deadline=None)
def test_every_value_is_at_its_reported_place(value: Any, indent: Any, signs: Any, ascii_only: bool) -> None:
    text = " \n" + json.dumps(value, indent=indent, separators=signs, ensure_ascii=ascii_only) + " \n"
    for pointer, expected in pointers(value):
        assert value_at(text, position_of(text.encode(), pointer)) == expected


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_every_value_of_a_game_and_its_key(file: Path) -> None:
    text = json.dumps(json.loads(file.read_text()), indent=1)
    places = Places(text.encode())
    for pointer, expected in pointers(json.loads(text)):
        assert value_at(text, places.of_value(pointer)) == expected
        if pointer and not pointer.rpartition("/")[2].isdigit():
            assert value_at(text, places.of_key(pointer)) == pointer.rpartition("/")[2]


@pytest.mark.parametrize("pointer", ["/b", "/a/2", "/a/-", "/a/01", "/a/x", "/a/0/b", "a", "/"])
def test_a_pointer_that_leads_nowhere_has_no_place(pointer: str) -> None:
    assert position_of(b'{"a": [1, 2]}', pointer) is None or pointer == "a"


def test_byte_order_mark_takes_no_column() -> None:
    assert position_of(b'\xef\xbb\xbf{"a": 1}', "/a") == (1, 7)


def test_columns_count_characters_not_bytes() -> None:
    assert position_of('{"é日": 1}'.encode(), "/é日") == (1, 8)


def test_the_last_value_of_a_key_given_twice_counts() -> None:
    assert position_of(b'{"a": 1, "a": 2}', "/a") == (1, 15)


def test_a_line_of_json_lines_keeps_its_number() -> None:
    assert Places(b'{"a": 1}', line=12).of_value("/a") == (12, 7)


def test_a_value_after_ten_megabytes_is_found_at_once() -> None:
    filler = json.dumps([{"do": "place-token", "token": "W", "at": "c2"}] * 200_000).encode()
    data = b'{"a": ' + filler + b',\n "b": [1, {"c": 2}]}'
    assert position_of(data, "/b/1/c") == (2, 17)
