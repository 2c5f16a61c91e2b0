"""Scored positions: rule sets, claimed scores, ranks, winners and suns."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.records.assessed import assessed, codes, position
from tests.records.typos import RIGHT

TRIANGLE = {"a2": "W", "b1": "W", "b2": "W"}
"""Three water tokens that touch each other: 2 points under the rulebook, 5 under the online adaptation."""
WATER_ONLY = {"name": "Ann", "board": TRIANGLE, "cards": {}}


# --- rule sets and claimed scores


def test_the_rule_set_is_the_records_own_unless_one_is_asked_for() -> None:
    for named, asked, rules, water in (
        (None, None, "rulebook", 2),
        ("bga", None, "bga", 5),
        ("bga", "rulebook", "rulebook", 2),
        (None, "bga", "bga", 5),
    ):
        found = assessed(position(WATER_ONLY, **({"rules": named} if named else {})), rules=asked)
        assert (found.rules, found.players[0].water) == (rules, water)


def test_the_other_rule_set_is_reported_where_it_differs() -> None:
    sheet = assessed(position(WATER_ONLY)).players[0]
    assert sheet.other_rules is not None
    assert (sheet.other_rules.rules, sheet.other_rules.water, sheet.other_rules.total) == ("bga", 5, 5)
    unknown = assessed(position({"board": TRIANGLE}), rules="bga").players[0].other_rules
    assert unknown is not None
    assert (unknown.rules, unknown.water, unknown.total) == ("rulebook", 2, None)
    assert assessed(position({"board": {"a1": "W"}})).players[0].other_rules is None


@pytest.mark.parametrize("asked", [None, "bga", "rulebook"])
@pytest.mark.parametrize(("named", "right", "wrong"), [("bga", 5, 2), ("rulebook", 2, 5)])
def test_claims_are_those_of_the_records_own_rule_set(named: str, right: int, wrong: int, asked: str | None) -> None:
    record = position({**WATER_ONLY, "score": {"water": right, "total": right}}, rules=named)
    assert codes(record, rules=asked) == []
    record = position({**WATER_ONLY, "score": {"water": wrong, "total": wrong}}, rules=named)
    assert codes(record, rules=asked) == ["score-mismatch", "score-mismatch"]


def test_claims_of_a_record_that_names_no_rule_set_may_be_of_the_rulebook_or_of_the_one_asked_for() -> None:
    for points, asked, found in ((2, None, 0), (5, None, 1), (2, "bga", 0), (5, "bga", 0), (4, "bga", 1)):
        assert len(codes(position({**WATER_ONLY, "score": points}), rules=asked)) == found


ROWS = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "landscapes": 53}
ROWS |= {"animals": 63, "spirit": 0, "total": 116}


@pytest.mark.parametrize("row", ROWS)
def test_every_claimed_row_is_checked(row: str) -> None:
    record = json.loads(RIGHT)
    record["players"][0]["score"] = ROWS
    assert assessed(record).verdict == "legal"
    record["players"][0]["score"] = {**ROWS, row: ROWS[row] + 1}
    (problem,) = assessed(record).problems
    assert (problem.code, problem.pointer) == ("score-mismatch", f"/players/0/score/{row}")
    assert problem.message == f"{row}: {ROWS[row] + 1} claimed, {ROWS[row]} counted"


def test_unknown_values_are_not_compared_with_a_claim() -> None:
    player = {"board": {"a1": "L"}, "score": {"trees": 1, "landscapes": 1, "animals": 40, "spirit": 3, "total": 44}}
    assert codes(position(player)) == []


# --- ranks, winners, suns


def test_equal_players_share_a_rank_and_win_both() -> None:
    players = [{"board": {"a1": stack}, "cards": {}} for stack in ("TL", "TL", "L")]
    found = assessed(position(*players, unfinished=False))
    assert [(sheet.rank, sheet.winner) for sheet in found.players] == [(1, True), (1, True), (3, False)]
    assert found.winners == [1, 2]


def test_a_tie_is_decided_by_animal_cubes_and_for_bga_by_the_spirits_cube_too() -> None:
    two = {"board": {"a1": "W", "c3": "W"}, "cards": {"frog": 2}}  # 4 points, 2 cubes
    one = {"board": {"a1": "W", "a2": "W"}, "cards": {"duck": 1}}  # 2 + 2 points, 1 cube
    assert assessed(position(one, two, unfinished=False)).winners == [2]
    spirit = {"board": {"b1": "F", "d4": "F"}, "cards": {"lion": 1}}  # 2 + 2 points, a spirit's cube
    assert [sheet.rank for sheet in assessed(position(one, spirit)).players] == [1, 2]
    assert [sheet.rank for sheet in assessed(position(one, spirit), rules="bga").players] == [1, 1]


def test_unknown_cards_of_one_player_leave_all_ranks_unknown() -> None:
    found = assessed(position({"board": {"a1": "L"}}, {"board": {"a1": "L"}, "cards": {}}))
    first, second = found.players
    assert (first.animals, first.spirit, first.total, first.animal_cubes, first.spirit_cubes) == (None,) * 5
    assert first.cards is None
    assert (second.total, second.cards) == (1, [])
    assert [(sheet.rank, sheet.winner) for sheet in found.players] == [(None, None)] * 2
    assert (found.winners, found.verdict) == ([], "legal")


@pytest.mark.parametrize(
    ("cards", "fields", "suns"),
    [
        ({}, {}, 3),
        ({}, {"spirits": False}, 3),
        ({"lion": 0}, {}, 2),
        ({"lion": 1}, {"spirits": True}, 2),
        ({"owl": 0}, {"spirits": True}, 1),
        ({}, {"spirits": True}, None),
        (None, {}, None),
    ],
)
def test_suns_of_a_solo_position(cards: dict[str, int] | None, fields: dict[str, bool], suns: int | None) -> None:
    player: dict[str, Any] = {"board": {"a1": "F", "e5": "L"}} | ({} if cards is None else {"cards": cards})
    found = assessed(position(player, solo=True, unfinished=False, **fields))
    assert (found.players[0].suns, found.verdict) == (suns, "legal")


def test_a_single_player_has_no_suns_unless_the_position_is_solo() -> None:
    assert assessed(position({"cards": {}})).players[0].suns is None
    found = assessed(position({"cards": {}}, solo=False))
    assert (found.players[0].suns, found.players[0].rank, found.winners) == (None, 1, [1])


def test_suns_claimed_by_one_rule_set_are_counted_by_it() -> None:
    # 37 points and a river of three that touch each other: 39 under the rulebook, 42 and so one more sun under bga.
    board = {**TRIANGLE, "d4": "TTL", "e5": "TTL", "e3": "TTL", "e1": "TTL", "c5": "TTL", "a5": "L", "c1": "L"}
    record = position(
        {"board": board, "cards": {}, "score": {"total": 42, "suns": 4}}, solo=True, rules="bga", unfinished=False
    )
    found = assessed(record, rules="rulebook")
    assert (found.verdict, found.players[0].total, found.players[0].suns) == ("legal", 39, 3)
