"""Parts of a turn's screen: the course of the game and its review in characters, and the better turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from harmonies_cli.plurals import enumeration
from harmonies_cli.report.phrases import names_by_player
from harmonies_cli.report.picture.board_terminal import small_board, small_board_width
from harmonies_cli.report.replay.course import Course
from harmonies_cli.report.replay.replay_words import (
    FAINT,
    HEADING,
    is_costly,
    loss_words,
    part_words,
    percent,
    swing_words,
    turn_brief,
    unknown_chances,
)
from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.report.terminal import Style
from harmonies_cli.report.text_layout import Prose, display_width, fit_width, shorten
from harmonies_cli.review.result import GameReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["better_lines", "course_lines", "expected_lines", "loss_line", "next_lines", "spark_line", "spark_lines"]

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
    moved = f"moved most in {enumeration(swings, 'and')}" if swings else "no turn moved one by 10 % or more"
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


_STYLES = {"mistake": Style(ink=1, bold=True), "doubtful": Style(ink=3), "sound": Style()}
_GAP = "   "


def loss_line(turn: TurnReview, prose: Prose) -> str:
    """Return the loss of a turn, and the choices to blame, on one line."""
    parts = part_words(turn)
    words = f"{loss_words(turn)}{f'; {parts}' if parts else ''}"
    line = words if prose.terminal.unicode else words.replace("±", "+-")
    return prose.paint(line, _STYLES[turn.kind or "sound"])


def better_lines(turn: TurnReview, side: Side, prose: Prose) -> Iterator[str]:
    """Yield the turn played and the better one, with their boards side by side if there is room."""
    for note in turn.notes:
        yield from prose.wrap_lines(prose.shown(note), hanging="  ")
    shown = [("played", turn.played, turn.value)]
    if is_costly(turn):
        shown.append(("better", turn.best, turn.best_value))
    blocks = []
    for word, reviewed, value in shown:
        if reviewed is not None:
            comes = "" if value is None else f", expected to end at {value:.1f} points"
            yield from prose.wrap_lines(f"{word}: {turn_brief(reviewed)}{comes}", hanging="  ")
            blocks.append(_block(word, reviewed, side, prose))
    width = small_board_width(side)
    if len(blocks) * (width + len(_GAP)) - len(_GAP) > prose.terminal.width:
        yield from (line for block in blocks for line in block)
        return
    for lines in zip_longest(*blocks, fillvalue=" " * width):
        yield _GAP.join(lines).rstrip()


def next_lines(review: GameReview, prose: Prose) -> Iterator[str]:
    """Yield the best turn now, if the review searched for it."""
    if review.next is None or review.next.best is None:
        return
    best = review.next.best
    name = prose.shown(review.players[review.next.player - 1].name)
    yield ""
    yield prose.paint(f"Best turn now, for {name}", HEADING)
    yield from prose.wrap_lines(turn_brief(best), hanging="  ")
    yield from small_board(SIDES[review.side or "A"], best.board, prose.terminal, new=best.changed)


def _block(word: str, reviewed: ReviewedTurn, side: Side, prose: Prose) -> list[str]:
    board = small_board(side, reviewed.board, prose.terminal, new=reviewed.changed)
    return [word.ljust(small_board_width(side)), *board]


def expected_lines(
    sheets: Sequence[Scoresheet], expected: Sequence[Sequence[float | None]], turn: int, prose: Prose
) -> Iterator[str]:
    """Yield a line for each player: the expected final points over the turns, and after the shown one."""
    known = [value for row in expected for value in row if value is not None]
    if not known:
        return
    low, high = min(known), max(known)
    yield prose.paint(f"Expected final points, from {low:.0f} to {high:.0f}", HEADING)
    names = [
        shorten(prose.shown(name), _NAMES, unicode=prose.terminal.unicode) for name in names_by_player(sheets).values()
    ]
    width = max(map(display_width, names))
    for player, name in enumerate(names):
        above = [None if row[player] is None else (row[player] or 0) - low for row in expected]
        now = expected[turn][player]
        line = spark_line(above, max(1, high - low), turn, prose, max(10, prose.terminal.width - width - 10))
        yield f"{fit_width(name, width)} {line} {'?' if now is None else f'{now:.1f}':>5}"
