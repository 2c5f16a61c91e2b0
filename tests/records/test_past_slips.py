"""Keyboard slips: all are listed at their places, with everything else that is wrong with the record."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.verdicts.verify_job import verdict_lines
from tests.copies import copied
from tests.records.assessed import assessed, reading_of
from tests.records.slipped_records import SlippedText
from tests.records.typos import RIGHT
from tests.rules.replay.game_logs import GAMES

SAMPLES = Path(__file__).parents[2] / "samples"
POSITION = json.loads(RIGHT)
GAME = {**GAMES["1p_A_spirits-00"], "turns": GAMES["1p_A_spirits-00"]["turns"][:3], "unfinished": True}


def mistyped(seed: int) -> dict[str, Any]:
    """Return a position, or a game, with up to three mistakes that are not slips."""
    random = Random(seed)
    record = copied(GAME if seed % 4 == 3 else POSITION)
    changes = ["side", "sied", "version", "date", "spirits"]
    if "turns" not in record:
        player = record["players"][0]
        player["notes"] = random.choice(["it's // hard", "a /* b */ c", "[1, 2,]", 'she said "no"', "“Fox”", "{x: 1}"])
        for change in random.sample(["board", "card", "cubes", "score", "name"], random.randint(0, 2)):
            if change == "board":
                player["board"][random.randrange(5)] = random.choice(["F F LT W L", "W W", "W Q F W", "B G Y R"])
            elif change == "card":
                player["cards"]["Eisfuchs im Schnee"] = 1
            elif change == "cubes":
                player["cards"]["falcon"] = random.choice([9, True, "2", -1])
            elif change == "score":
                player["score"] = random.choice([115, "116", {"tree": 3}])
            else:
                player["nmae"] = "x"
    for change in random.sample(changes, random.randint(0, 1)):
        record[change] = {"side": "C", "sied": 1, "version": "1", "date": "2024-02-30", "spirits": "yes"}[change]
    return record


def without_place(problem: Problem) -> tuple[str, str, str | None]:
    return problem.code, problem.pointer, problem.hint


@pytest.mark.parametrize("lines", [True, False], ids=["a file", "a line"])
@pytest.mark.parametrize("seed", range(300))
def test_slips_in_combination_are_all_listed_at_the_right_places_with_all_else(seed: int, lines: bool) -> None:
    record = mistyped(seed)
    slipped = SlippedText(
        record, seed, rate=(0.02, 0.05, 0.1, 0.3)[seed % 4 if "turns" not in record else 0], lines=lines
    )
    found = assessed(slipped.text)
    slips = [problem for problem in found.problems if problem.code == "syntax"]
    assert [(problem.line, problem.column) for problem in slips] == [place[:2] for place in slipped.expected()]
    for problem, (_, _, message) in zip(slips, slipped.expected(), strict=True):
        assert problem.message.startswith(message)
        assert problem.hint
    others = [problem for problem in found.problems if problem.code != "syntax"]
    right = assessed(record)
    assert sorted(map(without_place, others)) == sorted(map(without_place, right.problems))
    for problem in others:
        places = [
            slipped.place(where[problem.pointer])
            for where in (slipped.values, slipped.keys)
            if problem.pointer in where
        ]
        assert (problem.line, problem.column) in places
    assert found.players == right.players
    assert found.verdict == ("invalid" if slips else right.verdict)


def test_a_broken_rule_is_reported_after_the_slips_of_a_game() -> None:
    text = (
        (SAMPLES / "games" / "illegal.json").read_text(encoding="utf-8").replace('"place-token",', '"place-token" ', 1)
    )
    reading = reading_of(text)
    found = assess(reading, AssessOptions())
    assert (found.verdict, [violation.code for violation in found.violations]) == ("invalid", ["stack-illegal"])
    lines = "\n".join(verdict_lines(found, reading))
    assert "a comma is missing before this" in lines
    assert "turn 6, player 2 (Ben), action 4: places gray (M) on d3" in lines


def test_a_slip_does_not_hide_a_key_given_twice() -> None:
    text = RIGHT.replace('"name": "Pauline"', "name: 'x', \"name\": 'Pauline'").replace("TL", "LT")
    found = assessed(text)
    assert [problem.code for problem in found.problems] == [
        "syntax",
        "syntax",
        "duplicate-key",
        "syntax",
        "stack-impossible",
    ]
    (twice,) = (problem for problem in found.problems if problem.code == "duplicate-key")
    assert text.split("\n")[(twice.line or 0) - 1][(twice.column or 0) - 1 :].startswith('"name": \'P')


def test_a_fault_after_slips_is_reported_at_its_place() -> None:
    found = assessed(RIGHT.replace('"name": "Pauline",', "name: 'Pauline',").replace('"score": 116', '"score": True'))
    assert [problem.hint for problem in found.problems] == ['write "name"', 'write "Pauline"', "write true"]
    assert (found.problems[-1].line, found.problems[-1].column) == (6, 13)
