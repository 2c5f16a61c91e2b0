"""Assessed games: bad input gives a verdict with its place, and a correct part is reported as such."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from harmonies_cli.records.outcome import VerifiedRecord
from tests.copies import copied
from tests.records.assessed import assessed
from tests.rules.replay.game_logs import GAMES, Record, edited

GAME = "2p_A_nospirits-04"


def changed(*path: str | int, to: object) -> Record:
    """Return the game with one value replaced by another."""
    record = copied(GAMES[GAME])
    node: Any = record
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = to
    return record


def first(found: VerifiedRecord) -> tuple[str, str, str]:
    """Return the verdict, and the code and pointer of the first fault."""
    fault = (found.problems or found.violations)[0]
    return found.verdict, fault.code, fault.pointer


HUGE = 10**30
BAD: dict[str, tuple[Record, tuple[str, str, str]]] = {
    "a number as text": (changed("turns", 0, "player", to="1"), ("invalid", "schema", "/turns/0/player")),
    "a missing player": (changed("turns", 0, "player", to=3), ("illegal", "turn-order", "/turns/0")),
    "player 0": (changed("turns", 0, "player", to=0), ("invalid", "schema", "/turns/0/player")),
    "a negative player": (changed("turns", 0, "player", to=-1), ("invalid", "schema", "/turns/0/player")),
    "a huge player": (changed("turns", 0, "player", to=HUGE), ("invalid", "schema", "/turns/0/player")),
    "an action of an unknown kind": (
        changed("turns", 2, "actions", 1, "do", to="pass"),
        ("invalid", "schema", "/turns/2/actions/1/do"),
    ),
    "an action that is a list": (changed("turns", 2, "actions", 1, to=[]), ("invalid", "schema", "/turns/2/actions/1")),
    "a huge card": (
        changed("turns", 0, "actions", 0, to={"do": "take-card", "card": HUGE}),
        ("invalid", "card-unknown", "/turns/0/actions/0/card"),
    ),
    "a mistyped card": (
        changed("turns", 0, "actions", 0, to={"do": "take-card", "card": "falcn"}),
        ("invalid", "card-unknown", "/turns/0/actions/0/card"),
    ),
    "an ambiguous card": (
        changed("start", "row", 0, to="fox"),
        ("invalid", "card-ambiguous", "/start/row/0"),
    ),
    "a spirit in the row": (changed("start", "row", 0, to="lion"), ("invalid", "schema", "/start/row/0")),
    "an animal among the spirits": (
        changed("start", "spirits", to=[["frog", "owl"], ["cat", "ram"]]),
        ("invalid", "schema", "/start/spirits/0/0"),
    ),
    "a huge result": (changed("result", "scores", 0, to=HUGE), ("illegal", "result-mismatch", "/result/scores/0")),
    "a negative result": (changed("result", "scores", 1, to=-1), ("illegal", "result-mismatch", "/result/scores/1")),
    "a result for too few": (changed("result", "scores", to=[103]), ("illegal", "result-mismatch", "/result/scores")),
    "wrong winners": (changed("result", "winners", to=[2]), ("illegal", "result-mismatch", "/result/winners")),
    "no turns": (changed("turns", to=[]), ("illegal", "game-unfinished", "/turns")),
    "turns that are an object": (changed("turns", to={}), ("invalid", "schema", "/turns")),
    "a result as text": (changed("result", to="103 : 84"), ("invalid", "schema", "/result")),
    "a position's field": (changed("solo", to=True), ("invalid", "schema", "/solo")),
    "no players": (changed("players", to=[]), ("invalid", "schema", "/players")),
    "an unknown side": (changed("side", to="C"), ("invalid", "schema", "/side")),
    "an unknown space": (
        changed("turns", 0, "actions", 0, to={"do": "place-token", "token": "W", "at": "z9"}),
        ("invalid", "schema", "/turns/0/actions/0/at"),
    ),
    "too many tokens": (
        changed("turns", 0, "actions", 0, to={"do": "take-tokens", "tokens": "W" * 1000}),
        ("invalid", "schema", "/turns/0/actions/0/tokens"),
    ),
}


@pytest.mark.parametrize(("record", "due"), BAD.values(), ids=BAD)
def test_bad_input_gives_a_verdict_with_its_place(record: Record, due: tuple[str, str, str]) -> None:
    found = assessed(record)
    assert first(found) == due
    if found.problems:
        assert all(problem.line == 1 and problem.column for problem in found.problems)
        assert (found.kind, found.players, found.violations) == (None, [], [])


def test_a_log_cut_in_the_middle_of_its_text_is_invalid() -> None:
    text = json.dumps(GAMES[GAME])
    for end in range(1, len(text), 997):
        found = assessed(text[:end])
        assert (found.verdict, [problem.code for problem in found.problems]) == ("invalid", ["syntax"])


@pytest.mark.parametrize("turns", range(0, len(GAMES[GAME]["turns"]), 5))
def test_a_log_cut_after_a_turn_is_unfinished(turns: int) -> None:
    record = changed("turns", to=GAMES[GAME]["turns"][:turns])
    found = assessed(record)
    assert [(fault.code, fault.turn) for fault in found.violations] == [("game-unfinished", turns or None)]
    assert not found.finished
    marked = assessed({**record, "unfinished": True})
    assert (marked.verdict, marked.violations) == ("legal", [])


def test_actions_out_of_order_are_a_fault_of_their_turn() -> None:
    record = edited(GAME)
    record["turns"][4]["actions"].reverse()
    found = assessed(record)
    assert (found.verdict, found.violations[0].turn) == ("illegal", 5)


def test_a_record_of_the_other_kind_is_recognised() -> None:
    game = {**GAMES[GAME], "format": "harmonies-position"}
    found = assessed(game)
    assert found.verdict == "invalid"
    assert {problem.code for problem in found.problems} == {"schema"}
    assert any(problem.pointer == "/turns" for problem in found.problems)


def test_ten_thousand_turns_are_a_game_over_at_once() -> None:
    record = edited(GAME)
    record["turns"] += record["turns"] * (10_000 // len(record["turns"]))
    started = time.process_time()
    found = assessed(record)
    assert time.process_time() - started < 5
    assert (found.violations[0].code, found.turns) == ("game-over", len(record["turns"]))
    assert found.violations[0].turn == len(GAMES[GAME]["turns"]) + 1


def test_all_that_makes_a_game_invalid_is_reported_at_once() -> None:
    record = edited(GAME)
    record["start"]["row"][0] = "falcn"
    record["turns"][3]["actions"][0] = {"do": "take-card", "card": "fox"}
    record["turns"][9]["actions"][0] = {"do": "place-cube", "card": "unicorn", "at": "a1"}
    assert [problem.code for problem in assessed(record).problems] == ["card-unknown", "card-ambiguous", "card-unknown"]


def test_millions_of_mistakes_are_cut_short() -> None:
    record = edited(GAME)
    record["turns"][0]["actions"] = [{"do": "take-card", "card": f"card {number}"} for number in range(1000)]
    problems = assessed(record).problems
    assert len(problems) == 51
    assert "only the first 50" in problems[-1].message


def test_a_key_given_twice_is_reported_beside_violations_of_the_schema() -> None:
    text = json.dumps(edited(GAME)).replace('"side": "A"', '"side": "A", "side": "A", "sid": 1')
    assert [problem.code for problem in assessed(text).problems] == ["duplicate-key", "schema"]


def test_a_fault_of_the_replay_does_not_hide_a_mistyped_card_after_it() -> None:
    record = edited(GAME)
    record["turns"][0]["player"] = 2
    record["turns"][9]["actions"][0] = {"do": "place-cube", "card": "unicorn", "at": "a1"}
    found = assessed(record)
    assert (found.verdict, [problem.code for problem in found.problems]) == ("invalid", ["card-unknown"])


def test_the_rule_set_of_the_sheets_is_the_one_asked_for_and_the_result_is_the_records() -> None:
    for record in GAMES.values():
        for rules in ("rulebook", "bga"):
            found = assessed(record, rules=rules)
            assert (found.verdict, found.rules) == ("legal", rules)


def test_a_solo_game_has_suns_and_an_unfinished_one_none() -> None:
    record = GAMES["1p_A_spirits-00"]
    assert assessed(record).players[0].suns is not None
    cut = {**record, "turns": record["turns"][:5], "unfinished": True}
    sheet = assessed(cut).players[0]
    assert (sheet.suns, sheet.winner, sheet.rank) == (None, None, 1)


def test_words_after_the_turn_looked_at_are_checked_too() -> None:
    record = changed("turns", 9, "actions", 0, to={"do": "take-card", "card": "falcn"})
    assert first(assessed(record, turn=3)) == ("invalid", "card-unknown", "/turns/9/actions/0/card")
