from __future__ import annotations

import re
from collections import Counter

import pytest

from harmonies_cli.rules.board.cards import CARDS, SPIRITS, card_index
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.score_items import Item
from harmonies_cli.rules.scoring.scoresheet import Scoresheet, score_board
from tests.rules.replay.lanes import columns, lanes, lanes_of
from tests.rules.scoring.plain_rules import BUILDINGS, MOUNTAINS, TREES, PlainBoard, name, place, random_boards

LANDSCAPE_ROWS = ("trees", "mountains", "fields", "buildings", "water")
ROW_OF = {"W": "water", "F": "fields", "H": "buildings", "T": "trees", "TT": "trees"}
ROW_OF |= dict.fromkeys(TREES, "trees") | dict.fromkeys(MOUNTAINS, "mountains") | dict.fromkeys(BUILDINGS, "buildings")


def sheet_of(plain: PlainBoard, rules: RuleSet = "rulebook", spirit: str = "", placed: int = 1) -> Scoresheet:
    side, board = lanes_of(plain)
    cards = [(card_index(spirit), placed)] if spirit else []
    return score_board(side, board, cards, player=1, name="Ann", rules=rules)


def sheet(side: str, board: str, rules: RuleSet = "rulebook") -> Scoresheet:
    there = SIDES[side]
    return score_board(there, lanes(there, columns(there, board)), [], player=1, name="Ann", rules=rules)


@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_rows_are_the_sums_of_their_items(rules: RuleSet) -> None:
    for number, plain in enumerate(random_boards(300, seed=31)):
        scored = sheet_of(plain, rules, CARDS[SPIRITS[number % 10]].id, number % 3 % 2)
        sums: Counter[str] = Counter()
        for item in scored.items:
            sums[item.row] += item.points
        assert set(sums) <= {*LANDSCAPE_ROWS, "spirit"}
        for row in (*LANDSCAPE_ROWS, "spirit"):
            assert sums[row] == getattr(scored, row), (row, plain.stacks)


def test_every_stack_but_water_is_in_exactly_one_item_of_its_own_row() -> None:
    for plain in random_boards(300, seed=32):
        items = [item for item in sheet_of(plain).items if item.row != "water"]
        assert Counter(space for item in items for space in item.spaces) == Counter(
            name(at) for at, stack in plain.stacks.items() if stack != "W"
        )
        for item in items:
            assert all(ROW_OF[plain.stacks[place(space)]] == item.row for space in item.spaces)


@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_on_side_a_each_water_group_has_one_item_with_its_path_and_only_the_best_has_points(rules: RuleSet) -> None:
    for plain in random_boards(400, seed=33):
        if plain.side != "A":
            continue
        items = [item for item in sheet_of(plain, rules).items if item.row == "water"]
        groups = plain.groups(plain.where(["W"]))
        assert len(items) == len(groups)
        lengths = [plain.river_length(group, rules) for group in groups]
        for item, group, length in zip(items, groups, lengths, strict=True):
            assert {place(space) for space in item.spaces} <= set(group)
            assert len(set(item.spaces)) == len(item.spaces) == length
            for here, there in zip(item.spaces, item.spaces[1:], strict=False):
                assert place(there) in plain.near(place(here))
            assert re.search(r"\d+", item.why).group() == str(length)  # type: ignore[union-attr]
            if rules == "rulebook":
                assert plain.distances(place(item.spaces[0]), group)[place(item.spaces[-1])] == length - 1
        worth = [number for number, item in enumerate(items) if item.points]
        assert worth == ([lengths.index(max(lengths))] if lengths and max(lengths) > 1 else [])


def test_on_side_b_each_island_has_one_item_and_water_is_in_none() -> None:
    for plain in random_boards(300, seed=34):
        if plain.side != "B":
            continue
        items = [item for item in sheet_of(plain).items if item.row == "water"]
        islands = plain.groups(at for at in plain.places if plain.stacks.get(at) != "W")
        assert [list(item.spaces) for item in items] == [[name(at) for at in island] for island in islands]
        assert all(item.points == 5 for item in items)


@pytest.mark.parametrize("spirit", [CARDS[index].id for index in SPIRITS])
def test_spirits_have_an_item_for_each_group_or_piece(spirit: str) -> None:
    for plain in random_boards(60, seed=35):
        one_each = {"deer": TREES, "owl": TREES, "ram": MOUNTAINS, "marmot": MOUNTAINS, "turtle": ["W"]}
        kinds = {"lion": ["F"], "butterfly": ["F"], "cat": BUILDINGS, "stork": BUILDINGS, "dragonfly": ["W"]}
        if spirit in one_each:
            expected = [[name(at)] for at in plain.where(one_each[spirit])]
        else:
            expected = [[name(at) for at in group] for group in plain.groups(plain.where(kinds[spirit]))]
        for placed in (0, 1):
            scored = sheet_of(plain, spirit=spirit, placed=placed)
            items = [item for item in scored.items if item.row == "spirit"]
            assert sorted(list(item.spaces) for item in items) == sorted(expected)
            assert sum(item.points for item in items) == scored.spirit == plain.spirit(spirit) * placed
            assert all(item.why for item in items)


def test_items_of_the_rulebook_example() -> None:
    scored = sheet("A", "F F W W L/W W F W/W TH F F W/F MH M TL/MMM M M HH MM")
    water = [item for item in scored.items if item.row == "water"]
    assert water == [Item("water", ("c1", "b1", "b2", "a3", "a4", "b4", "c5"), 19, "river of 7")]
    assert {item.spaces: item.points for item in scored.items if item.row == "buildings"} == {
        ("c2",): 5,
        ("d2",): 5,
        ("e4",): 0,
    }
    assert {item.spaces: item.points for item in scored.items if item.row == "fields"} == {
        ("a1", "a2"): 5,
        ("b3", "c3", "c4"): 5,
        ("d1",): 0,
    }


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("L", "height 1"),
        ("T", "trunk"),
        ("TT", "trunk"),
        ("H", "red"),
        ("F", "field"),
        ("M", "no mountain beside"),
        ("M TH W/F", "sees blue, gray, yellow"),
        ("TH", "sees no colour"),
        ("T HH TT", "sees brown"),
    ],
)
def test_reasons_say_why(board: str, why: str) -> None:
    assert any(why in item.why for item in sheet("A", board).items)


def test_a_loop_is_named_a_loop_under_bga_only() -> None:
    assert [item.why for item in sheet("A", "W W/W", "bga").items] == ["loop of 3"]
    assert "loop" not in sheet("A", "W W/W").items[0].why


def test_an_empty_board_has_no_items_on_side_a_and_one_island_on_side_b() -> None:
    assert sheet("A", "").items == []
    assert [(item.row, item.points, len(item.spaces)) for item in sheet("B", "").items] == [("water", 5, 25)]
