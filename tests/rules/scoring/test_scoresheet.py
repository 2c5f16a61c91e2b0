from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harmonies_cli.rules.board.cards import card_index
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import ROWS, CardScore, OtherRules, Scoresheet, score_board
from tests.rules.replay.lanes import columns, lanes
from tests.rules.scoring.plain_rules import CARD_OF, random_boards

DATA = Path(__file__).parents[2] / "data"
BOARDS: list[dict[str, Any]] = [
    json.loads(line) for line in gzip.decompress((DATA / "boards.jsonl.gz").read_bytes()).splitlines()
]
POSITIONS = sorted((DATA / "positions").glob("*.json"))


def score(side: str, stacks: dict[str, str], cards: dict[str, int] | None, rules: RuleSet = "rulebook") -> Scoresheet:
    there = SIDES[side]
    placed = None if cards is None else [(card_index(card), number) for card, number in cards.items()]
    return score_board(there, lanes(there, stacks), placed, player=1, name="Ann", rules=rules)


def test_all_known_boards_are_here() -> None:
    assert len(BOARDS) == 1000
    assert {board["side"] for board in BOARDS} == {"A", "B"}
    assert len(POSITIONS) >= 2


@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_every_row_of_the_known_boards(rules: RuleSet) -> None:
    for number, board in enumerate(BOARDS):
        expected = board["bga"]
        water = expected["water_rulebook"] if rules == "rulebook" else expected["water"]
        sheet = score(board["side"], board["board"], board["cards"], rules)
        rows = {row: getattr(sheet, row) for row in ROWS}
        land = sum(expected[row] for row in ("trees", "mountains", "fields", "buildings")) + water
        assert rows == {
            **{row: expected[row] for row in ("trees", "mountains", "fields", "buildings", "animals", "spirit")},
            "water": water,
            "landscapes": land,
            "total": land + expected["animals"] + expected["spirit"],
        }, number


def test_other_rules_give_the_difference_on_the_known_boards() -> None:
    differing = 0
    for board in BOARDS:
        expected = board["bga"]
        by_rules = {"rulebook": expected["water_rulebook"], "bga": expected["water"]}
        for rules, other in (("rulebook", "bga"), ("bga", "rulebook")):
            sheet = score(board["side"], board["board"], board["cards"], rules)  # type: ignore[arg-type]
            difference = by_rules[other] - by_rules[rules]
            if difference:
                assert sheet.total is not None
                assert sheet.other_rules == OtherRules(other, by_rules[other], sheet.total + difference)
                differing += 1
            else:
                assert sheet.other_rules is None
    assert differing > 100


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_every_row_of_the_real_finals(path: Path) -> None:
    record = json.loads(path.read_bytes())
    for player in record["players"]:
        stacks = columns(SIDES[record["side"]], "/".join(player["board"]))
        sheet = score(record["side"], stacks, player["cards"], "bga")
        assert {row: getattr(sheet, row) for row in player["score"]} == player["score"]
        cubes = sheet.animal_cubes + sheet.spirit_cubes  # type: ignore[operator]
        assert cubes == len(player["cubes"])


def test_the_rulebook_example_is_worth_116_and_130_with_the_lion() -> None:
    stacks = columns(SIDES["A"], "F F W W L/W W F W/W TH F F W/F MH M TL/MMM M M HH MM")
    cards = {"falcon": 1, "shrew": 2, "boar": 1, "raccoon": 2, "flamingo": 3, "fennec-fox": 3}
    sheet = score("A", stacks, cards)
    assert (sheet.landscapes, sheet.animals, sheet.spirit, sheet.total) == (53, 63, 0, 116)
    assert sheet.animal_cubes == 12
    with_lion = score("A", stacks, {**cards, "lion": 1})
    assert (with_lion.spirit, with_lion.total, with_lion.animal_cubes, with_lion.spirit_cubes) == (14, 130, 12, 1)
    assert score("A", stacks, {**cards, "lion": 0}).total == 116


@pytest.mark.parametrize("card", [card for card in CARD_OF if "points" in CARD_OF[card]])
def test_an_animal_is_worth_the_value_of_its_last_cube(card: str) -> None:
    ladder = [0, *CARD_OF[card]["points"]]
    for placed, points in enumerate(ladder):
        sheet = score("B", {}, {card: placed})
        assert (sheet.animals, sheet.animal_cubes, sheet.spirit_cubes) == (points, placed, 0)
        assert sheet.cards == [CardScore(card, placed, points)]


def test_a_spirit_is_listed_among_the_cards_and_scores_only_with_its_cube() -> None:
    stacks = {"a1": "F"}
    for placed in (0, 1):
        sheet = score("A", stacks, {"lion": placed, "frog": 2})
        assert sheet.cards == [CardScore("lion", placed, 2 * placed), CardScore("frog", 2, 4)]
        assert (sheet.spirit, sheet.animals, sheet.spirit_cubes, sheet.animal_cubes) == (2 * placed, 4, placed, 2)


def test_unknown_cards_leave_the_landscapes() -> None:
    sheet = score("A", {"a1": "W", "a2": "W", "b1": "W"}, None)
    assert (sheet.water, sheet.landscapes) == (2, 2)
    for field in ("animals", "spirit", "total", "animal_cubes", "spirit_cubes", "cards"):
        assert getattr(sheet, field) is None
    assert sheet.other_rules == OtherRules("bga", 5, None)
    assert score("A", {}, {}).total == 0


def test_rows_add_up_on_random_boards() -> None:
    for plain in random_boards(100, seed=41):
        stacks = {"abcdefg"[column] + str(row + 1): stack for (column, row), stack in plain.stacks.items()}
        sheet = score(plain.side, stacks, {"frog": 3, "turtle": 1})
        assert sheet.landscapes == sheet.trees + sheet.mountains + sheet.fields + sheet.buildings + sheet.water
        assert sheet.total == sheet.landscapes + 6 + plain.spirit("turtle")


def test_without_explanation_the_rows_are_the_same() -> None:
    for plain in random_boards(50, seed=42):
        side = SIDES[plain.side]
        board = lanes(side, {"abcdefg"[column] + str(row + 1): stack for (column, row), stack in plain.stacks.items()})
        cards = [(card_index("lion"), 1)]
        explained = score_board(side, board, cards, player=1, name="Ann")
        bare = score_board(side, board, cards, player=1, name="Ann", explain=False)
        assert bare.items == []
        bare.items = explained.items
        assert bare == explained


def test_a_sheet_written_as_json_has_the_fields_of_the_notation() -> None:
    fields = list(json.loads(msgspec.json.encode(score("A", {"a1": "W"}, {"frog": 1}))))
    assert fields == [
        *("player", "name", "trees", "mountains", "fields", "buildings", "water", "landscapes", "animals", "spirit"),
        *("total", "animal_cubes", "spirit_cubes", "cards", "items", "rank", "winner", "suns", "other_rules"),
    ]
