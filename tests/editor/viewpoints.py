"""Pictures of a board from known viewpoints, with the places of its spaces."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageDraw

from harmonies_cli.editor.page_requests import tables

WIDTH, HEIGHT = 1200, 900


class Viewpoint(NamedTuple):
    """A camera: its tilt from the vertical, its rotation, its distance."""

    lean: float
    turn: float
    roll: float
    distance: float

    def project(self, points: Any) -> Any:
        """Return the places of points of the board's plane on the picture, in pixels."""
        flat = np.column_stack([points, np.zeros(len(points))])
        seen = flat @ _about(2, self.turn).T @ _about(0, self.lean).T @ _about(2, self.roll).T
        depth = self.distance + seen[:, 2]
        return np.array([WIDTH / 2, HEIGHT / 2]) + 1100 * seen[:, :2] / depth[:, None]


def _about(axis: int, degrees: float) -> Any:
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    one, other = [index for index in range(3) if index != axis]
    turned = np.eye(3)
    turned[one, one] = turned[other, other] = cos
    turned[one, other], turned[other, one] = -sin, sin
    return turned


def random_viewpoint(rng: Any) -> Viewpoint:
    return Viewpoint(rng.uniform(-55, 55), rng.uniform(-180, 180), rng.uniform(-20, 20), rng.uniform(900, 1300))


def middles(side: str) -> dict[str, Any]:
    """Return the middle of each space on the board's plane, with the board's middle at zero."""
    found = tables()["sides"][side]["middles"]
    points = np.array(list(found.values()))
    return dict(zip(found, points - points.mean(axis=0), strict=True))


def places(side: str, view: Viewpoint) -> dict[str, Any]:
    """Return the middle of each space on the picture."""
    plane = middles(side)
    return dict(zip(plane, view.project(np.array(list(plane.values()))), strict=True))


def photograph(side: str, view: Viewpoint, path: Path) -> None:
    """Draw a picture with a bright dot for every space."""
    image = Image.new("RGB", (WIDTH, HEIGHT), (70, 60, 50))
    draw = ImageDraw.Draw(image)
    for x, y in places(side, view).values():
        draw.ellipse([x - 6, y - 6, x + 6, y + 6], fill=(255, 255, 255))
    image.save(path)
