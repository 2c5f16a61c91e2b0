"""Careful reading of JSON: typing mistakes, keys given twice, other encodings, hostile texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.json.parser import parse
from harmonies_cli.records.problems import Problem

DATA = Path(__file__).parents[2] / "data"
MISTAKES = json.loads((DATA / "syntax-errors.json").read_text())
GAME = (DATA / "games" / "1p_A_spirits-00.json").read_text()


def only(data: bytes, line: int | None = None) -> Problem:
    (problem,) = parse(data, line).problems
    assert problem.code == "syntax"
    return problem


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_typing_mistakes_are_explained_with_place_and_remedy(mistake: dict[str, Any]) -> None:
    problem = only(mistake["text"].encode())
    assert (problem.line, problem.column) == (mistake["line"], mistake["column"])
    assert problem.message.split("\n") == mistake["message"]
    assert problem.hint == mistake["hint"]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_in_json_lines_the_line_is_that_of_the_file(mistake: dict[str, Any]) -> None:
    problem = only(mistake["text"].encode(), line=41)
    assert (problem.line, problem.column) == (mistake["line"] + 40, mistake["column"])
    assert "line 1" not in problem.message
    assert "cut off" not in str(problem.hint)


@pytest.mark.parametrize("data", [b"", b"  \n", b"\xef\xbb\xbf"])
def test_an_empty_text_is_not_a_record(data: bytes) -> None:
    assert "missing" in only(data).message


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        ('{"a":"salmón"}'.encode("latin-1"), "the byte f3 is not UTF-8; the encoding is probably Windows-1252", 11),
        ('{"jabalí":1}'.encode("cp1252"), "the byte ed is not UTF-8; the encoding is probably Windows-1252", 8),
        ('{"é":"à'.encode() + b'\xe0"}', "the byte e0 is not UTF-8; the encoding is probably Windows-1252", 8),
        ('{"a":"マ"}'.encode("shift-jis"), "the byte 83 is not UTF-8; the encoding is probably Windows-1252", 7),
        (b'{"a":"\x81"}', "the byte 81 is not UTF-8; the encoding is probably an older one of its country", 7),
        (b'"\xed\xa0\x80"', "this is half of a character", 2),
        (b'"abc\xc3', "the text stops in the middle of a character", 5),
    ],
)
def test_other_encodings_are_named_and_the_line_shown_in_them(data: bytes, message: str, place: int) -> None:
    problem = only(data, 3)
    assert problem.message.startswith(message)
    assert (problem.line, problem.column) == (3, place)
    assert problem.hint


def test_the_word_that_shows_the_encoding_is_readable() -> None:
    assert '{"a":"salmón"}' in only('{"a":"salmón"}'.encode("latin-1")).message


def test_utf16_is_named() -> None:
    assert only("{}".encode("utf-16")).message == "this is text in the encoding UTF-16, not JSON"


def test_byte_order_mark_is_accepted() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}')[:2] == ({"a": 1}, [])


@pytest.mark.parametrize("depth", [101, 500, 2000])
def test_the_allowed_depth_does_not_depend_on_the_limit_of_python(depth: int) -> None:
    text = b'{"x": ' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"
    assert "more than 100 deep" in only(text).message
    assert parse(b"[" * 100 + b"]" * 100).problems == []


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '{"a":[' * 100_000, "[" * 50_000 + "]" * 50_000])
def test_nesting_far_too_deep_is_reported_at_its_place(text: str) -> None:
    problem = only(text.encode())
    assert "more than 100 deep" in problem.message
    assert problem.line == 1
    assert 100 < (problem.column or 0) < 600


def test_numbers_with_thousands_of_digits_are_refused_at_their_place() -> None:
    problem = only(b'{"id": "' + b"1" * 6000 + b'", "a": ' + b"1" * 5000 + b"}")
    assert problem.column == 6000 + 17
    assert len(problem.message) < 300
    assert parse(b"[" + b"1" * 4000 + b"]")[1] == []


def test_whole_characters_written_as_escapes_are_accepted() -> None:
    assert parse(rb'["\ud83d\ude00", "\\ud800", "\u00e9"]')[:2] == (["😀", "\\ud800", "é"], [])


def test_all_keys_given_twice_are_found_with_their_places() -> None:
    text = (
        b'{"side": "A",\n "players": [{}, {"name": 1,\n  "name": 2, "name": 3}],\n'
        b' "a/b": {"~": {"x": 0, "x": 0}},\n "side": "B"}'
    )
    value, problems, *_ = parse(text)
    assert value["side"] == "B"
    assert {(p.code, p.pointer, p.line, p.column) for p in problems} == {
        ("duplicate-key", "/side", 5, 2),
        ("duplicate-key", "/players/1/name", 3, 3),
        ("duplicate-key", "/players/1/name", 3, 14),
        ("duplicate-key", "/a~1b/~0/x", 4, 24),
    }
    assert 'the key "side" is given twice, first on line 1, column 2' in [p.message for p in problems]


def test_keys_given_twice_in_a_line_of_json_lines() -> None:
    (problem,) = parse(b'{"a": 1, "a": 2}', line=9).problems
    assert (problem.line, problem.column) == (9, 10)
    assert "first on line 9, column 2" in problem.message


def test_keys_within_a_value_that_another_replaces_are_found_too() -> None:
    problems = parse(b'{"a": {"b": 1, "b": 2}, "a": 3}').problems
    assert {problem.pointer for problem in problems} == {"/a", "/a/b"}


def test_a_key_given_a_million_times_is_reported_fifty_times() -> None:
    problems = parse(b"{" + b'"a":1,' * 1_000_000 + b'"b":1}').problems
    assert len(problems) == 50


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(JSON_VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
@settings(deadline=None)
def test_valid_json_is_read_as_the_standard_library_reads_it(value: Any, indent: Any, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert parse(text.encode())[:2] == (value, [])


@given(st.data())
@settings(deadline=None)
def test_a_spoiled_game_is_explained_within_its_text_or_read(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(GAME) - 1))
    end = data.draw(st.integers(start, min(len(GAME), start + 3)))
    rubbish = data.draw(
        st.sampled_from(["", '"', "'", ",", ":", "]", "}", "[", "{", "\n", "\\", "x", "é", "1", "//", "\0"])
    )
    text = GAME[:start] + rubbish + GAME[end:]
    value, problems, *_ = parse(text.encode())
    try:
        expected = json.loads(text)
    except ValueError:
        assert problems
        lines = text.split("\n")
        for problem in problems:
            assert problem.code in ("syntax", "duplicate-key")
            assert problem.line is not None
            assert problem.column is not None
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    else:
        assert value == expected


@given(st.binary(max_size=60) | st.text(alphabet='{}[]",:\\u0dé1-.e \n', max_size=60).map(str.encode))
@settings(deadline=None)
def test_any_bytes_are_read_or_explained(data: bytes) -> None:
    value, problems, json_text, mended, _ = parse(data)
    if mended is not None and value is not None:
        assert json.loads(json_text) == value
    else:
        assert value is None or not [problem for problem in problems if problem.code == "syntax"]
    for problem in problems:
        problem.message.encode()
        assert problem.message.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ('{,"a": 1}', "there is one comma too many", 2),
        ("{5: 1}", "keys need double quotes", 2),
        ("{[]: 1}", "a key in double quotes was expected", 2),
    ],
)
def test_a_token_in_place_of_a_key_is_reported(text: str, message: str, column: int) -> None:
    problem = only(text.encode())
    assert (problem.message.splitlines()[0].rstrip(":"), problem.column) == (message, column)


def test_closed_brackets_add_no_depth() -> None:
    problem = only(b"[" + b"[]," * 200 + b"[" * 100000)
    assert "more than 100 deep" in problem.message
    assert problem.column == 1 + 600 + 100


@pytest.mark.parametrize(("length", "hint"), [(58, f'write "{"x" * 58}"'), (59, "write ...")])
def test_a_long_text_in_odd_quotes_is_not_repeated(length: int, hint: str) -> None:
    assert only(f"{{\"a\": '{'x' * length}'}}".encode()).hint == hint


@pytest.mark.parametrize("length", [60, 70, 200])
def test_a_quoted_line_fits_into_80_columns(length: int) -> None:
    # The report indents it by two.
    problem = only(("[" + "1, " * (length // 3) + "x" + ", 1" * (length // 3) + "]").encode())
    assert max(map(len, problem.message.split("\n")[1:])) + 2 <= 80


def test_a_problem_in_one_sentence_ends_before_the_quoted_line() -> None:
    problem = only(b'{"a": NaN}')
    assert problem.message.startswith("JSON has no number NaN:\n")
    assert problem.sentence == "JSON has no number NaN"
    assert Problem("schema", '"side" is missing:').sentence == '"side" is missing:'
