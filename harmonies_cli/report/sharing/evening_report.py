"""An evening as text, Markdown, a page and a picture, with the same tables and sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from harmonies_cli.plays.evening import BestRow, Evening
from harmonies_cli.plurals import count_of, enumeration
from harmonies_cli.report.page_templates import markup, name_markup, page_file, template
from harmonies_cli.report.phrases import display_name, points_of
from harmonies_cli.report.picture.board_svg import drawn_width
from harmonies_cli.report.picture.svg import element, text
from harmonies_cli.report.sharing.play_picture import LIGHT, Theme, sheet_of_paper
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width, fit_width, on_terminal, prose_width, shorten, wrap_lines
from harmonies_cli.safe_text import printable

__all__ = [
    "HEADING",
    "best_row_words",
    "evening_lines",
    "evening_markdown",
    "evening_page",
    "evening_picture",
    "evening_title",
    "game_words",
    "player_rows",
]

HEADING = ("Player", "Games", "Wins", "Points", "Average", "Best", "Streak")
_LONGEST_NAME = 24

Show = Callable[[str], str]


def evening_title(evening: Evening) -> str:
    """Return a title for the evening: its days and the number of games."""
    day = f", {evening.day}" if evening.day else ""
    return f"Harmonies{day}: {count_of(len(evening.results), 'game')}"


def player_rows(evening: Evening) -> list[tuple[str, ...]]:
    """Return a row for each player, under `HEADING`; names are as recorded."""
    return [
        (
            display_name(one.name),
            *(str(value) for value in (one.games, one.wins, one.points)),
            f"{one.average:.1f}",
            *(str(value) for value in (one.best, one.streak)),
        )
        for one in evening.players
    ]


def best_row_words(best: BestRow, show: Show = str) -> str:
    """Return the highest points of a row, and who scored them."""
    names = [show(display_name(name)) for name in best.names[:4]]
    more = f" and {len(best.names) - 4} more" if len(best.names) > 4 else ""
    return f"{best.points}, {enumeration(names, 'and') if not more else ', '.join(names)}{more}"


def game_words(evening: Evening, show: Show = str) -> Iterator[tuple[str, str, str]]:
    """Yield the day, the points and the winners of each game."""
    for result in evening.results:
        sheets = result.found.players
        winners = [display_name(sheet.name) for sheet in sheets if sheet.winner]
        won = enumeration((show(name) for name in winners), "and") if len(sheets) > 1 else ""
        yield result.date[:10], points_of(sheets, show), won


def evening_lines(evening: Evening, terminal: Terminal) -> Iterator[str]:
    """Yield the lines of a text."""

    def show(name: str) -> str:
        return on_terminal(name, unicode=terminal.unicode)

    yield evening_title(evening)
    yield ""
    rows = [
        (shorten(show(name), _LONGEST_NAME, unicode=terminal.unicode), *rest) for name, *rest in player_rows(evening)
    ]
    table = [("", *HEADING[1:]), *rows]
    widths = [max(display_width(row[column]) for row in table) for column in range(len(HEADING))]
    for number, row in enumerate(table):
        cells = [fit_width(row[0], widths[0])]
        cells += [fit_width(cell, width, right=True) for cell, width in zip(row[1:], widths[1:], strict=True)]
        line = "  ".join(cells)
        yield terminal.paint(line) if number == 0 else line
    yield ""
    width = prose_width(terminal)
    label = max((len(best.row) for best in evening.rows), default=0)
    for best in evening.rows:
        yield from wrap_lines(best_row_words(best, show), width, f"best {best.row:<{label}}  ")
    yield ""
    for number, (day, points, won) in enumerate(game_words(evening, show), 1):
        before = f"{number:>3}  {f'{day:<10}  ' if day else ''}"
        yield from wrap_lines(f"{points}{f'; won by {won}' if won else ''}", width, before)


def evening_markdown(evening: Evening, show: Show) -> Iterator[str]:
    """Yield the lines of a Markdown page; `show` makes a name harmless in it."""
    yield f"# {evening_title(evening)}"
    yield ""
    yield _row(HEADING)
    yield _row(("---", *("---:" for _ in HEADING[1:])))
    yield from (_row((show(name), *rest)) for name, *rest in player_rows(evening))
    yield ""
    yield _row(("Row", "Best"))
    yield _row(("---", "---"))
    yield from (_row((best.row.capitalize(), best_row_words(best, show))) for best in evening.rows)
    yield ""
    yield _row(("Game", "Day", "Points", "Won by"))
    yield _row(("---:", "---", "---", "---"))
    for number, words in enumerate(game_words(evening, show), 1):
        yield _row((str(number), *words))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def evening_page(evening: Evening) -> str:
    """Return the page."""
    rows = [(best.row, markup(best_row_words(best, name_markup))) for best in evening.rows]
    games = [(day, markup(points), markup(won)) for day, points, won in game_words(evening, name_markup)]
    page: str = template("sharing/evening.html").module.evening_page(  # type: ignore[attr-defined]
        page_file("page.css"), evening_title(evening), HEADING, player_rows(evening), rows, games
    )
    return page


_WIDTH = 760.0
_MARGIN = 20.0
_ROW = 30.0
_NAME = 230.0
_MOST_GAMES = 20
"""The most games in the picture; the page lists all."""


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
        name = shorten(row[0], (_NAME - 24) / 15, measure=drawn_width)
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
        drawn.append(_text(_MARGIN + 14 + label, middle, shorten(printable(words), room, measure=drawn_width), theme))
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
