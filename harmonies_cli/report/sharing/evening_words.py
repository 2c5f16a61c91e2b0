"""An evening as text and as Markdown; its tables and sentences, shared with page and picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from harmonies_cli.plays.evening import BestRow, Evening
from harmonies_cli.plurals import count_of, enumeration
from harmonies_cli.report.phrases import display_name, points_of
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import display_width, fitted, on_terminal, prose_width, shortened, wrapped

__all__ = [
    "HEADING",
    "best_row_words",
    "evening_lines",
    "evening_markdown",
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
    """Return who has the best of a row."""
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
        (shortened(show(name), _LONGEST_NAME, unicode=terminal.unicode), *rest) for name, *rest in player_rows(evening)
    ]
    table = [("", *HEADING[1:]), *rows]
    widths = [max(display_width(row[column]) for row in table) for column in range(len(HEADING))]
    for number, row in enumerate(table):
        cells = [fitted(row[0], widths[0])]
        cells += [fitted(cell, width, right=True) for cell, width in zip(row[1:], widths[1:], strict=True)]
        line = "  ".join(cells)
        yield terminal.paint(line) if number == 0 else line
    yield ""
    width = prose_width(terminal)
    label = max((len(best.row) for best in evening.rows), default=0)
    for best in evening.rows:
        yield from wrapped(best_row_words(best, show), width, f"best {best.row:<{label}}  ")
    yield ""
    for number, (day, points, won) in enumerate(game_words(evening, show), 1):
        before = f"{number:>3}  {f'{day:<10}  ' if day else ''}"
        yield from wrapped(f"{points}{f'; won by {won}' if won else ''}", width, before)


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
