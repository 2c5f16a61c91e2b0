"""Paper score sheets: rows and totals without boards."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from harmonies_cli.records.position.blank import blank_sheet
from harmonies_cli.rules.scoring.possible_points import why_impossible
from tests.records.assessed import assessed, codes

RULEBOOK = {"trees": 4, "mountains": 10, "fields": 10, "buildings": 10, "water": 19, "animals": 63, "spirit": 0}


def sheet(*scores: Any, **fields: Any) -> dict[str, Any]:
    """Return a sheet of players with these scores or other members."""
    players = [
        {"name": f"Player {number}", **(each if isinstance(each, dict) and "score" in each else {"score": each})}
        for number, each in enumerate(scores, 1)
    ]
    return {"format": "harmonies-position", "version": 1, "players": players, **fields}


def test_a_sheet_is_ranked_by_its_totals_and_ties_share() -> None:
    found = assessed(sheet({"total": 90}, 100, 100, side="b"))
    assert (found.verdict, found.kind, found.side, found.finished) == ("legal", "position", "B", True)
    assert [player.rank for player in found.players] == [3, 1, 1]
    assert found.winners == [2, 3]


def test_rows_that_are_all_there_give_the_sums() -> None:
    first, second = map(msgspec.to_builtins, assessed(sheet(RULEBOOK, 100)).players)
    assert (first["landscapes"], first["total"], first["rank"]) == (53, 116, 1)
    assert (second["landscapes"], second["trees"], second["total"]) == (None, None, 100)


def test_without_a_total_nobody_is_ranked() -> None:
    found = assessed(sheet({"trees": 4}, 100))
    assert [player.rank for player in found.players] == [None, None]
    assert (found.winners, found.verdict) == ([], "legal")


def test_a_sheet_of_a_running_game_has_no_winner() -> None:
    found = assessed(sheet(50, 40, unfinished=True))
    assert [player.rank for player in found.players] == [1, 2]
    assert [player.winner for player in found.players] == [None, None]
    assert (found.winners, found.finished) == ([], False)
    assert "continues" in str(found.not_final)


@pytest.mark.parametrize(
    ("row", "points", "side", "is_possible"),
    [
        ("fields", 7, "A", False),
        ("fields", 45, "A", True),
        ("fields", 50, "A", False),
        ("buildings", 75, "B", True),
        ("buildings", 80, "B", False),
        ("trees", 81, "A", True),
        ("trees", 82, "A", False),
        ("mountains", 52, "A", True),
        ("mountains", 53, "A", False),
        ("water", 4, "A", False),
        ("water", 19, "A", True),
        ("water", 10, "A", False),
        ("water", 10, "B", True),
        ("water", 0, "B", False),
        ("water", 55, "B", True),
        ("water", 60, "B", False),
        ("water", 10, None, True),
        ("water", 19, None, True),
        ("water", 4, None, False),
        ("spirit", -1, "A", False),
    ],
)
def test_points_that_no_board_gives(row: str, points: int, side: str | None, is_possible: bool) -> None:
    assert (why_impossible(row, points, side) is None) is is_possible
    fields = {} if side is None else {"side": side}
    assert codes(sheet({row: points}, 100, **fields)) == ([] if is_possible else ["score-impossible"])


@pytest.mark.parametrize(
    ("animals", "cards", "is_possible"),
    [(16, {"otter": 3}, True), (15, {"otter": 3}, False), (0, {}, True), (3, {}, False), (1, None, False)],
)
def test_animals_must_be_what_the_cards_add_up_to(
    animals: int, cards: dict[str, int] | None, is_possible: bool
) -> None:
    player = {"score": {"animals": animals}} | ({} if cards is None else {"cards": cards})
    assert codes(sheet(player, 100)) == ([] if is_possible else ["score-impossible"])


@pytest.mark.parametrize(
    ("points", "cards", "spirits", "is_possible"),
    [
        (12, {"lion": 1}, None, True),
        (13, {"lion": 1}, None, False),
        (64, {"lion": 1}, None, False),
        (12, {"stork": 1}, True, True),
        (48, {"stork": 1}, True, False),
        (2, {"lion": 0}, None, False),
        (0, {"lion": 0}, None, True),
        (2, {"frog": 1}, None, False),
        (95, None, None, True),
        (96, None, None, False),
        (2, None, False, False),
        (0, None, False, True),
    ],
)
def test_the_spirit_row_is_what_a_spirit_can_give(
    points: int, cards: dict[str, int] | None, spirits: bool | None, is_possible: bool
) -> None:
    player = {"score": {"spirit": points}} | ({} if cards is None else {"cards": cards})
    fields = {} if spirits is None else {"spirits": spirits}
    assert codes(sheet(player, 100, **fields)) == ([] if is_possible else ["score-impossible"])


@pytest.mark.parametrize(
    ("suns", "fields", "cards", "is_possible"),
    [
        (6, {"side": "A", "spirits": True}, {"lion": 1}, True),
        (5, {"side": "A", "spirits": True}, {"lion": 1}, False),
        (5, {"side": "B", "spirits": True}, {"lion": 1}, True),
        (5, {"side": "A"}, None, True),
        (4, {"side": "A"}, None, False),
        (7, {"side": "A", "spirits": False}, None, True),
        (6, {"side": "A", "spirits": False}, None, False),
        (6, {"side": "B", "spirits": True}, None, False),
        (7, {}, None, True),
        (3, {}, None, False),
        (8, {}, None, False),
    ],
)
def test_the_suns_of_a_solo_sheet_follow_from_total_side_and_spirit(
    suns: int, fields: dict[str, Any], cards: dict[str, int] | None, is_possible: bool
) -> None:
    player = {"score": {"total": 115, "suns": suns}} | ({} if cards is None else {"cards": cards})
    found = assessed(sheet(player, solo=True, **fields))
    assert [problem.code for problem in found.problems] == ([] if is_possible else ["score-mismatch"])
    assert all("suns: " in problem.message for problem in found.problems)


@pytest.mark.parametrize("side", ["A", "B", None])
def test_a_blank_sheet_is_not_a_result(side: str | None) -> None:
    found = assessed(blank_sheet(side, ["Ann", "Ben"]))
    assert (found.verdict, found.finished, found.winners) == ("legal", False, [])


@pytest.mark.parametrize(
    ("change", "row"),
    [({"total": 117}, "total"), ({"landscapes": 52}, "landscapes"), ({"landscapes": 53, "total": 115}, "total")],
)
def test_sums_are_checked(change: dict[str, int], row: str) -> None:
    (problem,) = [each for each in assessed(sheet({**RULEBOOK, **change}, 10)).problems if row in each.pointer]
    assert (problem.code, problem.pointer) == ("score-mismatch", f"/players/0/score/{row}")


def test_a_total_below_the_rows_given_is_a_mismatch() -> None:
    assert codes(sheet({"trees": 20, "fields": 10, "total": 29}, 10)) == ["score-mismatch"]
    assert codes(sheet({"trees": 20, "fields": 10, "total": 30}, 10)) == []


def test_all_faults_of_a_sheet_are_reported_at_once() -> None:
    found = assessed(sheet({"fields": 7, "water": 4}, {"buildings": 3}, side="A"))
    assert [problem.code for problem in found.problems] == ["score-impossible"] * 3
    assert all(problem.line for problem in found.problems)


@pytest.mark.parametrize("players", [[{"name": "A", "score": 5}, {"name": "B"}], [{"name": "A"}]])
def test_where_a_score_is_missing_a_board_is_asked_for(players: list[Any]) -> None:
    record = {"format": "harmonies-position", "version": 1, "side": "A", "players": players}
    found = assessed(json.dumps(record))
    assert found.verdict == "invalid"
    assert {problem.message for problem in found.problems} == {'"board" is missing'}


def test_boards_with_scores_still_need_a_side() -> None:
    found = assessed(sheet({"score": 0, "board": {}, "cards": {}}))
    assert [problem.message for problem in found.problems] == ['"side" is missing']


@pytest.mark.parametrize(
    ("score", "is_possible"),
    [(898, True), (899, False), (9000, False), ({"landscapes": 336, "total": 400}, True), ({"landscapes": 337}, False)],
)
def test_a_sum_is_no_more_than_its_rows_can_be_together(score: Any, is_possible: bool) -> None:
    assert codes(sheet(score, 100)) == ([] if is_possible else ["score-impossible"])


def test_a_sheet_of_several_players_is_not_solo() -> None:
    found = assessed(sheet(50, 40, solo=True))
    assert [(problem.code, problem.pointer) for problem in found.problems] == [("schema", "/solo")]
    assert assessed(sheet(50, solo=True)).verdict == "legal"
