from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.errors import UnknownNameError
from harmonies_cli.rules.board.sides import SIDES, Side, bits, side_named
from tests.rules.board.symmetries import flipped, mirrored, turned
from tests.rules.scoring.plain_rules import PlainBoard, name, place, places

both_sides = pytest.mark.parametrize("side", SIDES.values(), ids=SIDES)
spaces_of_a_side = st.sampled_from(list(SIDES.values())).flatmap(
    lambda side: st.tuples(st.just(side), st.sets(st.sampled_from(side.spaces)))
)


def mask(side: Side, spaces: set[str]) -> int:
    return sum(1 << side.bit_of[space] for space in spaces)


@both_sides
def test_spaces_are_in_board_order(side: Side) -> None:
    assert list(side.spaces) == [name(at) for at in places(side.name)]
    assert len(side.spaces) == {"A": 23, "B": 25}[side.name]
    assert [side.bit_of[space] for space in side.spaces] == sorted(side.bit_of[space] for space in side.spaces)


@both_sides
def test_neighbours_are_those_of_the_rules(side: Side) -> None:
    plain = PlainBoard(side.name, {})
    for space in side.spaces:
        expected = sorted(plain.near(place(space)))
        assert list(side.neighbours[space]) == [name(at) for at in expected]
        assert side.names(side.around[side.bit_of[space]]) == [name(at) for at in expected]


def test_some_neighbours_read_off_the_printed_board() -> None:
    assert SIDES["A"].neighbours["a1"] == ("a2", "b1")
    assert SIDES["A"].neighbours["b1"] == ("a1", "a2", "b2", "c1", "c2")
    assert SIDES["A"].neighbours["c3"] == ("b2", "b3", "c2", "c4", "d2", "d3")
    assert SIDES["B"].neighbours["g4"] == ("f3", "g3")
    assert SIDES["B"].neighbours["d2"] == ("c2", "c3", "d1", "d3", "e2", "e3")


@both_sides
def test_spaces_are_found_in_any_case(side: Side) -> None:
    for space in side.spaces:
        assert side.bit(space) == side.bit(space.upper()) == side.bit_of[space]
        assert side.name_of[side.bit(space)] == space


@pytest.mark.parametrize(
    ("side", "space"), [("A", "f1"), ("A", "b5"), ("A", "e6"), ("B", "a5"), ("B", "b4"), ("B", "h1")]
)
@pytest.mark.parametrize("suffix", ["", " ", "0"])
def test_spaces_that_a_side_lacks(side: str, space: str, suffix: str) -> None:
    with pytest.raises(UnknownNameError) as error:
        SIDES[side].bit(space + suffix)
    assert error.value.what == "space"


def test_sides_are_found_in_either_case() -> None:
    assert side_named("a") is side_named("A") is SIDES["A"]
    assert side_named("b") is side_named("B") is SIDES["B"]
    with pytest.raises(UnknownNameError):
        side_named("C")


@given(spaces_of_a_side)
def test_groups_are_those_found_space_by_space(drawn: tuple[Side, set[str]]) -> None:
    side, spaces = drawn
    plain = PlainBoard(side.name, {})
    expected = [[name(at) for at in group] for group in plain.groups(sorted(map(place, spaces)))]
    groups = side.groups(mask(side, spaces))
    assert [side.names(group) for group in groups] == expected
    assert side.count_groups(mask(side, spaces)) == len(expected)
    assert not spaces or side.names(side.first_group(mask(side, spaces))) == expected[0]


@given(spaces_of_a_side)
def test_next_to_is_the_union_of_the_neighbours(drawn: tuple[Side, set[str]]) -> None:
    side, spaces = drawn
    expected = {near for space in spaces for near in side.neighbours[space]}
    assert set(side.names(side.next_to(mask(side, spaces)))) == expected


@both_sides
@pytest.mark.parametrize("moved", [turned, mirrored, flipped])
def test_turning_and_mirroring_keep_the_board(side: Side, moved: object) -> None:
    assert callable(moved)
    images = {space: moved(space, side.name) for space in side.spaces}
    assert sorted(images.values()) == sorted(side.spaces)
    for space in side.spaces:
        assert {images[near] for near in side.neighbours[space]} == set(side.neighbours[images[space]])


@both_sides
def test_steps_lead_to_the_six_neighbours_and_off_the_board(side: Side) -> None:
    directions = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
    for space in side.spaces:
        steps = [side.offset(side.bit_of[space], q, r) for q, r in directions]
        assert {side.name_of[step] for step in steps if step is not None} == set(side.neighbours[space])
        assert side.offset(side.bit_of[space], 0, 0) == side.bit_of[space]
        assert side.offset(side.bit_of[space], 9, 0) is None


def test_bits_come_lowest_first() -> None:
    assert list(bits(0)) == []
    assert list(bits(0b1010010)) == [1, 4, 6]
