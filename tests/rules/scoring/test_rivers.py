from __future__ import annotations

import random

import pytest

from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.rivers import longest_shortest_path, loop, river, river_lengths
from tests.rules.scoring.plain_rules import PlainBoard, name, place

A = SIDES["A"]


def water_groups(number: int, seed: int) -> list[tuple[Side, int, PlainBoard]]:
    rng = random.Random(seed)
    found = []
    for _ in range(number):
        density = rng.uniform(0.2, 0.95)
        plain = PlainBoard("A", {space: "W" for space in A.spaces if rng.random() < density})
        for group in plain.groups(plain.where(["W"])):
            found.append((A, sum(1 << A.bit_of[name(at)] for at in group), plain))
    return found


def shortest_paths(plain: PlainBoard, group: list[tuple[int, int]]) -> list[list[str]]:
    """All shortest paths of the greatest length, as lists of spaces."""
    length = max(max(plain.distances(start, group).values()) for start in group)
    found = []

    def grow(path: list[tuple[int, int]], home: dict[tuple[int, int], int]) -> None:
        if not home[path[-1]]:
            found.append([name(at) for at in path])
            return
        for there in plain.near(path[-1]):
            if home.get(there) == home[path[-1]] - 1:
                grow([*path, there], home)

    for end in group:
        home = plain.distances(end, group)
        for start in group:
            if home[start] == length:
                grow([start], home)
    return found


def test_paths_are_shortest_paths_of_the_counted_length() -> None:
    for side, group, plain in water_groups(120, seed=1):
        names = side.names(group)
        path = [side.name_of[bit] for bit in longest_shortest_path(side, group)]
        assert path in shortest_paths(plain, [place(space) for space in names])
        assert len(path) == plain.river_length([place(space) for space in names], "rulebook")
        assert river_lengths(side, group)[0] == len(path)


def test_the_counted_path_is_the_first_in_board_order_among_the_longest() -> None:
    for side, group, plain in water_groups(120, seed=2):
        paths = shortest_paths(plain, [place(space) for space in side.names(group)])
        expected = min(paths, key=lambda path: [side.spaces.index(space) for space in (path[0], path[-1], *path)])
        assert [side.name_of[bit] for bit in longest_shortest_path(side, group)] == expected


def test_loops_are_closed_paths_of_distinct_spaces() -> None:
    for side, group, plain in water_groups(120, seed=3):
        closed = [side.name_of[bit] for bit in loop(side.stride, group)]
        assert len(closed) == plain.longest_loop([place(space) for space in side.names(group)])
        assert len(set(closed)) == len(closed)
        assert set(closed) <= set(side.names(group))
        for here, there in zip(closed, closed[1:] + closed[:1], strict=True):
            assert there in side.neighbours[here]


def test_a_river_is_the_longer_of_path_and_loop() -> None:
    for side, group, plain in water_groups(120, seed=4):
        names = [place(space) for space in side.names(group)]
        for rules in ("rulebook", "bga"):
            counted = river(side, group, rules == "bga")
            assert len(counted) == plain.river_length(names, rules) == river_lengths(side, group)[rules == "bga"]


@pytest.mark.parametrize(
    ("spaces", "length", "under_bga"),
    [
        ("a1", 1, 1),
        ("a1 a2", 2, 2),
        ("a1 a2 b1", 2, 3),
        ("b1 b2 c1 c3 d1 d2", 4, 6),
        ("a1 a2 a3 a4 a5", 5, 5),
        ("c1 b1 b2 a3 a4 b4 c5", 7, 7),
        (" ".join(A.spaces), 7, 9),
    ],
)
def test_known_rivers(spaces: str, length: int, under_bga: int) -> None:
    mask = sum(1 << A.bit_of[space] for space in spaces.split())
    plain = PlainBoard("A", dict.fromkeys(spaces.split(), "W"))
    assert plain.river_length(sorted(map(place, spaces.split())), "bga") == under_bga
    assert river_lengths(A, mask) == (length, under_bga)


def test_no_water_is_no_river() -> None:
    assert river_lengths(A, 0) == (0, 0)
