""""""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import msgspec
import pytest

from harmonies_cli.report.scoresheets.pad_notes import Reason, reasons, remarks, score_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from tests.records.assessed import assessed, position
from tests.report.scoresheets.scored_cases import CASES

SAID = {
    "one player, no spirit": [],
    "two players": [],
    "three players": ["Scored under the rule set bga (the rulings of the online adaptation)."],
    "rule sets differ": [
        "The cards of Ben are unknown: no animals, spirit or total, and no ranks.",
        "The rule sets differ for Ann: under bga the water row is 27 instead of 19, "
        "the total 27 instead of 19 (8 more).",
        "The rule sets differ for Ben: under bga the water row is 31 instead of 19 (12 more).",
    ],
    "solo with suns": [],
    "solo, spirit unknown": ["Played with Nature's Spirit cards, but the spirit is unknown: the suns depend on it."],
    "tie decided by cubes": ["The tie at 116 points is decided by animal cubes: Pauline 12, Rémi 13."],
    "shared win of two with one name": [
        "The tie at 116 points is decided by animal cubes: Pauline 12, Rémi (2) 13, Rémi (3) 13.",
        "Rémi (2) and Rémi (3) share the win: 116 points, 13 cubes each.",
    ],
    "tie under bga counts the spirit cube": [
        "Scored under the rule set bga (the rulings of the online adaptation).",
        "Pauline and Rémi share the win: 116 points, 13 cubes each.",
    ],
    "game that goes on": ["Not final: the game continues after turn 12. These are the points so far."],
    "not readable": [],
}


@pytest.mark.parametrize("name", SAID)
def test_remarks(name: str) -> None:
    case = next(case for case in CASES if case.case == name)
    assert remarks(case.record, solo=case.solo) == SAID[name]


def test_a_tie_below_the_winner_is_reported_too() -> None:
    record = deepcopy(next(case.record for case in CASES if case.case == "shared win of two with one name"))
    first, second, third = record.players
    second.total, second.rank, second.winner = 120, 1, True
    first.rank, first.animal_cubes = 2, 13
    third.rank, third.winner = 2, False
    record.winners = [2]
    assert remarks(record) == ["Pauline and Rémi (3) share rank 2: 116 points, 13 cubes each."]


def test_a_rule_set_that_gives_less_is_reported_as_less() -> None:
    record = deepcopy(next(case.record for case in CASES if case.case == "rule sets differ"))
    sheet = record.players[0]
    assert sheet.other_rules is not None
    sheet.other_rules = msgspec.structs.replace(sheet.other_rules, water=sheet.water - 3)
    assert next(said for said in remarks(record) if "for Ann" in said).endswith(" (3 less).")


def sheet_of(**player: Any) -> Scoresheet:
    [sheet] = assessed(position(player, unfinished=True)).players
    return sheet


def spirit_reasons(**player: Any) -> list[Reason]:
    return [reason for row in reasons(sheet_of(**player)) if row.row == "spirit" for reason in row.reasons]


@pytest.mark.parametrize(
    ("placed", "said"), [(0, "lion: nothing of its kind on the board; its cube is not placed"),
                         (1, "lion: nothing of its kind on the board; its cube is placed")],
)  # fmt: skip
def test_a_spirit_that_scores_nothing_says_so_and_whether_its_cube_is_placed(placed: int, said: str) -> None:
    assert spirit_reasons(board={"a1": "W"}, cards={"lion": placed}) == [Reason(0, (), said)]


def test_a_spirit_that_scores_is_named_once_and_no_animal_is_in_its_row() -> None:
    found = spirit_reasons(board={"a1": "F", "a2": "F", "c1": "MMM"}, cards={"lion": 1, "frog": 2})
    assert found
    assert all(reason.why.startswith("lion: ") for reason in found)
    assert not any("nothing of its kind" in reason.why for reason in found)


def test_an_animal_shows_its_ladder() -> None:
    [animals] = [row for row in reasons(sheet_of(cards={"otter": 2})) if row.row == "animals"]
    [reason] = animals.reasons
    assert (animals.points, reason.points) == (reason.points, sheet_of(cards={"otter": 2}).animals)
    assert reason.why.startswith("otter: 2 of ")
    assert f", {reason.points}" in reason.why


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ({"board": {"a1": "L"}, "cards": {}}, "1 point"),
        ({"board": {"a1": "L", "b1": "L"}, "cards": {}}, "2 points"),
        ({"board": {"a1": "L"}}, "1 in landscapes"),
    ],
)
def test_the_points_explained_are_the_total_or_the_landscapes_where_cards_are_unknown(
    player: dict[str, Any], words: str
) -> None:
    assert score_words(sheet_of(**player)) == words
