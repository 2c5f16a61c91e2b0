"""The camera behind a photograph of a board: its pose from the board's four corner spaces, and areas of the picture.

Lengths are in row steps, the distance between the middles of two neighbouring spaces. The board is in the plane
``z = 0``; `x` increases to the right and `y` towards the player, and tokens rise towards positive `z`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull

from harmonies_cli.board_looks import centre, place_of
from harmonies_cli.rules.board.sides import Side

__all__ = ["Camera", "Floats", "camera_of", "corner_spaces", "ground_of", "homography", "hull_of", "pixels_inside"]

Floats: TypeAlias = npt.NDArray[np.float64]

_SIZE = 1 / sqrt(3)
"""Distance from the middle of a space to its corners."""
_USUAL_FOCUS = 0.8
"""Focal length of a phone's main camera, in units of its picture's longer side."""
_FOCI = np.geomspace(0.45, 2.5, 80)


class Camera(NamedTuple):
    """A pinhole camera.

    Attributes
    ----------
    matrix : ndarray
        Shape (3, 4): homogeneous points of space to homogeneous pixels.
    eye : ndarray
        Shape (3,): the place of the camera.
    """

    matrix: Floats
    eye: Floats

    def pixels(self, points: npt.ArrayLike) -> Floats:
        """Return the places of points in the picture.

        Parameters
        ----------
        points
            Shape (..., 3), in row steps.

        Returns
        -------
        ndarray
            Shape (..., 2): columns and rows of the picture.
        """
        points = np.asarray(points, dtype=float)
        seen = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        return np.asarray(seen[..., :2] / seen[..., 2:])


def ground_of(side: Side) -> dict[str, tuple[float, float]]:
    """Return the middle of each space of a board, in row steps from the first space."""
    return {space: centre(place_of(space), _SIZE) for space in side.spaces}


def corner_spaces(side: Side) -> tuple[str, str, str, str]:
    """Return the corner spaces: the first column's top and bottom, the last column's top and bottom."""
    first, last = (
        [space for space in side.spaces if space[0] == letter] for letter in (side.spaces[0][0], side.spaces[-1][0])
    )
    return first[0], first[-1], last[0], last[-1]


def homography(ground: Sequence[tuple[float, float]], pixels: Sequence[tuple[float, float]]) -> Floats:
    """Return the map from the board's plane to the picture, shape (3, 3), from four points.

    Raises
    ------
    ValueError
        If three of the points are on a line.
    """
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(ground, pixels, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y])
    matrix = np.array(rows)
    if np.linalg.cond(matrix) > 1e12:
        raise ValueError("the corners of the board do not span it")
    found = np.linalg.solve(matrix, np.array(pixels, dtype=float).ravel())
    return np.append(found, 1.0).reshape(3, 3)


def camera_of(plane: Floats, size: tuple[int, int]) -> Camera:
    """Return the camera that maps the board's plane as a homography does.

    The focal length makes the columns of the rotation as orthogonal and equally long as possible. A board seen from
    straight above gives no information about it; the result then has the focal length of a usual phone.

    Parameters
    ----------
    plane
        The map from the plane to the picture, shape (3, 3).
    size
        Width and height of the picture, in pixels.
    """
    width, height = size
    longer = max(size)
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]) @ plane

    def columns(focus: float) -> Any:
        return (np.diag([1 / focus, 1 / focus, 1]) @ middle).T

    def misfit(focus: float) -> float:
        first, second, _ = columns(focus * longer)
        scale = first @ first + second @ second
        wrong = ((first @ second) ** 2 + (first @ first - second @ second) ** 2 / 4) / scale**2
        return float(wrong + 2e-5 * np.log(focus / _USUAL_FOCUS) ** 2)

    focus = min(_FOCI, key=misfit) * longer
    first, second, shift = columns(focus)
    scale = np.sqrt(np.linalg.norm(first) * np.linalg.norm(second))
    if shift[2] < 0:
        scale = -scale
    first, second, shift = first / scale, second / scale, shift / scale
    third = np.cross(first, second)
    eye = -np.linalg.solve(np.column_stack([first, second, third]), shift)
    if eye[2] < 0:
        third, eye = -third, eye * [1, 1, -1]
    pose = np.column_stack([first, second, third, shift])
    lens = np.array([[focus, 0, width / 2], [0, focus, height / 2], [0, 0, 1]])
    return Camera(lens @ pose, eye)


def hull_of(points: Floats) -> Floats:
    """Return the corners of the convex hull of points."""
    return np.asarray(points[ConvexHull(points).vertices])


def pixels_inside(polygon: Floats, at: npt.NDArray[np.int_]) -> npt.NDArray[np.bool_]:
    """Return which pixels are inside a convex polygon, in either orientation."""
    after = np.roll(polygon, -1, axis=0)
    edge = after - polygon
    turn = edge[:, 0] * (at[:, 1, None] - polygon[:, 1]) - edge[:, 1] * (at[:, 0, None] - polygon[:, 0])
    return np.asarray((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1))
