"""Positions: every typing mistake with its place and remedy, and what is scored all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import Assessment
from tests.records.assessed import assessed, position, reading_of
from tests.records.typos import RIGHT, TYPOS, Typo

TRIANGLE = {"a2": "W", "b1": "W", "b2": "W"}
"""Three water tokens that touch each other: 2 points by the rulebook, 5 by the rulings of the online adaptation."""
WATER_ONLY = {"name": "Ann", "board": TRIANGLE, "cards": {}}
CODES = {
    "duplicate-key",
    "schema",
    "card-unknown",
    "card-ambiguous",
    "card-twice",
    "column-length",
    "no-such-space",
    "stack-impossible",
    "cubes-range",
    "card-limit",
    "two-spirits",
    "spirit-not-allowed",
    "tokens-over-box",
    "cubes-misplaced",
    "cubes-count",
    "score-mismatch",
}
"""All codes of a position but ``syntax``, which has tests of its own."""


def codes(record: object, **how: Any) -> list[str]:
    return [problem.code for problem in assessed(record, **how).problems]


def test_the_right_record_is_right() -> None:
    found = assessed(RIGHT)
    assert (found.verdict, found.problems, found.players[0].total) == ("legal", [], 116)


@pytest.mark.parametrize("typo", TYPOS.values(), ids=TYPOS)
def test_a_typing_mistake_is_reported_with_its_place_and_remedy(typo: Typo) -> None:
    found = assessed(typo.text)
    assert found.verdict == "invalid"
    places = ("code", "pointer", "line", "column", "player", "space")
    expected = [{name: problem[name] for name in places} for problem in typo.problems]
    assert [{name: getattr(problem, name) for name in places} for problem in found.problems] == expected
    for problem, due in zip(found.problems, typo.problems, strict=True):
        assert due["message"] in problem.message
        assert (due["hint"] or "") in (problem.hint or "")


@pytest.mark.parametrize("typo", TYPOS.values(), ids=TYPOS)
def test_a_mistake_on_a_line_of_json_lines_has_that_line(typo: Typo) -> None:
    record = typo.text.replace("\n", " ")
    alone = assessed(record).problems
    on_a_line = assess(reading_of(record, line=7), Assessment()).problems
    assert {problem.line for problem in on_a_line} == {7}
    assert [problem.column for problem in on_a_line] == [problem.column for problem in alone]


def test_every_code_of_a_position_has_a_typing_mistake() -> None:
    assert {problem["code"] for typo in TYPOS.values() for problem in typo.problems} == CODES


def test_a_position_need_not_be_final_nor_hold_a_multiple_of_three_tokens_nor_show_its_habitats() -> None:
    found = assessed(position({"board": {"a1": "W"}, "cards": {"frog": 1, "ray": 0}}))
    assert found.verdict == "legal"
    assert found.players[0].animals == 2


def test_players_that_can_be_read_are_scored_beside_one_that_cannot() -> None:
    found = assessed(position({"board": {"a1": "LT"}}, {"board": {"a1": "L"}, "cards": {}}))
    assert [(sheet.player, sheet.trees, sheet.rank, sheet.winner) for sheet in found.players] == [(2, 1, None, None)]
    assert (found.kind, found.side, found.winners) == ("position", "A", [])


def test_a_position_that_breaks_only_a_limit_is_scored() -> None:
    found = assessed(position({"board": {"a1": "W"}, "cards": {"frog": 1, "lion": 0, "owl": 0}}))
    assert [problem.code for problem in found.problems] == ["two-spirits"]
    assert (found.players[0].total, found.winners) == (2, [1])


def test_a_position_that_is_not_of_the_schema_is_not_scored() -> None:
    found = assessed(position({"board": {"a1": "L"}, "cards": {}, "hand": 3}, id="p7"))
    assert (found.kind, found.side, found.players, found.winners, found.id) == (None, None, [], [], "p7")


@pytest.mark.parametrize(
    ("part", "value"), [("board", 3), ("board", ["F", 7]), ("cards", []), ("cards", {"frog": "1"}), ("cubes", 1)]
)
def test_what_follows_from_an_unreadable_part_is_not_blamed_on_the_rest(part: str, value: object) -> None:
    player = {"board": {"a1": "W", "b1": "W"}, "cards": {"frog": 2}, "cubes": ["a1", "b1"], "score": 8, part: value}
    assert codes(position(player)) == ["schema"]


def test_the_other_players_are_checked_beside_an_unreadable_one() -> None:
    record = position({"board": 3, "cards": {"frog": 1}}, {"board": {"a1": "LT"}, "cards": {"frog": 1}, "score": 1})
    assert codes(record) == ["schema", "stack-impossible", "card-twice"]


def test_a_record_of_which_no_player_can_be_read_has_its_schema_problems_only() -> None:
    assert codes({"format": "harmonies-position", "version": 1, "side": "A", "players": 7}) == ["schema"]


def test_the_side_asked_for_counts_instead_of_the_recorded_one() -> None:
    side_b = position({"board": ["F F W W", "W W F", "W TH F F", "F MH M", "MMM M M HH", ". . .", "L L L L"]})
    assert codes(side_b) == ["column-length"]
    found = assessed(side_b, side="B")
    assert (found.verdict, found.side) == ("legal", "B")
    assert codes({**side_b, "side": "B"}, side="A") == ["column-length"]


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


def test_the_other_rule_set_is_told_where_it_differs() -> None:
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


def test_what_is_unknown_is_not_compared_with_a_claim() -> None:
    player = {"board": {"a1": "L"}, "score": {"trees": 1, "landscapes": 1, "animals": 40, "spirit": 3, "total": 44}}
    assert codes(position(player)) == []


# --- ranks, winners, suns


def test_equal_players_share_a_rank_and_win_both() -> None:
    players = [{"board": {"a1": stack}, "cards": {}} for stack in ("TL", "TL", "L")]
    found = assessed(position(*players))
    assert [(sheet.rank, sheet.winner) for sheet in found.players] == [(1, True), (1, True), (3, False)]
    assert found.winners == [1, 2]


def test_a_tie_is_decided_by_animal_cubes_and_for_bga_by_the_spirits_cube_too() -> None:
    two = {"board": {"a1": "W", "c3": "W"}, "cards": {"frog": 2}}  # 4 points, 2 cubes
    one = {"board": {"a1": "W", "a2": "W"}, "cards": {"duck": 1}}  # 2 + 2 points, 1 cube
    assert assessed(position(one, two)).winners == [2]
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
    found = assessed(position(player, solo=True, **fields))
    assert (found.players[0].suns, found.verdict) == (suns, "legal")


def test_one_player_alone_has_no_suns_unless_the_position_is_solo() -> None:
    assert assessed(position({"cards": {}})).players[0].suns is None
    found = assessed(position({"cards": {}}, solo=False))
    assert (found.players[0].suns, found.players[0].rank, found.winners) == (None, 1, [1])


def test_suns_claimed_by_one_rule_set_are_counted_by_it() -> None:
    # 37 points and a river of three that touch each other: 39 by the rulebook, 42 and so a sun more by bga.
    board = {**TRIANGLE, "d4": "TTL", "e5": "TTL", "e3": "TTL", "e1": "TTL", "c5": "TTL", "a5": "L", "c1": "L"}
    record = position({"board": board, "cards": {}, "score": {"total": 42, "suns": 4}}, solo=True, rules="bga")
    found = assessed(record, rules="rulebook")
    assert (found.verdict, found.players[0].total, found.players[0].suns) == ("legal", 39, 3)
