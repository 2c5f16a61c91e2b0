"""A board in few lines: two side by side, and a turn around them, fit on any terminal."""

from __future__ import annotations

from collections.abc import Collection

from harmonies_cli.palette import PAINTS
from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.report.picture.canvas import PLAIN, Canvas, Style
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.rules.board.sides import COLUMN_LETTERS, Side

__all__ = ["small_board", "small_board_width"]

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
    """Return a board as lines of equal width, half a space high, with letters above and numbers at the left.

    Parameters
    ----------
    side
        Its side.
    board
        What is on it.
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
