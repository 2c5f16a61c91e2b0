"""Boards as arrays: the same legality, habitats and spirits as the rules', board by board."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from harmonies_cli.bots.boards import Planes, expand, place_token, planes_of
from harmonies_cli.bots.evaluation import SPIRIT_POINTS
from harmonies_cli.bots.habitat_costs import LIMITS, spots_within
from harmonies_cli.rules.board.cards import ANIMALS, CARDS, SPIRITS
from harmonies_cli.rules.board.habitats import cube_spots
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.board.stacks import NEXT
from harmonies_cli.rules.replay.legal_placements import token_spaces
from harmonies_cli.rules.replay.state import Seat
from harmonies_cli.rules.scoring.landscapes import split
from harmonies_cli.rules.scoring.spirits import spirit_points
from harmonies_cli.rules.scoring.vectorised import spirit_rows


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
def test_nothing_missing_is_where_a_cube_may_go(name: str) -> None:
    side = SIDES[name]
    cards = tuple(range(len(CARDS)))
    spots = spots_within(side, cards, planes(seats(name)))
    expected = [[cube_spots(side, card, seat.board, seat.cubes) for seat in seats(name)] for card in cards]
    assert np.array_equal(spots[0], np.array(expected))
    for limit in range(1, LIMITS):
        assert not (spots[limit - 1] & ~spots[limit]).any()


@pytest.mark.parametrize("name", SIDES)
def test_a_spot_that_lacks_tokens_is_reached_with_so_many_and_no_fewer(name: str) -> None:
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
def test_spirits_score_as_one_by_one(name: str, card: int) -> None:
    side = SIDES[name]
    rows = spirit_rows(side, card, planes(seats(name)))
    assert rows.tolist() == [spirit_points(side, card, split(seat.board)) for seat in seats(name)]
    assert rows.any()


def test_every_spirit_has_an_expectation_and_animals_have_none() -> None:
    assert set(SPIRIT_POINTS) == {CARDS[card].id for card in SPIRITS}
    assert not set(SPIRIT_POINTS) & {CARDS[card].id for card in ANIMALS}
