"""Keyboard slips in JSON: what is a slip, what is not, and that no text takes long."""

from __future__ import annotations

import json
import time

import pytest

from harmonies_cli.records.json.slips import mend


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("{'a': 'it\\'s'}", {"a": "it's"}),
        ("{'a': 'Ann's', 'b': 1}", {"a": "Ann's", "b": 1}),
        ("['say \"hi\"']", ['say "hi"']),
        ('[“Ann”, ”Ben“, „Cleo“, «Dan», “Eve"]', ["Ann", "Ben", "Cleo", "Dan", "Eve"]),
        ('["Ann”, "Ben"]', ["Ann", "Ben"]),
        ('{"name": "Ann “the Fox” Lee", "b": 1,}', {"name": "Ann “the Fox” Lee", "b": 1}),
        ("{‘a’: ‘Ann’s’}", {"a": "Ann’s"}),
        ("{fennec-fox: 1, arctic fox: 2, 3: 'W', a1: 'F'}", {"fennec-fox": 1, "arctic fox": 2, "3": "W", "a1": "F"}),
        ("[1 2 [3] {}]", [1, 2, [3], {}]),
        ("{\"a\": 1 b: 2 'c': 3}", {"a": 1, "b": 2, "c": 3}),
        ('["a""b"]', ["a", "b"]),
        ('{"a": [1,], "b": {"c": 2,},}', {"a": [1], "b": {"c": 2}}),
        ('{"a": 1},', {"a": 1}),
        ('// one\n{"a": /* two */ 1 // three\n} /* four\nfive */', {"a": 1}),
        ('{"a": 1 /* , */ , // "b": 2,\n /* c */ }', {"a": 1}),
        ('{"url": "http://x", "b": "a, }",}', {"url": "http://x", "b": "a, }"}),
        ('{"a": 1}\0\0\0', {"a": 1}),
    ],
)
def test_slips_are_mended(typed: str, meant: object) -> None:
    mended = mend(typed)
    assert json.loads(mended.text) == meant
    assert mended.slips
    assert mended.text.count("\n") == typed.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "b, c", "d": "x\u2019y"}',
        '["//", "/*", "\'", "it\'s", "“x”", "a”, “b"]',
        "[1,,2]",
        "[,]",
        "{,}",
        '{"a" 1}',
        '["a": 1]',
        "[1)",
        "{a}",
        "[True]",
        "",
        "# comment",
        "[1 /* open",
        "['a]",
    ],
)
def test_anything_but_a_slip_stays_as_it_is(text: str) -> None:
    assert mend(text)[::2] == (text, [], [(0, 0)])


def test_only_what_is_certain_is_plain() -> None:
    assert [slip.is_plain for slip in mend('{"a": 1,}\0\0').slips] == [True, False]


@pytest.mark.parametrize(
    "piece",
    ["'x", "'x /* ", "“", '"x”', "x ", "a: ", "[", "{a:", "/*", "//\n", "/**/", ",", "1 ", "'", "\\'", "a.b'", " "],
)
@pytest.mark.parametrize("start", ["", "[", "{", "['", '{"a": '])
def test_no_text_takes_long(start: str, piece: str) -> None:
    text = start + piece * (400_000 // len(piece))
    begin = time.process_time()
    assert mend(text).text.count("\n") == text.count("\n")
    assert time.process_time() - begin < 2


def test_more_than_a_thousand_slips_are_not_looked_for() -> None:
    assert len(mend("[" + "1 " * 2000 + "]").slips) == 1000


def test_places_are_those_of_the_text_as_typed() -> None:
    typed = "{\n a: 'x\"y\"', b: [1 2,],\n /* c */ d: 'z' 'e': 5}"
    mended = mend(typed)
    assert json.loads(mended.text) == {"a": 'x"y"', "b": [1, 2], "d": "z", "e": 5}
    for in_mended, in_typed in [('"a"', "a:"), ('"b"', "b:"), ("[1", "[1"), ("2", "2"), ('"z"', "'z'"), ("5", "5}")]:
        assert mended.typed_offset(mended.text.index(in_mended)) == typed.index(in_typed)
    line = mended.text.split("\n")[2]
    assert mended.typed_column(3, line.index("5") + 1) == typed.split("\n")[2].index("5") + 1


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("// x\n{}", ()),
        ("{} // x", ()),
        ('{"a": 1 // x\n}', ("a",)),
        ('{"a": 1, // x\n "b": 2}', ("a",)),
        ('{"a": 1,\n // x\n "b": 2}', ()),
        ('{"p": [{"n": 1}, // x\n {"n": 2}]}', ("p", 0)),
        ('{"p": [{"n": 1},\n // x\n {"n": 2}]}', ("p",)),
        ('{"p": [{"n": 1}, {"n": 2} // x\n ]}', ("p", 1)),
        ('{"p": [{"n": 1, "m": 2 // x\n}]}', ("p", 0, "m")),
        ('{"p": [{"n": 1} {"n": 2} // x\n ]}', ("p", 1)),
        ('{"p": [ // x\n {"n": 1}]}', ("p",)),
    ],
)
def test_a_comment_belongs_to_what_ends_before_it_on_its_line_or_to_what_contains_it(
    text: str, path: tuple[str | int, ...]
) -> None:
    (comment,) = mend(text).comments
    assert (comment.text, comment.path) == ("x", path)
