"""Pictures of boards seen by a random camera: our own simple art, light, blur and noise, with known stacks.

They replace photographs: the stack of every space is known, and so are the corner spaces in the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from scipy.spatial import ConvexHull

from harmonies_cli.photo.camera import Camera, Floats, corner_spaces, ground_of
from harmonies_cli.rules.board.sides import SIDES, Side

RADIUS, THICKNESS, CUBE = 0.44, 0.35, 0.38
_OVERSAMPLED = 2
_PIECES = {
    "W": (52, 112, 176),
    "M": (140, 143, 148),
    "T": (112, 74, 48),
    "L": (70, 140, 66),
    "F": (232, 190, 60),
    "H": (192, 56, 44),
}
STACKS = ("", "W", "M", "MM", "MMM", "T", "TT", "L", "TL", "TTL", "F", "H", "HH", "TH", "MH")
_OFTEN = np.array([5, 4, 3, 2, 1.5, 1, 0.7, 2, 3, 2, 4, 1, 1, 1, 1])


@dataclass
class Scene:
    """A picture of a board.

    Attributes
    ----------
    picture
        The picture, RGB.
    stacks
        Letters of each space, from the bottom; none for an empty space.
    handles
        The corner spaces in the picture, as `corner_spaces` orders them.
    bare
        A spot of bare board in the picture.
    """

    picture: Image.Image
    side: Side
    stacks: dict[str, str]
    handles: list[tuple[float, float]]
    bare: tuple[float, float]
    cubes: frozenset[str]


def camera_at(rng: np.random.Generator, tilt: float, size: tuple[int, int], side: Side) -> Camera:
    """Return a random camera that looks at the middle of a board, `tilt` degrees from straight above."""
    width, height = size
    places = np.array([(*point, 0.0) for point in ground_of(side).values()])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    reach = float(np.ptp(places, axis=0).max()) + 2.0
    focus = rng.uniform(0.7, 1.0) * max(size)
    distance = rng.uniform(1.15, 1.4) * reach * focus / min(size)
    turn = rng.uniform(-0.35, 0.35)
    down = np.radians(tilt)
    eye = middle + distance * np.array([sin(down) * sin(turn), sin(down) * cos(turn), cos(down)])
    forward = (middle - eye) / np.linalg.norm(middle - eye)
    roll = rng.uniform(-0.12, 0.12)
    # y points towards the player, so that "up" in the picture is away from the player
    up = np.array([sin(roll), -cos(roll), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    below = np.cross(forward, right)
    if below @ np.array([0, 1, -1.0]) < 0:
        below = -below
        right = -right
    # the board's axes are left-handed seen from above: x to the right, y to the player, z up
    if right[0] < 0:
        right = -right
    pose = np.stack([right, below, forward])
    lens = np.array([[focus, 0, width / 2], [0, focus, height / 2], [0, 0, 1]])
    return Camera(lens @ np.column_stack([pose, -pose @ eye]), eye)


def _circle(x: float, y: float, z: float, radius: float, number: int = 40) -> Floats:
    angles = np.linspace(0, 2 * pi, number, endpoint=False)
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles), np.full(number, z)])


def scene(
    seed: int, tilt: float, *, side: str = "A", size: tuple[int, int] = (1200, 900), handle_error: float = 0.0
) -> Scene:
    """Draw a board of random stacks, seen `tilt` degrees from straight above.

    The handles are off by `handle_error` (a standard deviation, in pixels).
    """
    rng = np.random.default_rng(seed)
    board = SIDES[side]
    ground = ground_of(board)
    places = np.array([(*point, 0.0) for point in ground.values()])
    middle = (places.min(axis=0) + places.max(axis=0)) / 2
    big = (size[0] * _OVERSAMPLED, size[1] * _OVERSAMPLED)
    camera = camera_at(rng, tilt, big, board)

    light = rng.uniform(0.75, 1.1)
    cast = np.array([1, 1, 1]) + rng.uniform(-0.12, 0.12, 3)
    gloss = rng.uniform(-0.6, 0.6, 2)
    base = np.array([214, 200, 170]) + rng.uniform(-20, 20, 3)
    paints = {
        letter: np.array(rgb) * rng.uniform(0.92, 1.08) + rng.uniform(-10, 10, 3) for letter, rgb in _PIECES.items()
    }

    def shade(colour: Floats, x: float, y: float, factor: float = 1.0) -> tuple[int, int, int]:
        slope = 1 + 0.08 * (gloss[0] * (x - middle[0]) + gloss[1] * (y - middle[1]))
        return tuple(int(v) for v in np.clip(np.asarray(colour) * light * cast * slope * factor, 0, 255))  # type: ignore[return-value]

    picture = Image.new("RGB", big, shade(np.array([90, 70, 55]) + rng.uniform(-25, 25, 3), 0, 0))
    draw = ImageDraw.Draw(picture)

    def polygon(points: Floats, colour: tuple[int, int, int], outline: tuple[int, int, int] | None = None) -> None:
        seen = camera.pixels(points)
        draw.polygon([tuple(point) for point in seen], fill=colour, outline=outline)

    margin = 0.75
    low, high = places.min(axis=0) - margin, places.max(axis=0) + margin
    polygon(
        np.array([[low[0], low[1], 0], [high[0], low[1], 0], [high[0], high[1], 0], [low[0], high[1], 0]]),
        shade(base, 0, 0),
    )
    for x, y in ground.values():
        angles = np.arange(6) * pi / 3
        hexagon = np.column_stack([x + 0.55 * np.cos(angles), y + 0.55 * np.sin(angles), np.zeros(6)])
        tint = base + rng.uniform(-8, 8, 3)
        polygon(hexagon, shade(tint, x, y), shade(tint, x, y, 0.75))

    stacks = {space: STACKS[rng.choice(len(STACKS), p=_OFTEN / _OFTEN.sum())] for space in board.spaces}
    cubes = frozenset(space for space, stack in stacks.items() if stack and rng.random() < 0.12)
    away = sorted(stacks, key=lambda space: -float(np.hypot(*(np.array(ground[space]) - camera.eye[:2]))))
    lamp = rng.uniform(-0.9, 0.9, 2)
    for space in away:
        _shadow(draw, camera, ground[space], len(stacks[space]) * THICKNESS * lamp, shade(base, 0, 0, 0.62))
    for space in away:
        x, y = ground[space]
        x, y = x + rng.normal(0, 0.03), y + rng.normal(0, 0.03)
        for level, letter in enumerate(stacks[space]):
            _token(draw, camera, rng, (x, y, level * THICKNESS), paints[letter], shade)
        if space in cubes:
            _cube(draw, camera, (x, y, len(stacks[space]) * THICKNESS), rng.uniform(0, pi / 2), shade)
    picture = picture.resize(size, Image.Resampling.BOX).filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 1.4)))
    pixels = np.asarray(picture, dtype=float) + rng.normal(0, rng.uniform(2, 6), (size[1], size[0], 3))
    finished = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))

    def in_picture(x: float, y: float) -> tuple[float, float]:
        column, row = camera.pixels([x, y, 0.0]) / _OVERSAMPLED
        return float(column), float(row)

    handles = [in_picture(*ground[space]) for space in corner_spaces(board)]
    handles = [(x + rng.normal(0, handle_error), y + rng.normal(0, handle_error)) for x, y in handles]
    # The user taps a spot of the border that no stack hides.
    border = [in_picture(float(low[0]) + 0.12, float(y)) for y in np.linspace(low[1] + 0.2, high[1] - 0.2, 9)]
    border += [in_picture(float(x), float(high[1]) - 0.12) for x in np.linspace(low[0] + 0.2, high[0] - 0.2, 9)]
    board_colour = np.array(shade(base, 0, 0))
    bare = min(border, key=lambda at: float(np.abs(pixels[int(at[1]), int(at[0])] - board_colour).sum()))
    return Scene(finished, board, stacks, handles, bare, cubes)


def _shadow(draw, camera, place, reach, colour) -> None:  # type: ignore[no-untyped-def]
    """Darken the board beside a stack, away from the lamp; other stacks hide the shadow behind them."""
    if not np.any(reach):
        return
    x, y = place
    points = np.concatenate([_circle(x, y, 0, RADIUS), _circle(x + reach[0], y + reach[1], 0, RADIUS)])
    seen = camera.pixels(points)
    draw.polygon([tuple(point) for point in seen[ConvexHull(seen).vertices]], fill=colour)


def _token(draw, camera, rng, place, paint, shade) -> None:  # type: ignore[no-untyped-def]
    x, y, z = place
    paint = paint * rng.uniform(0.95, 1.05)
    shift = rng.normal(0, 0.015, 2)
    x, y = x + shift[0], y + shift[1]
    low, high = camera.pixels(_circle(x, y, z, RADIUS)), camera.pixels(_circle(x, y, z + THICKNESS, RADIUS))
    points = np.concatenate([low, high])
    hull = points[ConvexHull(points).vertices]
    draw.polygon([tuple(point) for point in hull], fill=shade(paint, x, y, 0.72), outline=shade(paint, x, y, 0.5))
    draw.polygon([tuple(point) for point in high], fill=shade(paint, x, y), outline=shade(paint, x, y, 0.8))
    inner = camera.pixels(_circle(x, y, z + THICKNESS, RADIUS * 0.6))
    draw.polygon([tuple(point) for point in inner], fill=shade(paint, x, y, 1.06))


def _cube(draw, camera, place, turn, shade) -> None:  # type: ignore[no-untyped-def]
    x, y, z = place
    angles = turn + np.arange(4) * pi / 2
    ring = np.column_stack([x + CUBE / 2**0.5 * np.cos(angles), y + CUBE / 2**0.5 * np.sin(angles)])
    low = camera.pixels(np.column_stack([ring, np.full(4, z)]))
    high = camera.pixels(np.column_stack([ring, np.full(4, z + CUBE)]))
    points = np.concatenate([low, high])
    colour = np.array([236, 140, 40])
    draw.polygon([tuple(p) for p in points[ConvexHull(points).vertices]], fill=shade(colour, x, y, 0.75))
    draw.polygon([tuple(p) for p in high], fill=shade(colour, x, y))
