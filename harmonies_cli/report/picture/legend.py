"""The legend of a picture, and its labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.board_geometry import Point
from harmonies_cli.palette import LINE_OF
from harmonies_cli.report.picture.board_picture import BoardPicture, is_island
from harmonies_cli.report.picture.markup import element, text
from harmonies_cli.report.picture.space_svg import badge, cube, token
from harmonies_cli.report.text_layout import display_width
from harmonies_cli.rules.board.tokens import TOKENS

__all__ = ["drawn_width", "legend"]


def drawn_width(text: str) -> float:
    """Estimate the width of a text in the bold font of a drawing, in ems; err on the wide side."""
    return sum(_ems(letter) for letter in text)


def _ems(letter: str) -> float:
    if letter in "MW@%":
        return 1.15
    if letter.isupper():
        return 0.9
    columns = display_width(letter)
    return 1.0 if columns == 2 else 0.68 * columns


_LINE = 30.0
_TEXT = 12.0


def legend(boards: Sequence[BoardPicture], corner: Point, width: float) -> tuple[str, float]:
    """Return the legend of some boards, placed by its upper left corner, and its height."""
    x, y = corner[0], corner[1] + _LINE / 2
    drawn = []
    for sign, sign_width, words in _entries(boards):
        needed = sign_width + 6 + 0.6 * _TEXT * len(words) + 18
        if x + needed > corner[0] + width + 18 and x > corner[0]:
            x, y = corner[0], y + _LINE
        drawn.append(element("g", sign, transform=f"translate({x + sign_width / 2:.2f} {y:.2f})"))
        drawn.append(text((x + sign_width + 6, y), words, _TEXT, text_anchor="start"))
        x += needed
    return "".join(drawn), y + _LINE - corner[1]


def _entries(boards: Sequence[BoardPicture]) -> Iterator[tuple[str, float, str]]:
    """Yield each sign, drawn around the origin, its width and its words."""
    for kind in TOKENS:
        yield token((0, 0), kind.letter), 46.0, kind.landscape
    if any(board.cubes for board in boards):
        yield cube((0, 7)), 18.0, "cube"
    groups = [(group, board.side) for board in boards for group in board.groups]
    if any(group.row != "spirit" for group, _ in groups):
        yield badge((0, 0), 5, LINE_OF["fields"]), 19.0, "points (outlined spaces together)"
    if any(is_island(group, side) for group, side in groups):
        yield badge((0, 0), 5, LINE_OF["water"]), 19.0, "points of an island"
    if any(group.row == "spirit" for group, _ in groups):
        yield badge((0, 0), 4, LINE_OF["spirit"], square=True), 19.0, "Nature's Spirit points"
