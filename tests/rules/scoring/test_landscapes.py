from __future__ import annotations

import random

import pytest

from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.landscapes import Landscapes, RuleSet, landscapes, river_points, split
from tests.rules.board.symmetries import flipped, mirrored, turned
from tests.rules.replay.lanes import columns, lanes, lanes_of, masks_of
from tests.rules.scoring.plain_rules import PlainBoard, name, random_boards, random_stacks

RULEBOOK_BOARD = "F F W W L/W W F W/W TH F F W/F MH M TL/MMM M M HH MM"


def scored(side: str, text: str, rules: RuleSet = "rulebook") -> Landscapes:
    return landscapes(SIDES[side], split(lanes(SIDES[side], columns(SIDES[side], text))), rules)


def test_the_worked_example_of_the_rulebook() -> None:
    assert scored("A", RULEBOOK_BOARD) == Landscapes(trees=4, mountains=10, fields=10, buildings=10, water=19)


@pytest.mark.parametrize(
    ("board", "row", "points"),
    [
        ("L", "trees", 1),
        ("TL", "trees", 3),
        ("TTL", "trees", 7),
        ("T TT H", "trees", 0),
        ("M", "mountains", 0),
        ("MMM . MMM", "mountains", 0),
        ("M M", "mountains", 2),
        ("MM MMM", "mountains", 10),
        ("M MH M", "mountains", 0),
        ("F", "fields", 0),
        ("F F", "fields", 5),
        ("F F F F F", "fields", 5),
        ("F F . F F", "fields", 10),
        ("F . F/. F", "fields", 5),
        ("TH W/F", "buildings", 0),
        ("M TH W/F", "buildings", 5),
        ("H HH W/F", "buildings", 5),
        ("MH MH W/F", "buildings", 5),
        ("T HH TT/F", "buildings", 0),
        ("T HH W/F", "buildings", 5),
        ("TL MH W/L", "buildings", 0),
        ("TL MH W/MM", "buildings", 5),
        ("F H W/M", "buildings", 0),
        ("", "water", 0),
        ("W", "water", 0),
        ("W W", "water", 2),
        ("W W . W W", "water", 2),
        ("W W W W W", "water", 11),
        ("W W/W", "water", 2),
    ],
)
def test_single_rows_on_side_a(board: str, row: str, points: int) -> None:
    assert getattr(scored("A", board), row) == points


@pytest.mark.parametrize(
    ("board", "points"),
    [
        ("", 5),
        ("W", 5),
        (". W/W", 10),
        ("W W W W/W W W/W W W W/W W W/W W W W/W W W/W W W W", 0),
        ("./././W W W", 10),
        (". . W .", 5),
        ("/W W W//W W W//W W W", 20),
        ("F W F W/F W F/F W F W/F W F/F W F W/F W F/F W F W", 10),
    ],
)
def test_islands_count_empty_spaces_as_land(board: str, points: int) -> None:
    assert scored("B", board).water == points


def test_river_points_up_to_6_and_4_for_each_beyond() -> None:
    assert [river_points(length) for length in range(10)] == [0, 0, 2, 5, 8, 11, 15, 19, 23, 27]


def test_three_mutually_adjacent_water_tokens_are_worth_more_under_bga() -> None:
    assert scored("A", "W W/W").water == 2
    assert scored("A", "W W/W", "bga").water == 5


def test_a_ring_of_six_is_worth_15_under_bga() -> None:
    ring = "/W W/W . W/W W"
    assert scored("A", ring).water == 8
    assert scored("A", ring, "bga").water == 15


def test_side_b_scores_alike_in_both_rule_sets() -> None:
    for plain in random_boards(100, seed=8):
        if plain.side == "B":
            side, board = masks_of(plain)
            assert landscapes(side, board, "bga") == landscapes(side, board)


@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_random_boards_score_as_in_the_plain_rules(rules: RuleSet) -> None:
    for plain in random_boards(600, seed=1):
        side, board = masks_of(plain)
        assert landscapes(side, board, rules) == plain.rows(rules), (plain.side, plain.stacks)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_many_random_boards_score_as_in_the_plain_rules(rules: RuleSet) -> None:
    for plain in random_boards(20_000, seed=2):
        side, board = masks_of(plain)
        assert landscapes(side, board, rules) == plain.rows(rules), (plain.side, plain.stacks)


@pytest.mark.parametrize("rules", ["rulebook", "bga"])
def test_watery_boards_score_as_in_the_plain_rules(rules: RuleSet) -> None:
    rng = random.Random(3)
    for number in range(700):
        side = "AB"[number % 2]
        density = rng.uniform(0.3, 0.95)
        plain = PlainBoard(side, {space: "W" for space in SIDES[side].spaces if rng.random() < density})
        assert landscapes(*masks_of(plain), rules).water == plain.water(rules), plain.stacks


def test_turned_and_mirrored_boards_score_alike_under_the_rulebook() -> None:
    rng = random.Random(4)
    for number in range(400):
        side = SIDES["AB"[number % 2]]
        stacks = random_stacks(side.name, rng)
        expected = landscapes(side, split(lanes(side, stacks)))
        for moved in (turned, mirrored, flipped):
            image = {moved(space, side.name): stack for space, stack in stacks.items()}
            assert landscapes(side, split(lanes(side, image))) == expected, (stacks, moved)


def test_split_gives_each_stack_to_one_kind() -> None:
    for plain in random_boards(100, seed=5):
        side, board = lanes_of(plain)
        masks = split(board)
        assert sum(masks) == sum(1 << side.bit_of[name(at)] for at in plain.stacks)
        tops = {at: plain.top(at) for at in plain.stacks}
        for letter, mask in zip("WMTLFH", masks.tops, strict=True):
            assert side.names(mask) == [name(at) for at in sorted(tops) if tops[at] == letter]
