"""A record read quickly and the same record read carefully: the verdict, its reasons and the hash are the same."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harmonies_cli.records.decode import decode_quickly
from harmonies_cli.statistics.content import content_hash
from tests.records.changed_texts import FORMS, LAYOUTS, TEXTS, Value, damaged, oddly_written, reworded, told
from tests.records.test_decode_agreement import EXAMPLES, SEEDS, mutated, places
from tests.records.two_ways import compared
from tests.records.typos import RIGHT, TYPOS
from tests.rules.game_logs import GAMES, ILLEGAL
from tests.rules.scribbles import scribble

SMALL = [name for name in GAMES if name[0] in "12"]


def same_in_all_layouts(value: Any) -> None:
    readings = [compared(layout(value)) for layout in LAYOUTS.values()]
    if all(reading.record is not None for reading in readings):
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


SAYING_NOTHING = ("lower", "upper", "listed", "listed colours", "number", "number as text", "number with point")


@pytest.mark.parametrize("form", SAYING_NOTHING)
def test_other_forms_of_words_do_not_change_the_hash(form: str) -> None:
    rng = random.Random(form)
    for game in SMALL:
        before = compared(json.dumps(GAMES[game]).encode())
        after = compared(json.dumps(reworded(GAMES[game], lambda word: FORMS[form](word, rng))).encode())
        assert before.written
        assert not after.written
        assert content_hash(before) == content_hash(after)


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_the_same_in_all_layouts(text: str) -> None:
    rng = random.Random(text)
    for value in (GAMES["1p_A_spirits-00"], json.loads(RIGHT)):
        same_in_all_layouts(told(value, text, rng))


def test_games_with_a_fault_are_the_same() -> None:
    for case in ILLEGAL[::4]:
        compared(json.dumps(case["record"]).encode())


@pytest.mark.parametrize("number", ["1e15", "1E14", "1e5", "1e-5", "12e3", "1e300", "-0", "-0.0", "1540.0", "1" * 30])
def test_a_key_given_twice_is_seen_whatever_a_number_gains_in_length(number: str) -> None:
    value = copy.deepcopy(GAMES["1p_A_spirits-00"])
    value["players"][0]["rating"] = "@"
    text = LAYOUTS["as written"](value).replace(b'"@"', number.encode())
    gained = len(msgspec.json.encode(json.loads(number))) - len(number)
    for name in ("Ann", "An", "A", ""):
        for length in range(max(gained, 0) + 1):
            doubled = text.replace(b'"players":[{', b'"players":[{"name":"%s",%s' % (name.encode(), b" " * length))
            assert decode_quickly(doubled)[0] is None
        reading = compared(doubled)
        assert [problem.code for problem in reading.problems] == ["duplicate-key"]


TEXT_SEEDS = [json.dumps(SEEDS[-2]), json.dumps(SEEDS[-3]), RIGHT, json.dumps(GAMES["1p_A_spirits-00"])]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_are_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        compared(damaged(rng.choice(TEXT_SEEDS).encode(), rng))


@given(mutated())
@settings(max_examples=100)
def test_changed_records_are_the_same(value: Any) -> None:
    compared(json.dumps(value).encode())


@given(mutated(), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=50)
def test_changed_records_are_the_same_in_another_layout(value: Any, layout: str) -> None:
    compared(LAYOUTS[layout](value))


def full_game() -> Value:
    """Return a game of three turns with everything that a game may have."""
    game: Value = copy.deepcopy(SEEDS[-2])
    assert game["unfinished"]
    game.update(date="2026-01-31", source="here", notes="well played")
    game["result"] = {"scores": [1, {"total": 5, "suns": 0}], "winners": [1]}
    game["players"][0].update(id="x", rating=1500, notes="left-handed")
    game["turns"][0].update(replaced=False, notes="at last")
    game["turns"][1]["actions"][0]["notes"] = "hm"
    game["turns"][2]["actions"].append({"do": "discard-card", "card": "frog"})
    return game


ODDLY_WRITTEN = {"game": full_game(), "position": json.loads(RIGHT)}


@pytest.mark.parametrize("kind", ODDLY_WRITTEN)
def test_odd_things_in_some_places_are_the_same(kind: str) -> None:
    value = ODDLY_WRITTEN[kind]
    for data in oddly_written(value, random.Random(kind).sample(places(value)[1:], 15)):
        compared(data)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ODDLY_WRITTEN)
def test_odd_things_in_all_places_are_the_same(kind: str) -> None:
    value = ODDLY_WRITTEN[kind]
    for data in oddly_written(value, places(value)[1:]):
        compared(data)


def some_change(value: Value, rng: random.Random) -> bytes:
    """Return a text of a record with changes to its words, its texts, its moves and its layout."""
    value = copy.deepcopy(value)
    if value.get("turns"):
        for _ in range(rng.randint(0, 2)):
            scribble(value, rng)
        form = FORMS[rng.choice(sorted(FORMS))]
        share = rng.choice([0.01, 0.1, 1])
        value = reworded(value, lambda word: form(word, rng) if rng.random() < share else word)
    if rng.random() < 0.3:
        value = told(value, rng.choice(TEXTS), rng)
    data = LAYOUTS[rng.choice(sorted(LAYOUTS))](value)
    return damaged(data, rng) if rng.random() < 0.3 else data


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_many_changed_records_are_the_same(seed: int) -> None:
    rng = random.Random(seed)
    records = [
        *GAMES.values(),
        *(case["record"] for case in rng.sample(ILLEGAL, 20)),
        *(json.loads(RIGHT) for _ in range(20)),
    ]
    for value in records:
        for _ in range(6):
            compared(some_change(value, rng))
    for _ in range(200):
        compared(damaged(rng.choice(TEXT_SEEDS).encode(), rng))


@pytest.mark.slow
@given(mutated(), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=10_000)
def test_many_changed_records_are_the_same_in_all_layouts(value: Any, layout: str) -> None:
    compared(LAYOUTS[layout](value))
