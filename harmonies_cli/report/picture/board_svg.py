"""The players' boards as one SVG drawing, with its labels and legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from harmonies_cli.board_looks import CUBE, FAINT, HALF_HEIGHT, LINE_OF, MARK, Point, centre, place_of
from harmonies_cli.report.picture.board_picture import BoardPicture, is_island, stack_words
from harmonies_cli.report.picture.space_svg import (
    SIZE,
    badge,
    cube,
    frame,
    group_badges,
    group_outlines,
    hexagon,
    mark,
    pile,
    token,
    vacancy,
)
from harmonies_cli.report.picture.svg import document, element, text, title_element
from harmonies_cli.report.text_layout import display_width, shorten
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.board.sides import side_named
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.safe_text import printable

__all__ = ["boards_svg", "drawn_width", "legend"]


def drawn_width(text: str) -> float:
    """Estimate the width of a text in the bold font of a drawing, in ems, rather too wide than too narrow."""
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
    """Return the legend of some boards, with its upper left corner at a point, and its height."""
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


_MARGIN = 22.0
_HEADING = 62.0
_MARK_LINE = 20.0


def boards_svg(
    boards: Sequence[BoardPicture], *, title: str = "Harmonies boards", across: int = 2, with_legend: bool = True
) -> str:
    """Return one drawing with the boards of all players.

    Parameters
    ----------
    boards
        The boards, in player order.
    title
        A description for screen readers and tooltips.
    across
        Number of boards in a row.
    with_legend
        Whether the drawing explains its signs.

    Returns
    -------
    str
        A self-contained SVG document; equal boards give equal text.
    """
    columns = max(1, min(across, len(boards)))
    width = max(map(_width, boards), default=300.0)
    drawn = []
    top = 0.0
    for first in range(0, len(boards), columns):
        row = boards[first : first + columns]
        drawn += [_board(board, (index * width, top)) for index, board in enumerate(row)]
        top += max(map(_height, row))
    key, key_height = legend(boards, (_MARGIN, top), columns * width - 2 * _MARGIN) if with_legend else ("", 0.0)
    description = " ".join(map(_describe_board, boards))
    return document(columns * width, top + key_height, title, description, *drawn, key) + "\n"


def _width(board: BoardPicture) -> float:
    return SIZE * (1.5 * len(board.columns) + 0.5) + 2 * _MARGIN


def _height(board: BoardPicture) -> float:
    rows = max(side_named(board.side).columns)
    return _HEADING + 2 * HALF_HEIGHT * SIZE * rows + 14 + _MARK_LINE * len(_mark_lines(board))


def _board(board: BoardPicture, corner: Point) -> str:
    left, top = corner[0] + _MARGIN + SIZE, corner[1] + _HEADING + HALF_HEIGHT * SIZE
    middles = {}
    for space in board.spaces:
        x, y = centre(place_of(space), SIZE)
        middles[space] = (left + x, top + y)
    return element(
        "g",
        _heading(board, corner),
        _column_letters(board, middles),
        *(hexagon(middles[space], board.stacks.get(space, "")) for space in board.spaces),
        element("g", group_outlines(board), transform=f"translate({left:.2f} {top:.2f})"),
        *(frame(middles[space]) for space in sorted(board.new)),
        *(_space(board, space, middles[space]) for space in board.spaces),
        group_badges(board, middles),
        *(_open(middles[space], cards) for space, cards in board.open.items()),
        *(_near(card, [middles[space] for space in spaces]) for card, spaces in board.near.items()),
        *_marks(board, middles, corner),
    )


def _heading(board: BoardPicture, corner: Point) -> str:
    x, y = corner[0] + _MARGIN, corner[1] + 26
    room = (_width(board) - 2 * _MARGIN) / 18 - drawn_width(f" {board.points}")
    name = shorten(printable(board.heading), room, measure=drawn_width)
    return element(
        "g",
        title_element("title", board.heading),
        text((x, y), name, 18, text_anchor="start", font_weight="bold"),
        text((x + _width(board) - 2 * _MARGIN, y), board.points, 18, text_anchor="end"),
    )


def _column_letters(board: BoardPicture, middles: dict[str, Point]) -> str:
    above = HALF_HEIGHT * SIZE + 9
    tops = [(column, middles[f"{column}1"]) for column in board.columns]
    return "".join(text((x, y - above), column, 12, fill=FAINT, font_weight="bold") for column, (x, y) in tops)


def _space(board: BoardPicture, space: str, middle: Point) -> str:
    x, y = middle
    stack = board.stacks.get(space, "")
    tokens, lid = pile(middle, stack)
    parts = [title_element("title", _describe_space(board, space)), tokens]
    parts.append(text((x, y - 35.5), space, 9.5, fill=FAINT))
    if space in board.cubes:
        parts.append(cube(lid))
        card = board.cubes[space]
        if card:
            parts.append(text((x, y + 37), shorten(printable(card_words(card)), 11), 7.5))
    return element("g", *parts)


def _open(middle: Point, cards: Sequence[str]) -> str:
    x, y = middle
    name = shorten(printable(", ".join(map(card_words, cards))), 14)
    return vacancy(middle) + text((x, y + 37), name, 7.5, fill=CUBE[2], font_weight="bold")


def _near(card: str, middles: Sequence[Point]) -> str:
    return element("g", *map(vacancy, middles), visibility="hidden", data_near=card)


def _marks(board: BoardPicture, middles: dict[str, Point], corner: Point) -> list[str]:
    x, y = corner[0] + _MARGIN, corner[1] + _height(board) - _MARK_LINE * len(_mark_lines(board))
    drawn = [mark(middles[space]) for space in board.marks]
    for line, words in enumerate(_mark_lines(board)):
        at = (x, y + line * _MARK_LINE)
        drawn.append(text(at, words, 13, text_anchor="start", fill=MARK, font_weight="bold"))
    return drawn


def _mark_lines(board: BoardPicture) -> list[str]:
    """Return the remarks on the marked spaces, in lines no wider than the board."""
    letters = int((_width(board) - 2 * _MARGIN) / 9)
    labels = (printable(f"{space}: {label}") for space, label in board.marks.items())
    return [line for label in labels for line in wrap(label, letters)]


def _describe_space(board: BoardPicture, space: str) -> str:
    """Return everything about a space in words."""
    parts = [f"{space}: {stack_words(board.stacks.get(space, ''))}"]
    if space in board.cubes:
        card = board.cubes[space]
        parts.append(f"cube ({card_words(card)})" if card else "cube")
    parts += [f"{group.row} {group.points} ({group.why})" for group in board.groups_at(space)]
    if space in board.open:
        parts.append(f"open for a cube ({', '.join(map(card_words, board.open[space]))})")
    if space in board.new:
        parts.append("new")
    if space in board.marks:
        parts.append(board.marks[space])
    return "; ".join(parts)


def _describe_board(board: BoardPicture) -> str:
    """Return a board in words, for people who cannot see it."""
    spaces = ". ".join(_describe_space(board, space) for space in board.spaces)
    return f"{board.heading}{', ' + board.points if board.points else ''}. Side {board.side}. {spaces}."
