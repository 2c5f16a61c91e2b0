"""Damaged and oddly written records give the same result, read quickly or carefully."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.copies import copied
from tests.examples import examples
from tests.records.changed_records import SEEDS, mutated, places
from tests.records.json.changed_texts import FORMS, LAYOUTS, TEXTS, Value, damaged, oddly_written, reworded, with_text
from tests.records.two_ways import compared
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES, ILLEGAL
from tests.rules.replay.mutate_within_schema import scribble

TEXT_SEEDS = [json.dumps(SEEDS[-2]), json.dumps(SEEDS[-3]), RIGHT, json.dumps(GAMES["1p_A_spirits-00"])]


@pytest.mark.parametrize("seed", range(4))
def test_damaged_texts_are_the_same(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        compared(damaged(rng.choice(TEXT_SEEDS).encode(), rng))


@given(mutated())
@examples(0.75)
def test_changed_records_are_the_same(value: Any) -> None:
    compared(json.dumps(value).encode())


@given(mutated(), st.sampled_from(sorted(LAYOUTS)))
@examples(0.5)
def test_changed_records_are_the_same_in_another_layout(value: Any, layout: str) -> None:
    compared(LAYOUTS[layout](value))


@pytest.mark.parametrize("path", [("date",), ("notes",), ("players", 0, "rating")])
def test_odd_things_in_places_of_their_own_are_the_same(path: tuple[str | int, ...]) -> None:
    for data in oddly_written(full_game(), [path]):
        compared(data)


def full_game() -> Value:
    """Return a game of three turns with everything that a game may have."""
    game: Value = copied(SEEDS[-2])
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
    """Return the text of a record with changes to its words, texts, moves and layout."""
    value = copied(value)
    if value.get("turns"):
        for _ in range(rng.randint(0, 2)):
            scribble(value, rng)
        form = FORMS[rng.choice(sorted(FORMS))]
        share = rng.choice([0.01, 0.1, 1])
        value = reworded(value, lambda word: form(word, rng) if rng.random() < share else word)
    if rng.random() < 0.3:
        value = with_text(value, rng.choice(TEXTS), rng)
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
