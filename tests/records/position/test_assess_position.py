"""Positions: every typing mistake with its place and remedy, and what is scored nonetheless."""

from __future__ import annotations

from typing import Any

import pytest

from harmonies_cli.records.assess import assess
from harmonies_cli.records.outcome import AssessOptions
from harmonies_cli.rules.board.sides import SIDES
from tests.records.assessed import assessed, codes, position, reading_of
from tests.records.typos import RIGHT, TYPOS, Typo

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
"""All codes of a position except ``syntax``, which has its own tests."""


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
    on_a_line = assess(reading_of(record, line=7), AssessOptions()).problems
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
def test_the_effects_of_an_unreadable_part_are_not_blamed_on_the_rest(part: str, value: object) -> None:
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


@pytest.mark.parametrize(("singles", "is_final"), [(34, True), (33, False)])
def test_boards_with_108_tokens_are_final_because_the_pouch_is_empty(singles: int, is_final: bool) -> None:
    stacks = ["TL"] * 19 + ["MM"] * 11 + ["HH"] * 7 + ["W"] * 19 + ["F"] * (singles - 19)
    players: list[dict[str, Any]] = [
        {"board": dict(zip(SIDES["A"].spaces, stacks[seat::4], strict=False))} for seat in range(4)
    ]
    found = assessed(position(*players))
    assert (found.problems, found.finished) == ([], is_final)
    assert is_final or "with 107 tokens on the boards the pouch is not empty" in str(found.not_final)


def test_a_space_may_be_typed_in_capitals_and_between_blanks() -> None:
    assert assessed(position({"board": {" A1": "W", "a2": "W", "B1 ": "F"}})).players[0].water == 2
