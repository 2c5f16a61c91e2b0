"""The stack on each space of a photographed board: colours and heights, and how certain each is.

Every legal stack predicts the pixels of its space: the top of its highest token, the sides of its tokens, bare board,
or the background. The proposal is the stack that explains the pixels best. Spaces are read from the nearest to the
farthest, because a stack hides what is behind it. Colours are compared with each other and with bare board, never with
fixed values, because the light at the table is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from harmonies_cli.photo.camera import (
    Camera,
    Floats,
    camera_of,
    corner_spaces,
    ground_of,
    homography,
    hull_of,
    pixels_inside,
)
from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.board.tokens import LETTERS, STACKS

__all__ = ["Proposal", "propose"]

RADIUS, THICKNESS = 0.44, 0.35
"""Height of a token, in row steps."""
_MOST_LEVELS = max(map(len, STACKS))
_SURE = 0.999
_SURE_FROM_ABOVE = 0.99999
_STEEP = 0.42
"""Sine of the angle from straight above; below it heights are doubtful, because the sides are hardly visible."""

_BOARD = np.array([214.0, 200, 170])
_CUBE = np.array([236.0, 140, 40])
_TOKENS = np.array([[52.0, 112, 176], [140, 143, 148], [112, 74, 48], [70, 140, 66], [232, 190, 60], [192, 56, 44]])
"""Colours under neutral light, in the order of `LETTERS`; the picture corrects them."""
_OFTEN = {"": 6.0, "W": 4, "M": 3, "MM": 2, "MMM": 1.5, "T": 1, "TT": 0.5, "L": 2, "TL": 2.5, "TTL": 2, "F": 4}
"""Usual numbers of each stack on a final board; 1 for the others."""

_NOISE, _TOP_SHADE, _SIDE_SHADE, _BOARD_SHADE = 0.13, 0.16, 0.22, 0.2
_SIDE_DARKER = -0.33
_STRAY = np.log(0.03)
_UNIFORM = np.log(0.15)
"""Density of an unexplained colour, in logarithms of the three channels."""
_PIXELS = 500
_EVIDENCE = 36.0
"""Number of independent pixels in a space; the errors of neighbours are correlated."""


class Proposal(NamedTuple):
    """The probable stack on a space.

    Attributes
    ----------
    stack
        Letters from the bottom; empty for an empty space.
    second
        The next likely stack.
    sureness
        Probability of the first stack, by the picture alone.
    is_doubtful
        Whether somebody should check it: it is not sure, is red, or its height is visible only from above.
    """

    stack: str
    second: str
    sureness: float
    is_doubtful: bool


def propose(
    picture: npt.NDArray[np.uint8],
    side: Side,
    handles: Sequence[tuple[float, float]],
    bare: tuple[float, float],
) -> dict[str, Proposal]:
    """Return a proposal for each space of a photographed board.

    Parameters
    ----------
    picture
        Shape (height, width, 3), RGB.
    side
        The side of the board.
    handles
        The corner spaces in the picture: the first column's top and bottom, the last column's top and bottom; columns
        and rows in pixels.
    bare
        A place of bare board in the picture.

    Raises
    ------
    ValueError
        If the corners do not span the board.
    """
    ground = ground_of(side)
    plane = homography([ground[space] for space in corner_spaces(side)], handles)
    camera = camera_of(plane, (picture.shape[1], picture.shape[0]))
    gain = _colour_at(picture, bare) / _BOARD
    views = {space: _View(picture, camera, point, gain) for space, point in ground.items()}
    near_first = sorted(ground, key=lambda space: float(np.hypot(*(np.array(ground[space]) - camera.eye[:2]))))
    colours = _logarithms(_TOKENS)
    scores: dict[str, Floats] = {}
    for _ in range(3):
        scores = {}
        hidden = np.zeros(picture.shape[:2], dtype=bool)
        for space in near_first:
            view = views[space]
            scores[space] = view.scores(colours, hidden)
            view.hide(len(STACKS[int(scores[space].argmax())]), hidden)
        colours = _adapt_colours(views, scores)
    return {space: _proposal(scores[space], camera, ground[space]) for space in side.spaces}


def _colour_at(picture: npt.NDArray[np.uint8], place: tuple[float, float]) -> Floats:
    """Return the median colour around a place."""
    reach = max(2, max(picture.shape) // 300)
    column = int(np.clip(round(place[0]), reach, picture.shape[1] - reach - 1))
    row = int(np.clip(round(place[1]), reach, picture.shape[0] - reach - 1))
    patch = picture[row - reach : row + reach + 1, column - reach : column + reach + 1]
    return np.asarray(np.maximum(np.median(patch.reshape(-1, 3), axis=0), 8.0))


def _logarithms(colours: npt.ArrayLike) -> Floats:
    return np.asarray(np.log(np.maximum(np.asarray(colours, dtype=float), 0) / 255 + 0.03))


class _View:
    """The pixels of a space, and the part of a stack that each would show, by the height of the stack."""

    def __init__(
        self, picture: npt.NDArray[np.uint8], camera: Camera, point: tuple[float, float], gain: Floats
    ) -> None:
        discs = [camera.pixels(_circle(*point, level * THICKNESS)) for level in range(_MOST_LEVELS + 1)]
        corners = np.concatenate(discs)
        low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
        high = np.minimum(np.ceil(corners.max(axis=0)), [picture.shape[1] - 1, picture.shape[0] - 1]).astype(int)
        step = max(1, int(np.sqrt(np.prod(np.maximum(high - low, 1)) / _PIXELS)))
        columns, rows = np.meshgrid(np.arange(low[0], high[0] + 1, step), np.arange(low[1], high[1] + 1, step))
        self._at = np.stack([columns.ravel(), rows.ravel()], axis=1)
        self._seen = _logarithms(picture[self._at[:, 1], self._at[:, 0]] / gain)
        self._box = (low, high)
        self._discs = discs
        inside = [pixels_inside(disc, self._at) for disc in discs]
        sides = [pixels_inside(hull_of(np.concatenate(pair)), self._at) for pair in pairwise(discs)]
        self._labels = [self._labels_of(height, inside, sides) for height in range(_MOST_LEVELS + 1)]

    def _labels_of(
        self, height: int, inside: list[npt.NDArray[np.bool_]], sides: list[npt.NDArray[np.bool_]]
    ) -> npt.NDArray[np.int_]:
        """Return for each pixel -1 for the background, 0 for the top (or bare board), 1 to 3 for a level's side."""
        labels = np.full(len(self._at), -1)
        for level in range(1, height + 1):
            labels[sides[level - 1]] = level
        labels[inside[height]] = 0
        return labels

    def scores(self, colours: Floats, hidden: npt.NDArray[np.bool_]) -> Floats:
        """Return the logarithm of the probability of each of the `STACKS`, up to a constant."""
        free = ~hidden[self._at[:, 1], self._at[:, 0]]
        number = max(int(free.sum()), 1)
        seen = self._seen[free]
        top = _density(seen, colours, _TOP_SHADE, 0.0)
        side = _density(seen, colours, _SIDE_SHADE, _SIDE_DARKER)
        board = _density(seen, _logarithms(_BOARD)[None], _BOARD_SHADE, 0.0)
        cube = _density(seen, _logarithms(_CUBE)[None], _SIDE_SHADE, -0.1)
        stray = np.full((1, len(seen)), _UNIFORM + _STRAY)
        # The background may be board, other stacks, or the table.
        behind = logsumexp(
            np.concatenate([board + np.log(0.5), top + np.log(0.04), side + np.log(0.04), stray - _STRAY]), axis=0
        )
        ground = np.logaddexp(board + np.log(0.95), stray)[0]
        top = np.logaddexp(np.logaddexp(top + np.log(0.85), cube + np.log(0.12)), stray)
        side = np.logaddexp(side + np.log(0.97), stray)
        found = np.empty(len(STACKS))
        for node, stack in enumerate(STACKS):
            labels = self._labels[len(stack)][free]
            total = behind[labels < 0].sum()
            total += (top[LETTERS.index(stack[-1])] if stack else ground)[labels == 0].sum()
            for level, letter in enumerate(stack, 1):
                total += side[LETTERS.index(letter)][labels == level].sum()
            found[node] = total * min(1.0, _EVIDENCE / number) + np.log(_OFTEN.get(stack, 1.0))
        return np.asarray(found - logsumexp(found))

    def hide(self, height: int, hidden: npt.NDArray[np.bool_]) -> None:
        """Mark the pixels covered by a stack of a height."""
        if not height:
            return
        low, high = self._box
        columns, rows = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        at = np.stack([columns.ravel(), rows.ravel()], axis=1)
        covered = pixels_inside(hull_of(np.concatenate([self._discs[0], self._discs[height]])), at)
        hidden[low[1] : high[1] + 1, low[0] : high[0] + 1] |= covered.reshape(columns.shape)

    def top_colour(self, height: int) -> Floats:
        """Return the median colour of the top of a stack, in logarithms."""
        return np.asarray(np.median(self._seen[self._labels[height] == 0], axis=0))


