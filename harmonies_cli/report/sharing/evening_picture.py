"""An evening as one picture."""

from __future__ import annotations

from collections.abc import Sequence

from harmonies_cli.plays.evening import Evening
from harmonies_cli.report.picture.legend import drawn_width
from harmonies_cli.report.picture.markup import element, text
from harmonies_cli.report.sharing.evening_words import HEADING, best_row_words, evening_title, game_words, player_rows
from harmonies_cli.report.sharing.play_picture import LIGHT, Theme, sheet_of_paper
from harmonies_cli.report.text_layout import shortened
from harmonies_cli.safe_text import printable

__all__ = ["evening_picture"]

_WIDTH = 760.0
_MARGIN = 20.0
_ROW = 30.0
_NAME = 230.0
_MOST_GAMES = 20
"""At most this many games are in the picture; the page lists all of them."""


def evening_picture(evening: Evening, theme: Theme = LIGHT) -> str:
    """Return the picture as SVG."""
    inner = _WIDTH - 2 * _MARGIN
    parts = [_text(_MARGIN, 32, evening_title(evening), theme, size=22, weight="bold")]
    top = 58.0
    rows = [HEADING, *((printable(name), *rest) for name, *rest in player_rows(evening))]
    parts.append(_box(top, len(rows), theme))
    column = (inner - _NAME) / (len(HEADING) - 1)
    for number, row in enumerate(rows):
        middle = top + (number + 0.5) * _ROW
        weight = "bold" if number == 0 else "normal"
        name = shortened(row[0], (_NAME - 24) / 15, measure=drawn_width)
        parts.append(_text(_MARGIN + 14, middle, name, theme, weight="bold"))
        for index, cell in enumerate(row[1:], 1):
            at = _MARGIN + _NAME + column * index - 14
            parts.append(_text(at, middle, cell, theme, anchor="end", weight=weight))
    top += len(rows) * _ROW + _MARGIN
    lines = [(f"Best {best.row}", best_row_words(best)) for best in evening.rows]
    parts += _lines(lines, top, 140, theme)
    top += len(lines) * _ROW + _MARGIN
    games = [
        (f"{number}", f"{f'{day}  ' if day else ''}{points}")
        for number, (day, points, _) in enumerate(game_words(evening), 1)
    ]
    if len(games) > _MOST_GAMES:
        games = [*games[: _MOST_GAMES - 1], ("", f"and {len(games) - _MOST_GAMES + 1} more games")]
    parts += _lines(games, top, 50, theme)
    top += len(games) * _ROW + _MARGIN
    return sheet_of_paper(_WIDTH, top, evening_title(evening), theme, *parts)


def _lines(lines: Sequence[tuple[str, str]], top: float, label: float, theme: Theme) -> list[str]:
    if not lines:
        return []
    drawn = [_box(top, len(lines), theme)]
    room = (_WIDTH - 2 * _MARGIN - label - 28) / 14
    for number, (name, words) in enumerate(lines):
        middle = top + (number + 0.5) * _ROW
        drawn.append(_text(_MARGIN + 14, middle, name, theme, weight="bold"))
        drawn.append(_text(_MARGIN + 14 + label, middle, shortened(printable(words), room, measure=drawn_width), theme))
    return drawn


def _box(top: float, rows: int, theme: Theme) -> str:
    width, height = _WIDTH - 2 * _MARGIN, rows * _ROW
    box = element("rect", x=_MARGIN, y=top, width=width, height=height, rx=8, fill=theme.paper, stroke=theme.line)
    lines = (
        element("line", x1=_MARGIN, y1=top + row * _ROW, x2=_MARGIN + width, y2=top + row * _ROW, stroke=theme.line)
        for row in range(1, rows)
    )
    return element("g", box, *lines)


def _text(
    x: float, y: float, words: str, theme: Theme, *, size: float = 15, anchor: str = "start", weight: str = "normal"
) -> str:
    return text((x, y), words, size, text_anchor=anchor, font_weight=weight, fill=theme.ink)
