from __future__ import annotations

import random

import pytest

from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.habitats import cube_spots, habitat_masks, is_habitat_complete
from harmonies_cli.rules.board.sides import SIDES
from tests.rules.board.symmetries import flipped, mirrored, turned
from tests.rules.replay.lanes import columns, lanes, lanes_of
from tests.rules.scoring.plain_rules import (
    BUILDINGS,
    CARD_OF,
    STACKS,
    PlainBoard,
    name,
    place,
    places,
    random_boards,
    random_stacks,
)

all_cards = pytest.mark.parametrize("card", CARD_OF)


def board_with(card: str, side: str, rng: random.Random) -> PlainBoard:
    """Draw a board with the stacks of a card's habitat, and near misses."""
    wanted = [space["stack"] for space in CARD_OF[card]["habitat"]]
    kinds = [stack for kind in wanted for stack in (BUILDINGS if kind == "?H" else (kind,))]
    kinds += rng.sample(STACKS, 2)
    return PlainBoard(side, {name(at): rng.choice(kinds) for at in places(side) if rng.random() < 0.9})


@all_cards
def test_spots_are_those_of_the_plain_rules(card: str) -> None:
    rng = random.Random(card)
    found = 0
    for number in range(24):
        plain = board_with(card, "AB"[number % 2], rng)
        side, board = lanes_of(plain)
        cubes = {space for space in side.spaces if rng.random() < 0.15}
        held = sum(1 << side.bit_of[space] for space in cubes)
        spots = side.names(cube_spots(side, card_index(card), board, held))
        assert spots == plain.cube_spots(card, cubes), plain.stacks
        found += len(spots)
    assert found > 4


@all_cards
def test_a_habitat_is_complete_where_the_plain_rules_see_it(card: str) -> None:
    for plain in random_boards(20, seed=7):
        side, board = lanes_of(plain)
        for at in plain.places:
            stands = is_habitat_complete(side, card_index(card), board, side.bit_of[name(at)])
            assert stands == plain.is_habitat_complete(card, at)


@all_cards
def test_mirroring_never_matters(card: str) -> None:
    rng = random.Random(card)
    for number in range(12):
        plain = board_with(card, "AB"[number % 2], rng)
        for at in plain.places:
            assert plain.is_habitat_complete(card, at) == plain.is_habitat_complete(card, at, mirrored=True)


@all_cards
def test_spots_turn_and_mirror_with_the_board(card: str) -> None:
    rng = random.Random(card)
    for number in range(6):
        plain = board_with(card, "AB"[number % 2], rng)
        side, board = lanes_of(plain)
        spots = set(side.names(cube_spots(side, card_index(card), board, 0)))
        for moved in (turned, mirrored, flipped):
            image = lanes(side, {moved(name(at), side.name): stack for at, stack in plain.stacks.items()})
            expected = {moved(space, side.name) for space in spots}
            assert set(side.names(cube_spots(side, card_index(card), image, 0))) == expected


@all_cards
def test_a_habitat_has_at_most_six_orientations_and_each_uses_every_space_once(card: str) -> None:
    for side in SIDES.values():
        masks = habitat_masks(side, card_index(card))
        assert len(masks) == side.width
        assert any(masks)
        for bit, ways in enumerate(masks):
            assert len(ways) == len(set(ways)) <= 6
            assert not ways or bit in side.name_of
            assert all(way.bit_count() == len(CARD_OF[card]["habitat"]) for way in ways)


@pytest.mark.parametrize(
    ("card", "side", "board", "spots"),
    [
        ("frog", "A", "W L", "a1"),
        ("frog", "A", "W TL", ""),
        ("frog", "A", "L W L/W", "a2 b1"),
        ("fish", "A", "W MMM", "a1"),
        ("fish", "A", "W MM", ""),
        ("duck", "A", "W TH", "a1"),
        ("duck", "A", "W MH", "a1"),
        ("duck", "A", "W HH", "a1"),
        ("duck", "A", "W H", ""),
        ("squirrel", "A", "TTL HH/MH/H", "a2 b1"),
        ("otter", "A", "W L L", "a1"),
        ("otter", "A", "L W L", ""),
        ("otter", "B", "W/L//L", ""),
        ("otter", "B", "W/L/. L", "a1"),
        ("bee", "B", "./F TL F/. F", ""),
        ("raccoon", "A", "F W/W/", ""),
        ("raccoon", "A", ". W/W F/. W", "b2"),
        ("raccoon", "A", "W W/W F", ""),
        ("butterfly", "A", "F W F/W", ""),
        ("butterfly", "A", "F W/W F", "a1 b2"),
        ("turtle", "A", "MM W W", "a2"),
        ("turtle", "A", "MMM W W", ""),
    ],
)
def test_spots_read_off_the_cards(card: str, side: str, board: str, spots: str) -> None:
    there = SIDES[side]
    stacks = columns(there, board)
    assert there.names(cube_spots(there, card_index(card), lanes(there, stacks), 0)) == spots.split()


def test_other_spaces_of_a_habitat_may_hold_cubes() -> None:
    side = SIDES["A"]
    board = lanes(side, {"a1": "W", "a2": "L"})
    assert side.names(cube_spots(side, card_index("frog"), board, 1 << side.bit_of["a2"])) == ["a1"]
    assert not cube_spots(side, card_index("frog"), board, 1 << side.bit_of["a1"])


def test_each_habitat_is_complete_somewhere_on_random_boards_of_both_sides() -> None:
    rng = random.Random(11)
    for side in SIDES.values():
        unseen = set(range(len(CARDS)))
        for _ in range(4000):
            board = lanes(side, random_stacks(side.name, rng))
            unseen -= {card for card in unseen if cube_spots(side, card, board, 0)}
            if not unseen:
                break
        assert not unseen


def test_places_and_names_agree() -> None:
    assert all(name(place(space)) == space for side in SIDES.values() for space in side.spaces)
