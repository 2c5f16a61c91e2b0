"""Places, neighbours and outlines of hexagons."""

from __future__ import annotations

from math import hypot, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harmonies_cli.board_looks import (
    AROUND,
    FAINT,
    INK,
    LINE_OF,
    MARK,
    PAINTS,
    PAPER,
    TERMINAL_MARK,
    Place,
    Point,
    centre,
    corners,
    habitat_place,
    outlines,
    place_of,
)
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.board.tokens import LETTERS

AREA = 3 * sqrt(3) / 2
PLACES = st.sets(st.sampled_from([place_of(space) for space in SIDES["B"].spaces]), min_size=1)


def neighbour_pairs(places: set[Place]) -> int:
    return sum((column + right, half + down) in places for column, half in places for right, down in AROUND) // 2


def signed_area(line: list[Point]) -> float:
    following = [*line[1:], line[0]]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(line, following, strict=True)) / 2


@pytest.mark.parametrize("name", SIDES)
def test_steps_around_a_place_lead_to_the_neighbours_of_the_rules(name: str) -> None:
    space_at = {place_of(space): space for space in SIDES[name].spaces}
    for (column, half), space in space_at.items():
        near = {space_at.get((column + right, half + down)) for right, down in AROUND} - {None}
        assert near == set(SIDES[name].neighbours[space])


def test_neighbours_touch_and_no_other_places_do() -> None:
    places = [place_of(space) for space in SIDES["A"].spaces]
    for one in places:
        for other in places:
            (x1, y1), (x2, y2) = centre(one, 1), centre(other, 1)
            step = (other[0] - one[0], other[1] - one[1])
            assert isclose(hypot(x2 - x1, y2 - y1), sqrt(3)) == (step in AROUND)


def test_side_k_of_a_hexagon_faces_neighbour_k() -> None:
    around = corners((0.0, 0.0), 1)
    for side, place in enumerate(AROUND):
        (x1, y1), (x2, y2) = around[side], around[(side + 1) % 6]
        x, y = centre(place, 1)
        assert isclose((x1 + x2) / 2, x / 2, abs_tol=1e-9)
        assert isclose((y1 + y2) / 2, y / 2, abs_tol=1e-9)


def test_axial_offsets_of_a_habitat_step_as_the_card_data_say() -> None:
    # data/cards.json: top (0,-1), upper right (1,-1), lower right (1,0), bottom (0,1), lower left (-1,1), upper left.
    assert [habitat_place(*axial) for axial in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))] == list(AROUND)


@given(PLACES)
def test_outlines_enclose_exactly_the_group(places: set[Place]) -> None:
    lines = outlines(places, 1.0)
    assert sum(map(len, lines)) == 6 * len(places) - 2 * neighbour_pairs(places)
    assert isclose(sum(map(signed_area, lines)), AREA * len(places))


@given(PLACES, st.floats(0.01, 0.2))
def test_an_inset_outline_keeps_its_distance_from_the_border(places: set[Place], inset: float) -> None:
    for line, inner in zip(outlines(places, 1.0), outlines(places, 1.0, inset), strict=True):
        following = [*line[1:], line[0]]
        for (x1, y1), (x2, y2), (x, y) in zip(line, following, inner, strict=True):
            # Clockwise on a page where y grows downwards: the inside is on the right.
            across = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / hypot(x2 - x1, y2 - y1)
            assert isclose(across, inset, rel_tol=1e-6)


def test_a_ring_has_an_outline_around_and_one_around_its_hole() -> None:
    ring = [(2 + right, 4 + down) for right, down in AROUND]
    around, hole = sorted(outlines(ring, 1.0), key=signed_area, reverse=True)
    assert isclose(signed_area(around), 7 * AREA)
    assert isclose(signed_area(hole), -AREA)


READABLE = 4.5
"""The minimum contrast of ordinary text by the Web Content Accessibility Guidelines."""


def luminance(red: int, green: int, blue: int) -> float:
    parts = [part / 255 for part in (red, green, blue)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def of_hex(colour: str) -> float:
    return luminance(*bytes.fromhex(colour[1:]))


def of_palette(number: int) -> float:
    """Return the luminance of a colour of the 256-colour palette, above the 16 that terminals set themselves."""
    assert number >= 16
    if number >= 232:
        return luminance(*[8 + 10 * (number - 232)] * 3)
    steps = (0, 95, 135, 175, 215, 255)
    return luminance(steps[(number - 16) // 36], steps[(number - 16) // 6 % 6], steps[(number - 16) % 6])


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("letter", LETTERS)
def test_a_tokens_letter_is_readable(letter: str) -> None:
    paint = PAINTS[letter]
    assert contrast(of_hex(paint.body), of_hex(paint.ink)) >= READABLE
    assert contrast(of_palette(paint.terminal.body), of_palette(paint.terminal.ink)) >= READABLE


def test_text_on_paper_and_on_every_ground_is_readable() -> None:
    for ground in (PAPER, *(paint.ground for paint in PAINTS.values())):
        assert contrast(of_hex(INK), of_hex(ground)) >= READABLE
        assert contrast(of_hex(FAINT), of_hex(ground)) >= 3.5
    assert contrast(of_hex(MARK), of_hex(PAPER)) >= READABLE
    assert contrast(of_palette(TERMINAL_MARK.body), of_palette(TERMINAL_MARK.ink)) >= READABLE


def test_outlines_stand_out_from_the_ground() -> None:
    for colour in LINE_OF.values():
        assert contrast(of_hex(colour), of_hex(PAPER)) >= 3
