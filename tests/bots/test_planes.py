"""Boards as arrays: the same legality, habitats and spirits as the rules give for each board."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from harmonies_cli.bots.boards import CUBES_PLANE, Planes, expand, place_token, planes_of, remembered_river_lengths
from harmonies_cli.bots.crowd import NO_CARD
from harmonies_cli.bots.evaluation import SPIRIT_POINTS
from harmonies_cli.bots.habitat_costs import LIMITS, held_spots, missing_by_kind, spots_within
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.tokens import NEXT
from harmonies_cli.rules.replay.legal_turns import token_spaces
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.spirits import spirit_points
from harmonies_cli.rules.scoring.vectorised import spirit_rows
from harmonies_cli.rules.scoring.vectorised_shapes import river_lengths


def placed(side: Side, seat: Seat, bit: int, token: int) -> Seat:
    after = Seat(side)
    after.stacks = seat.stacks.copy()
    node = NEXT[seat.stacks[bit]][token]
    after.stacks[bit] = node
    after.board = seat.board ^ side.toggle[node][bit]
    after.cubes = seat.cubes
    return after


@cache
def seats(name: str) -> tuple[Seat, ...]:
    side = SIDES[name]
    chance = Random(7)
    found = []
    for _ in range(150):
        seat = Seat(side)
        for _ in range(chance.randrange(45)):
            token = chance.randrange(6)
            spaces = token_spaces(side, seat.stacks, seat.cubes, token)
            if spaces:
                seat = placed(side, seat, chance.choice(spaces), token)
            filled = [bit for bit, node in enumerate(seat.stacks) if node]
            if filled and chance.random() < 0.15:
                seat.cubes |= 1 << chance.choice(filled)
        found.append(seat)
    return tuple(found)


def planes(some: tuple[Seat, ...]) -> Planes:
    return np.concatenate([planes_of(seat) for seat in some], axis=1)


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("token", range(6))
def test_tokens_are_placed_where_and_as_the_rules_place_them(name: str, token: int) -> None:
    side = SIDES[name]
    boards = planes(seats(name))
    parents, spaces = expand(side, boards, token)
    expected = [
        (index, bit)
        for index, seat in enumerate(seats(name))
        for bit in token_spaces(side, seat.stacks, seat.cubes, token)
    ]
    found = [(int(parent), int(space).bit_length() - 1) for parent, space in zip(parents, spaces, strict=True)]
    assert found == expected
    after = place_token(boards[:, parents], token, spaces)
    assert np.array_equal(after, planes(tuple(placed(side, seats(name)[index], bit, token) for index, bit in expected)))


@pytest.mark.parametrize("name", SIDES)
def test_a_spot_that_lacks_nothing_takes_a_cube(name: str) -> None:
    side = SIDES[name]
    cards = tuple(range(len(CARDS)))
    spots = spots_within(side, cards, planes(seats(name)))
    expected = [[cube_spots(side, card, seat.board, seat.cubes) for seat in seats(name)] for card in cards]
    assert np.array_equal(spots[0], np.array(expected))
    for limit in range(1, LIMITS):
        assert not (spots[limit - 1] & ~spots[limit]).any()


@pytest.mark.parametrize("name", SIDES)
def test_a_spot_needs_exactly_the_tokens_that_it_lacks(name: str) -> None:
    side = SIDES[name]
    chance = Random(3)
    some = seats(name)[::5]
    cards = tuple(chance.sample(range(len(CARDS)), 12))
    spots = spots_within(side, cards, planes(some))
    for index, seat in enumerate(some):
        reached = [[0] * LIMITS for _ in cards]
        boards = {tuple(seat.stacks): seat}
        for tokens in range(2):
            for number, card in enumerate(cards):
                for after in boards.values():
                    reached[number][tokens] |= cube_spots(side, card, after.board, after.cubes)
            if tokens == 0:
                boards = {
                    tuple(after.stacks): after
                    for before in boards.values()
                    for token in range(6)
                    for bit in token_spaces(side, before.stacks, before.cubes, token)
                    for after in [placed(side, before, bit, token)]
                }
        for number in range(len(cards)):
            within_one = reached[number][0] | reached[number][1]
            assert int(spots[1, number, index]) == within_one


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("card", SPIRITS)
def test_spirits_on_boards_in_an_array_score_as_on_single_boards(name: str, card: int) -> None:
    side = SIDES[name]
    rows = spirit_rows(side, card, planes(seats(name)))
    assert rows.tolist() == [spirit_points(side, card, split(seat.board)) for seat in seats(name)]
    assert rows.any()


def test_every_spirit_has_an_expectation_and_animals_have_none() -> None:
    assert set(SPIRIT_POINTS) == {CARDS[card].id for card in SPIRITS}
    assert not set(SPIRIT_POINTS) & {CARDS[card].id for card in ANIMALS}


@pytest.mark.parametrize("name", SIDES)
def test_boards_with_different_cards_find_the_same_spots(name: str) -> None:
    side, boards, chance = SIDES[name], planes(seats(name)), Random(3)
    held = np.array([[chance.randrange(NO_CARD, len(CARDS)) for _ in range(boards.shape[1])] for _ in range(4)])
    found = held_spots(side, held, missing_by_kind(side, boards), boards[CUBES_PLANE])
    assert len(found.cards) == (held != NO_CARD).sum()
    for number, (card, slot, board) in enumerate(zip(found.cards, found.slots, found.boards, strict=True)):
        assert held[slot, board] == card
        alone = spots_within(side, (int(card),), boards[:, board : board + 1])[:, 0, 0]
        assert found.spots[:, number].tolist() == alone.tolist()


def test_boards_without_cards_have_no_spots() -> None:
    side, boards = SIDES["A"], planes(seats("A"))
    held = np.full((4, boards.shape[1]), NO_CARD)
    assert held_spots(side, held, missing_by_kind(side, boards), boards[CUBES_PLANE]).spots.shape == (LIMITS, 0)


def test_a_remembered_river_is_as_long_as_a_new_one() -> None:
    """Enough rivers that they evict each other from the cache."""
    side = SIDES["A"]
    chance = np.random.default_rng(4)
    waters = np.uint32(side.full) & chance.integers(0, 1 << 32, 80_000, np.uint32)
    waters &= chance.integers(0, 1 << 32, 80_000, np.uint32)
    lengths = river_lengths(side, waters)
    for order in (np.arange(80_000), np.arange(80_000)[::-1], chance.permutation(80_000)):
        assert (remembered_river_lengths(side, waters[order]) == lengths[order]).all()
