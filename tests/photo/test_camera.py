"""The camera behind a photograph: exact on synthetic views."""

from __future__ import annotations

import numpy as np
import pytest

from harmonies_cli.photo.camera import camera_of, corner_spaces, ground_of, homography
from harmonies_cli.rules.board.sides import SIDES
from tests.photo.scenes import camera_at


@pytest.mark.parametrize("name", ["A", "B"])
@pytest.mark.parametrize("seed", range(10))
def test_spaces_and_heights_are_where_the_camera_sees_them(name: str, seed: int) -> None:
    side, size = SIDES[name], (1200, 900)
    ground = ground_of(side)
    true = camera_at(np.random.default_rng(seed), 28 + 3 * seed, size, side)
    handles = [tuple(true.pixels([*ground[space], 0.0])) for space in corner_spaces(side)]
    plane = homography([ground[space] for space in corner_spaces(side)], handles)
    found = camera_of(plane, size)
    points = np.array([[x, y, z] for x, y in ground.values() for z in (0.0, 1.05)])
    away = np.abs(found.pixels(points) - true.pixels(points)).max(axis=1)
    assert away[::2].max() < 1e-6  # on the board the homography is exact
    assert away[1::2].max() < 4  # above the board the focal length matters, which is only estimated


def test_corners_in_one_line_span_no_board() -> None:
    side = SIDES["A"]
    ground = [ground_of(side)[space] for space in corner_spaces(side)]
    with pytest.raises(ValueError, match="do not span"):
        homography(ground, [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)])
