"""The course of a game in characters: a line for each player below a turn, and a chart that fills the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harmonies_cli.plurals import enumeration
from harmonies_cli.report.phrases import names_by_player
from harmonies_cli.report.replay.course import Course
from harmonies_cli.report.replay.replay_words import FAINT, HEADING, percent, swing_words, unknown_chances
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.text_layout import Prose, display_width, fit_width, shorten

__all__ = ["course_lines", "spark_line", "spark_lines"]

_BLOCKS = "▁▂▃▄▅▆▇█"
_DIGITS = "0123456789"
_NAMES = 11
_ROWS = 12
_AXIS = 5


def spark_line(values: Sequence[float | None], top: float, turn: int, prose: Prose, width: int) -> str:
    """Return a line with a character for each turn, as high as its value; the shown turn is in brackets.

    Parameters
    ----------
    values
        A value after each turn, from the start; None if unknown.
    top
        The value of the highest character.
    turn
        The shown turn.
    prose
        Writes for the terminal: blocks, or the digits 0 to 9 if there is only ASCII.
    width
        Columns available; a longer game keeps the turns up to the shown one.
    """
    levels = _BLOCKS if prose.terminal.unicode else _DIGITS
    signs = [_level(value, top, levels) for value in values]
    first = max(0, min(turn - width // 2, len(signs) - (width - 2)))
    signs[turn] = f"[{signs[turn]}]"
    return "".join(signs[first : first + width - 2])


def _level(value: float | None, top: float, levels: str) -> str:
    if value is None:
        return "?"
    return levels[min(len(levels) - 1, max(0, int(value / top * len(levels))))]


def spark_lines(replay: Replay, course: Course, turn: int, prose: Prose) -> Iterator[str]:
    """Yield a line for each player: the points over all turns, then points and chance to win after the shown turn."""
    names = _names(replay, prose)
    top = max(1, *(total or 0 for totals in course.totals for total in totals))
    after = course.chances.after[turn] if course.chances else None
    for player, name in enumerate(names):
        points = [totals[player] for totals in course.totals]
        chance = f"  chance {'?' if after is None else percent(after[player])}" if course.chances else ""
        shown = points[turn]
        tail = f" {'?' if shown is None else shown:>4}{chance}"
        room = prose.terminal.width - display_width(name) - 20
        if room >= 10:
            yield f"{name} {spark_line(points, top, turn, prose, room)}{tail}"


def _names(replay: Replay, prose: Prose) -> list[str]:
    names = [
        shorten(prose.shown(name), _NAMES, unicode=prose.terminal.unicode)
        for name in names_by_player(replay.sheets).values()
    ]
    width = max(map(display_width, names))
    return [fit_width(name, width) for name in names]


def course_lines(replay: Replay, course: Course, turn: int, prose: Prose, height: int) -> Iterator[str]:
    """Yield a chart of the points of all players over the turns, and their chances to win."""
    names = _names(replay, prose)
    yield prose.paint(f"Points after each turn, until turn {len(course.totals) - 1}", HEADING)
    yield from _chart(course, turn, prose, max(4, min(_ROWS, height - 2 * len(names) - 6)))
    yield from (f"{player} {line}" for player, line in enumerate(spark_lines(replay, course, turn, prose), 1))
    if course.chances is None:
        return
    yield prose.paint(f"Chance to win, {unknown_chances(course.chances)}", HEADING)
    for player, name in enumerate(names):
        shares = [None if row is None else row[player] for row in course.chances.after]
        room = max(10, prose.terminal.width - display_width(name) - 5)
        yield f"{player + 1} {name} {spark_line(shares, 1.0, turn, prose, room)}"
    swings = [f"turn {swing.turn} ({swing_words(replay, swing)})" for swing in course.swings]
    moved = f"moved most in {enumeration(swings, 'and')}" if swings else "no turn moved them by a tenth"
    yield from prose.wrap_lines(prose.shown(f"{moved}; learned from {course.chances.origin}"), hanging="  ")


def _chart(course: Course, turn: int, prose: Prose, rows: int) -> Iterator[str]:
    """Yield a chart: each total shows its player's number, or ``*`` for several; the turn's column is marked."""
    unicode = prose.terminal.unicode
    top = max(1, *(total or 0 for totals in course.totals for total in totals))
    room = max(1, prose.terminal.width - _AXIS - 3)
    first = max(0, min(turn - room // 2, len(course.totals) - room))
    shown = course.totals[first : first + room]
    spread = max(1, min(3, room // len(shown)))
    grid = [[" "] * (len(shown) * spread) for _ in range(rows)]
    for number, totals in enumerate(shown):
        column = number * spread
        if first + number == turn:
            for line in grid:
                line[column] = "│" if unicode else "|"
        for player, total in enumerate(totals, 1):
            if total is not None:
                line = grid[rows - 1 - min(rows - 1, max(0, round(total / top * (rows - 1))))]
                line[column] = str(player) if line[column] in " │|" else "*"
    for number, line in enumerate(grid):
        label = f"{top * (rows - 1 - number) / (rows - 1):.0f}" if number % 3 == 0 or number == rows - 1 else ""
        yield f"{label:>{_AXIS - 1}} {'│' if unicode else '|'}{''.join(line).rstrip()}"
    ticks = ""
    for number in range(len(shown)):
        if (first + number) % 5 == 0 and len(ticks) <= number * spread:
            ticks = f"{ticks:<{number * spread}}{first + number}"
    yield prose.paint(f"{'turn':>{_AXIS - 1}}  {ticks}"[: prose.terminal.width - 1], FAINT)
