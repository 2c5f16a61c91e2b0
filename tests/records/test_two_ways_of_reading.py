"""A record gives the same verdict, reasons and hash whether it is read quickly or carefully."""

from __future__ import annotations

import json
import random
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harmonies_cli.records.decode import decode_quickly
from harmonies_cli.statistics.rows.record_hash import content_hash
from tests.copies import copied
from tests.records.assessed import assessed, reading_of
from tests.records.changed_records import EXAMPLES, SEEDS
from tests.records.json.changed_texts import FORMS, LAYOUTS, TEXTS, Value, reworded, with_text
from tests.records.two_ways import compared
from tests.records.typos import RIGHT, TYPOS
from tests.rules.replay.game_logs import GAMES, ILLEGAL

SMALL = [name for name in GAMES if name[0] in "12"]


def same_in_all_layouts(value: Any) -> None:
    readings = [compared(layout(value)) for layout in LAYOUTS.values()]
    if readings[0].record is not None:
        assert len({content_hash(reading) for reading in readings}) == 1


@pytest.mark.parametrize("path", EXAMPLES.values(), ids=EXAMPLES)
def test_examples_are_the_same(path: Path) -> None:
    compared(path.read_bytes())


def test_typed_positions_with_mistakes_are_the_same() -> None:
    for typo in TYPOS.values():
        compared(typo.text.encode())


@pytest.mark.parametrize("game", SMALL)
def test_recorded_games_are_the_same_in_all_layouts(game: str) -> None:
    same_in_all_layouts(GAMES[game])


@pytest.mark.parametrize("form", FORMS)
def test_games_in_other_words_are_the_same(form: str) -> None:
    rng = random.Random(form)
    for value in (GAMES["1p_A_spirits-00"], GAMES["2p_B_spirits-08"]):
        compared(json.dumps(reworded(value, lambda word: FORMS[form](word, rng))).encode())
        for share in (0.02, 0.3):
            some = reworded(value, lambda word: FORMS[form](word, rng) if rng.random() < share else word)  # noqa: B023
            compared(json.dumps(some).encode())


FORMS_OF_WORDS = {
    "[WMTLFH]": ("lower", "colour", "upper colour"),
    "[WMTLFH]{3}": ("lower", "listed", "listed colours"),
    "[a-g][1-5]": ("upper",),
    "[a-z-]{3,}": ("upper", "number", "number as text", "number with point"),
    ".*": ("lower", "upper"),
}
FORMS_SAYING_NOTHING = [(words, form) for words, forms in FORMS_OF_WORDS.items() for form in forms]


@pytest.mark.parametrize(("words", "form"), FORMS_SAYING_NOTHING)
def test_other_forms_of_words_do_not_change_the_hash(words: str, form: str) -> None:
    rng = random.Random(form)
    for game in ("1p_A_spirits-00", "2p_B_spirits-08"):
        before = compared(json.dumps(GAMES[game]).encode())
        other = reworded(GAMES[game], lambda word: FORMS[form](word, rng) if re.fullmatch(words, word) else word)
        after = compared(json.dumps(other).encode())
        assert other != GAMES[game]
        assert before.written
        assert not after.written
        assert content_hash(before) == content_hash(after)


PARTS: Value = {"result": {"scores": [1, 2]}, "unfinished": True, "start": {}, "notes": "said"}
SOME_PARTS = [parts for number in range(5) for parts in combinations(PARTS, number)]


@pytest.mark.parametrize(
    "parts",
    [parts for number in range(5) for parts in combinations(PARTS, number)],
    ids=lambda parts: "+".join(parts) or "none",
)
def test_games_with_some_parts_are_the_same_in_all_layouts(parts: tuple[str, ...]) -> None:
    value = {key: part for key, part in SEEDS[-3].items() if key not in PARTS}
    same_in_all_layouts(value | {key: PARTS[key] for key in parts})


@pytest.mark.parametrize("replaced", [False, True])
def test_turns_marked_as_played_by_the_site_or_not_are_the_same_in_all_layouts(replaced: bool) -> None:
    value = copied(SEEDS[-3])
    value["turns"][1]["replaced"] = replaced
    same_in_all_layouts(value)


@pytest.mark.parametrize("change", ["number with point", "escape", "mark at the beginning"])
def test_all_mistakes_of_a_game_are_reported_however_it_is_written(change: str) -> None:
    game = copied(GAMES["1p_A_spirits-00"])
    actions = game["turns"][0]["actions"]
    actions.insert(0, {"do": "take-card", "card": "no such card"})
    actions.append({"do": "place-token", "token": "W", "at": "h9"})
    text = json.dumps(game).encode()
    other = {
        "number with point": text.replace(b'"player": 1,', b'"player": 1.0,'),
        "escape": text.replace(b'"take-card"', b'"tak\\u0065-card"'),
        "mark at the beginning": b"\xef\xbb\xbf" + text,
    }[change]
    assert other != text
    found = [[(problem.code, problem.pointer) for problem in assessed(data).problems] for data in (text, other)]
    assert (
        found[0]
        == found[1]
        == [
            ("schema", f"/turns/0/actions/{len(actions) - 1}/at"),
            ("card-unknown", "/turns/0/actions/0/card"),
        ]
    )
    assert content_hash(reading_of(text)) != content_hash(reading_of(json.dumps(GAMES["1p_A_spirits-00"])))


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_the_same_in_all_layouts(text: str) -> None:
    rng = random.Random(text)
    for value in (GAMES["1p_A_spirits-00"], json.loads(RIGHT)):
        same_in_all_layouts(with_text(value, text, rng))


def test_games_with_a_fault_are_the_same() -> None:
    for case in ILLEGAL[::4]:
        compared(json.dumps(case["record"]).encode())


@pytest.mark.parametrize("number", ["1e15", "1E14", "1e5", "1e-5", "12e3", "1e300", "-0", "-0.0", "1540.0", "1" * 30])
def test_a_key_given_twice_is_found_even_if_a_number_gets_longer(number: str) -> None:
    value = copied(GAMES["1p_A_spirits-00"])
    value["players"][0]["rating"] = "@"
    text = LAYOUTS["as written"](value).replace(b'"@"', number.encode())
    gained = len(msgspec.json.encode(json.loads(number))) - len(number)
    for name in ("Ann", "An", "A", ""):
        for length in range(max(gained, 0) + 1):
            doubled = text.replace(b'"players":[{', b'"players":[{"name":"%s",%s' % (name.encode(), b" " * length))
            assert decode_quickly(doubled)[0] is None
        reading = compared(doubled)
        assert [problem.code for problem in reading.problems] == ["duplicate-key"]