def _circle(x: float, y: float, z: float) -> Floats:
    angles = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    return np.column_stack([x + RADIUS * np.cos(angles), y + RADIUS * np.sin(angles), np.full(28, z)])


def _density(seen: Floats, colours: Floats, shade: float, darker: float) -> Floats:
    """Return the logarithm of the density of pixels under each colour, shape (colours, pixels).

    A colour can vary by `shade` in all channels together, and by the noise in each channel.
    """
    away = seen[None] - colours[:, None] - darker
    noise = _NOISE**2
    common = shade**2
    shared = away.sum(axis=2) ** 2 * common / (noise + 3 * common)
    spread = ((away**2).sum(axis=2) - shared) / noise
    volume = 3 * np.log(2 * np.pi) + 2 * np.log(noise) + np.log(noise + 3 * common)
    return np.asarray(-0.5 * (spread + volume))


def _adapt_colours(views: dict[str, _View], scores: dict[str, Floats]) -> Floats:
    """Return the colours of the tokens in this picture, from sure tops, near the usual colours."""
    usual = _logarithms(_TOKENS)
    found = usual * 2
    weights = np.full(len(LETTERS), 2.0)
    for space, view in views.items():
        node = int(scores[space].argmax())
        stack = STACKS[node]
        if stack and scores[space][node] > np.log(0.8):
            found[LETTERS.index(stack[-1])] += view.top_colour(len(stack))
            weights[LETTERS.index(stack[-1])] += 1
    return np.asarray(found / weights[:, None])


def _proposal(scores: Floats, camera: Camera, point: tuple[float, float]) -> Proposal:
    first, second = (int(node) for node in np.argsort(scores)[::-1][:2])
    stack = STACKS[first]
    sureness = float(np.exp(scores[first]))
    line = camera.eye - np.array([*point, 0.0])
    is_steep = float(np.hypot(line[0], line[1]) / np.linalg.norm(line)) < _STEEP
    doubtful = sureness < (_SURE_FROM_ABOVE if is_steep else _SURE) or "H" in stack or (is_steep and bool(stack))
    return Proposal(stack, STACKS[second], sureness, doubtful)
