"""Boards drawn with characters: large, to compare with a photograph, and small, to fit two side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from textwrap import wrap

from harmonies_cli.board_looks import PAINTS, TERMINAL_MARK, Place, place_of
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.report.picture.board_picture import BoardPicture, is_island
from harmonies_cli.report.picture.space_text import (
    DOTTED,
    HEIGHT,
    INSIDE,
    OPEN,
    PITCH,
    SOLID,
    Cell,
    draw_cells,
    size_of,
)
from harmonies_cli.report.terminal import PLAIN, Canvas, Style, Terminal
from harmonies_cli.report.text_layout import display_width, in_ascii, shorten
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, Side
from harmonies_cli.rules.board.tokens import TOKENS
from harmonies_cli.safe_text import printable

__all__ = ["board_text", "boards_text", "small_board", "small_board_width"]

_GAP = 3
_MARKED = Style(TERMINAL_MARK.ink, TERMINAL_MARK.body, bold=True)


def board_text(board: BoardPicture, *, colour: bool = False, ascii_only: bool = False, width: int = 80) -> str:
    """Return one board drawn with characters.

    Parameters
    ----------
    board
        The board.
    colour
        Whether to add colours, as escape sequences of the 256-colour palette.
    ascii_only
        Whether to use only ASCII, also in names.
    width
        Columns available; a board too wide for them is listed column by column.
    """
    return "\n".join(line.rstrip() for line, _ in _lines(board, colour, ascii_only, width)) + "\n"


def boards_text(
    boards: Sequence[BoardPicture], *, colour: bool = False, ascii_only: bool = False, width: int = 80
) -> str:
    """Return all boards, side by side if there is room, and a legend.

    The parameters are those of `board_text`.
    """
    blocks = [_lines(board, colour, ascii_only, width) for board in boards]
    widest = max((line_width for block in blocks for _, line_width in block), default=1)
    across = max(1, (width + _GAP) // (widest + _GAP))
    lines = []
    for first in range(0, len(blocks), across):
        lines += [line.rstrip() for line in _beside(blocks[first : first + across], widest)] + [""]
    return "\n".join([*lines, *_legend(boards, colour, ascii_only, width)]) + "\n"


_Line = tuple[str, int]
"""A line and its width in terminal columns."""


def _beside(blocks: Sequence[list[_Line]], width: int) -> Iterable[str]:
    for number in range(max(map(len, blocks))):
        row = [block[number] if number < len(block) else ("", 0) for block in blocks]
        yield (" " * _GAP).join(line + " " * (width - line_width) for line, line_width in row)


def _lines(board: BoardPicture, colour: bool, ascii_only: bool, width: int) -> list[_Line]:
    wide = _width_of(board)
    points = f"  {board.points}" if board.points else ""
    heading = shorten(printable(board.heading), max(8, min(wide, width) - len(points))) + points
    notes = [
        line
        for space, label in board.marks.items()
        for line in wrap(f"! {space}: {printable(label)}", max(20, min(wide, width)), subsequent_indent="  ")
    ]

    def line(text: str, style: Style) -> _Line:
        text = in_ascii(text) if ascii_only else text
        return style.paint(text) if colour else text, display_width(text)

    return [
        line(heading, Style(bold=True)),
        *(_columns(board, ascii_only) if wide > width else _hexagons(board, colour, ascii_only)),
        *(line(note, _MARKED) for note in notes),
    ]


def _hexagons(board: BoardPicture, colour: bool, ascii_only: bool) -> list[_Line]:
    cells = [_cell(board, space, ascii_only) for space in board.spaces]
    width, height = size_of(cells)
    canvas = Canvas(width, height + 1)
    draw_cells(canvas, (0, 1), cells, _walls(board))
    for number, column in enumerate(board.columns):
        canvas.write(PITCH * number + INSIDE // 2 + 1, HEIGHT // 2 * (number % 2), column, Style(bold=True))
    return [(line, width) for line in canvas.lines(colour=colour)]


def _cell(board: BoardPicture, space: str, ascii_only: bool) -> Cell:
    head, foot = space, ""
    for group in board.groups:
        if group.points and group.spaces[0] == space:
            if group.row == "spirit":
                foot += f" *{group.points}"
            elif is_island(group, board.side):
                foot += f" ~{group.points}"
            else:
                head = f"{space}{f'+{group.points}':>3}"
    card = printable(card_words(board.cubes.get(space) or ""))
    name = shorten(card, INSIDE - len(foot)) if len(foot) < 5 else ""
    foot = (name + foot).strip()
    return Cell(
        place_of(space),
        board.stacks.get(space, ""),
        head,
        in_ascii(foot)[:INSIDE] if ascii_only else foot,
        "" if space not in board.cubes else "#" if ascii_only else "■",
        space in board.marks,
        space in board.new,
    )


def _walls(board: BoardPicture) -> Callable[[Place, Place], int]:
    """Return a function for the wall between two spaces: none inside a scoring group, dots inside an island."""
    groups = [
        (DOTTED if is_island(group, board.side) else OPEN, {place_of(space) for space in group.spaces})
        for group in board.groups
        if group.points and group.row != "spirit"
    ]

    def between(one: Place, other: Place) -> int:
        return max((kind for kind, places in groups if one in places and other in places), default=SOLID)

    return between


def _width_of(board: BoardPicture) -> int:
    """Return the width of a drawing in columns."""
    return PITCH * len(board.columns) + 2


def _columns(board: BoardPicture, ascii_only: bool) -> list[_Line]:
    """Return the columns as typed, with a sign for each cube, for terminals too narrow for a drawing."""
    sign = "#" if ascii_only else "■"
    lines = []
    for column in board.columns:
        spaces = [space for space in board.spaces if space[0] == column]
        piles = (board.stacks.get(space, ".") + sign * (space in board.cubes) for space in spaces)
        lines.append(f"{column}: {' '.join(piles)}")
    return [(line, len(line)) for line in lines]


def _legend(boards: Sequence[BoardPicture], colour: bool, ascii_only: bool, width: int) -> list[str]:
    signs = [(kind.letter, kind.landscape) for kind in TOKENS]
    drawn = [board for board in boards if _width_of(board) <= width]
    groups = [(group, board.side) for board in drawn for group in board.groups if group.points]
    if any(board.cubes for board in boards):
        signs.append(("#" if ascii_only else "■", "cube"))
    if any(group.row != "spirit" for group, _ in groups):
        signs.append(("+", "points"))
    if any(is_island(group, side) for group, side in groups):
        signs.append(("~", "island"))
    if any(group.row == "spirit" for group, _ in groups):
        signs.append(("*", "Nature's Spirit"))
    lines, used = [""], 0
    for sign, words in signs:
        paint = PAINTS[sign].terminal if sign in PAINTS else None
        sign = f" {sign} " if paint and colour else sign
        needed = len(sign) + len(words) + 3
        if used and used + needed - 2 > width:
            lines, used = [*lines, ""], 0
        style = Style(paint.ink, paint.body, bold=True) if paint else Style(bold=True)
        lines[-1] += f"{style.paint(sign) if colour else sign} {words}  "
        used += needed
    return [line.rstrip() for line in lines]


_PITCH = 4
_CELL = 6
"""Columns of a space: a stack of three, its cube, and the brackets around what is new."""
_GUTTER = 2
_BOLD = Style(bold=True)


def small_board_width(side: Side) -> int:
    """Return the width of a board in columns."""
    return _GUTTER + _PITCH * (len(side.columns) - 1) + _CELL


def small_board(
    side: Side, board: PlayerBoard, terminal: Terminal, *, new: Collection[str] = (), fault: str | None = None
) -> list[str]:
    """Return a board as lines of equal width, two to a space, with letters above and numbers at the left.

    Parameters
    ----------
    side
        Its side.
    board
        Its stacks and cubes.
    terminal
        What the output can show.
    new
        Spaces to put in brackets.
    fault
        A space to point at.
    """
    canvas = Canvas(small_board_width(side), 2 * max(side.columns) + 1 - (side.columns[1] < side.columns[0]))
    for number in range(len(side.columns)):
        canvas.write(_GUTTER + _PITCH * number + 1, 0, COLUMN_LETTERS[number], _BOLD)
    for row in range(max(side.columns)):
        canvas.write(0, 1 + 2 * row, str(row + 1), _BOLD)
    for space in side.spaces:
        column = COLUMN_LETTERS.index(space[0])
        left, line = _GUTTER + _PITCH * column, 2 * int(space[1]) - 1 + column % 2
        stack = board.stacks.get(space, "")
        sign = "" if space not in board.cubes else "■" if terminal.unicode else "#"
        text = f"{stack or '.'}{sign}"
        brackets = "!!" if space == fault else "[]" if space in new else "  "
        inside = f"{brackets[0]}{text}{brackets[1]}"
        paint = PAINTS[stack[-1]].terminal if stack else None
        canvas.write(left, line, inside, _BOLD if brackets != "  " else PLAIN)
        if paint:
            canvas.write(left + 1, line, text, Style(paint.ink, paint.body, bold=True))
    return canvas.lines(colour=terminal.colour)
