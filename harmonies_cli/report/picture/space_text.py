"""Hexagons drawn with characters, nine wide and five high, sharing their walls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harmonies_cli.board_looks import ANY_BASE, AROUND, PAINTS, TERMINAL_MARK, Place
from harmonies_cli.report.terminal import PLAIN, Canvas, Style

__all__ = ["DOTTED", "HEIGHT", "INSIDE", "OPEN", "PITCH", "SOLID", "Cell", "draw_cells", "size_of"]

PITCH = 7
"""Characters from one column of hexagons to the next."""
HEIGHT = 4
"""Lines from one hexagon to the one below."""
INSIDE = 7
"""Characters across the middle of a hexagon, between its walls."""

_PILE = 5

SOLID, DOTTED, OPEN = range(3)
"""Walls between two hexagons; an open one is not drawn."""

# The characters of the six walls, by side as in geometry.AROUND: place from the hexagon's upper left corner.
_WALLS: tuple[tuple[str, tuple[Place, ...]], ...] = (
    ("/", ((8, 3), (7, 4))),
    ("_", tuple((column, 4) for column in range(2, 7))),
    ("\\", ((0, 3), (1, 4))),
    ("/", ((1, 1), (0, 2))),
    ("_", tuple((column, 0) for column in range(2, 7))),
    ("\\", ((7, 1), (8, 2))),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """A hexagon and its contents.

    Parameters
    ----------
    place
        Its column and path.
    stack
        Its pile, bottom to top.
    head, foot
        The text above the pile (5 characters) and below it (7).
    cube
        The sign of a cube beside the pile, or nothing.
    marked
        Whether to point at it.
    new
        Whether to frame the text above the pile, if there is room.
    """

    place: Place
    stack: str
    head: str = ""
    foot: str = ""
    cube: str = ""
    marked: bool = False
    new: bool = False


def size_of(cells: Sequence[Cell]) -> tuple[int, int]:
    """Return the width and height of a drawing in characters and lines."""
    columns = max(cell.place[0] for cell in cells)
    halves = max(cell.place[1] for cell in cells)
    return PITCH * columns + INSIDE + 2, HEIGHT // 2 * halves + HEIGHT + 1


def draw_cells(
    canvas: Canvas, corner: Place, cells: Sequence[Cell], wall_between: Callable[[Place, Place], int]
) -> None:
    """Draw hexagons on a canvas.

    Parameters
    ----------
    canvas
        What to draw on.
    corner
        The upper left corner of the drawing: character and line.
    cells
        The hexagons.
    wall_between
        Returns the wall between two neighbours: `SOLID`, `DOTTED` or `OPEN`.
    """
    places = {cell.place for cell in cells}
    for cell in sorted(cells, key=lambda cell: cell.marked):
        x, y = corner[0] + PITCH * cell.place[0], corner[1] + HEIGHT // 2 * cell.place[1]
        for side, (right, down) in enumerate(AROUND):
            other = (cell.place[0] + right, cell.place[1] + down)
            kind = wall_between(cell.place, other) if other in places else SOLID
            _draw_wall(canvas, (x, y), cell, side, kind)
        framed = cell.new and len(cell.head) + 2 <= _PILE
        canvas.write(
            x + 2, y + 1, f"[{cell.head}]" if framed else f"{cell.head:5.5}", Style(bold=True) if framed else PLAIN
        )
        canvas.write(x + 1, y + 2, cell.cube, Style(bold=True))
        _write_pile(canvas, (x + 2, y + 2), cell.stack)
        canvas.write(x + 1, y + 3, f"{cell.foot:^7.7}")


def _draw_wall(canvas: Canvas, corner: Place, cell: Cell, side: int, kind: int) -> None:
    sign, places = _WALLS[side]
    style = PLAIN
    if cell.marked:
        sign, style = "!", Style(TERMINAL_MARK.ink, TERMINAL_MARK.body, bold=True)
    elif kind != SOLID:
        sign = "." if kind == DOTTED else " "
    for column, line in places:
        canvas.write(corner[0] + column, corner[1] + line, sign, style)


def _write_pile(canvas: Canvas, corner: Place, stack: str) -> None:
    """Write a pile's letters on five characters in the colours of its lowest and top tokens."""
    if len(stack) > _PILE:
        stack = stack[: _PILE - 1] + "+"
    before = 0 if len(stack) >= _PILE else 2 if len(stack) <= 1 else 1
    letters = f"{' ' * before}{stack or '.':<{_PILE - before}}"
    for offset, letter in enumerate(letters):
        style = _style_of(stack[min(max(0, offset - before), len(stack) - 1)]) if stack else PLAIN
        canvas.write(corner[0] + offset, corner[1], letter, style)


def _style_of(token: str) -> Style:
    paint = PAINTS.get(token, ANY_BASE).terminal
    return Style(paint.ink, paint.body, bold=True)
