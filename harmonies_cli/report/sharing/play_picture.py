"""A result as one picture: the pad, and the boards below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from harmonies_cli.board_looks import PAINTS
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.phrases import names_by_player, shown_points
from harmonies_cli.report.picture.board_picture import BoardPicture
from harmonies_cli.report.picture.board_svg import boards_svg, drawn_width
from harmonies_cli.report.picture.svg import FONT, element, number, text, title_element
from harmonies_cli.report.text_layout import shorten
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet
from harmonies_cli.safe_text import printable

__all__ = ["DARK", "LIGHT", "Theme", "pad_drawing", "play_picture", "sheet_of_paper"]


class Theme(NamedTuple):
    """Colours of a picture."""

    ground: str
    paper: str
    strong: str
    ink: str
    faint: str
    line: str


LIGHT = Theme("#f3f1ec", "#ffffff", "#f0ede5", "#22262b", "#5d646c", "#d5d2ca")
DARK = Theme("#15171a", "#1f2226", "#2a2e33", "#e8e6e1", "#a4a9b0", "#3a3f45")

_MARGIN = 20.0
_LABEL = 130.0
_WIDEST = 220.0
_ROW = 30.0
_TITLE = 58.0
_NARROW = 540.0
_ROW_PAINT = {"trees": "L", "mountains": "M", "fields": "F", "buildings": "H", "water": "W"}
_SUMS = frozenset(("landscapes", "animals", "total"))


def play_picture(
    found: VerifiedRecord,
    boards: Sequence[BoardPicture],
    *,
    date: str | None = None,
    theme: Theme = LIGHT,
    narrow: bool = False,
) -> str:
    """Return the picture of a finished record as SVG.

    Parameters
    ----------
    found
        The record, assessed.
    boards
        Its boards; none for a paper sheet.
    date
        The recorded date.
    theme
        The colours.
    narrow
        Whether to put the boards one below another, as wide as a phone.
    """
    drawing = boards_svg(boards, across=1 if narrow else 2, with_legend=False) if boards else ""
    board_width, board_height = _size(drawing)
    wide = _LABEL + _WIDEST * len(found.players) + 2 * _MARGIN
    width = _NARROW if narrow else max(board_width + 2 * _MARGIN, min(wide, 900.0), _NARROW)
    title = f"Harmonies, {date[:10]}" if date else "Harmonies"
    pad, pad_height = pad_drawing(found.players, (_MARGIN, _TITLE), width - 2 * _MARGIN, theme)
    parts = [text((_MARGIN, 32), title, 22, text_anchor="start", font_weight="bold", fill=theme.ink), pad]
    height = _TITLE + pad_height + _MARGIN
    if drawing:
        scale = min(1.0, (width - 2 * _MARGIN) / board_width)
        left = (width - board_width * scale) / 2
        parts.append(element("g", drawing, transform=f"translate({left:.2f} {height:.2f}) scale({scale:.4f})"))
        height += board_height * scale + _MARGIN
    return sheet_of_paper(width, height, title, theme, *parts)


def sheet_of_paper(width: float, height: float, title: str, theme: Theme, *parts: str) -> str:
    """Return a whole drawing on a background of the theme's colour."""
    ground = element("rect", x=0, y=0, width=width, height=height, fill=theme.ground)
    return element(
        "svg",
        title_element("title", title),
        ground,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        font_family=FONT,
        text_anchor="middle",
    )


def _size(drawing: str) -> tuple[float, float]:
    if not drawing:
        return 0.0, 0.0
    head = drawing[: drawing.index(">")]
    width, height = (float(head.partition(f' {name}="')[2].partition('"')[0]) for name in ("width", "height"))
    return width, height


def pad_drawing(
    sheets: Sequence[Scoresheet], corner: tuple[float, float], width: float, theme: Theme
) -> tuple[str, float]:
    """Return the pad as markup, and its height.

    Parameters
    ----------
    sheets
        The players' scoresheets.
    corner
        Left and top.
    width
        Its width.
    theme
        The colours.
    """
    names = names_by_player(sheets)
    shown = [row for row in ROWS if any(getattr(sheet, row) is not None for sheet in sheets)]
    lines = [(row, [shown_points(getattr(sheet, row)) for sheet in sheets]) for row in shown]
    if len(sheets) > 1:
        lines.append(("rank", ["" if sheet.rank is None else str(sheet.rank) for sheet in sheets]))
    elif sheets[0].suns is not None:
        lines.append(("suns", [str(sheets[0].suns)]))
    left, top = corner
    column = (width - _LABEL) / len(sheets)
    height = _ROW * (len(lines) + 1)
    drawn = [element("rect", x=left, y=top, width=width, height=height, rx=8, fill=theme.paper, stroke=theme.line)]
    for index, sheet in enumerate(sheets):
        crown = "★ " if sheet.winner and len(sheets) > 1 else ""
        name = shorten(f"{crown}{printable(names[sheet.player])}", (column - 16) / 15, measure=drawn_width)
        at = (left + _LABEL + column * (index + 1) - 14, top + _ROW / 2)
        drawn.append(text(at, name, 15, text_anchor="end", font_weight="bold", fill=theme.ink))
    for index, (row, cells) in enumerate(lines, 1):
        drawn.append(_row(row, cells, (left, top + index * _ROW), (width, column), theme))
    return element("g", *drawn), height


def _row(row: str, cells: Sequence[str], corner: tuple[float, float], widths: tuple[float, float], theme: Theme) -> str:
    left, top = corner
    width, column = widths
    strong = row in _SUMS
    parts = []
    if strong:
        parts.append(element("rect", x=left + 1, y=top, width=width - 2, height=_ROW, fill=theme.strong))
    parts.append(element("line", x1=left, y1=top, x2=left + width, y2=top, stroke=theme.line))
    if row in _ROW_PAINT:
        parts.append(
            element("rect", x=left + 1, y=top + 1, width=7, height=_ROW - 1, fill=PAINTS[_ROW_PAINT[row]].body)
        )
    weight = "bold" if strong or row == "rank" else "normal"
    middle = top + _ROW / 2
    parts.append(
        text((left + 18, middle), row.capitalize(), 15, text_anchor="start", font_weight=weight, fill=theme.ink)
    )
    for index, cell in enumerate(cells, 1):
        at = (left + _LABEL + column * index - 14, middle)
        parts.append(text(at, cell, 15, text_anchor="end", font_weight=weight, fill=theme.ink))
    return element("g", *parts)
