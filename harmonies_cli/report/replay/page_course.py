"""What the page of a replay shows of the whole game: charts over the turns, a table behind them, all boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harmonies_cli.report.page_templates import markup
from harmonies_cli.report.phrases import called
from harmonies_cli.report.picture.thumbnail import thumbnail, thumbnail_symbols
from harmonies_cli.report.replay.course import Chances, Course, course_of
from harmonies_cli.report.replay.replay_words import percent, swing_words, unknown_chances
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.replay.turn_chart import TurnChart, turn_chart
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["CourseRow", "PageCourse", "Thumbnail", "page_course"]


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A line of the table: the turn, whose it was, the points, and the chances in percent where they are known."""

    turn: int
    player: int
    gained: int
    totals: Sequence[int | None]
    chances: Sequence[str]


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A player's small board after a turn."""

    turn: int
    total: int | None
    drawing: Markup


@dataclass(frozen=True, slots=True)
class PageCourse:
    """What the page shows of the whole game.

    Attributes
    ----------
    charts
        Points, and the chances to win where there is more than one player.
    rows
        The table behind the charts.
    swings
        The turns in which the chances moved most: number and words.
    chances
        The chances; None for a solo game.
    boards
        For each player, a small board after each turn.
    symbols
        What the small boards are drawn with.
    """

    charts: Sequence[TurnChart]
    rows: Sequence[CourseRow]
    swings: Sequence[tuple[int, str]]
    chances: Chances | None
    boards: Sequence[tuple[Scoresheet, Sequence[Thumbnail]]]
    symbols: Markup


def page_course(replay: Replay, turns: Collection[int] | None) -> PageCourse:
    """Return what the page shows of a whole game; small boards of the turns that it shows, or of all."""
    course = course_of(replay)
    side = SIDES[replay.verified.side or "A"]
    swings = [(swing.turn, swing_words(replay, swing)) for swing in course.swings]
    boards = [
        (sheet, list(_thumbnails(replay, sheet.player, replay.steps if turns is None else _shown(replay, turns))))
        for sheet in replay.sheets
    ]
    return PageCourse(
        list(_charts(replay, course, swings)),
        list(_rows(replay, course)),
        swings,
        course.chances,
        boards,
        markup(thumbnail_symbols(side)),
    )


def _shown(replay: Replay, turns: Collection[int]) -> list[Step]:
    return [step for step in replay.steps if step.turn in turns]


def _charts(replay: Replay, course: Course, swings: Sequence[tuple[int, str]]) -> Iterator[TurnChart]:
    names = ", ".join(called(replay.sheets).values())
    label = f"Points after each turn: {names}. The numbers are in the table below."
    yield turn_chart("points", "Points", label, course.totals)
    if course.chances is None:
        return
    after = course.chances.after
    shares = [[None] * len(replay.sheets) if row is None else [100 * one for one in row] for row in after]
    first = next((turn for turn, row in enumerate(after) if row is not None), len(after) - 1)
    marks = [(swing.turn, swing.player, words) for swing, (_, words) in zip(course.swings, swings, strict=True)]
    label = f"Chance to win after each turn: {names}. The numbers are in the table below."
    unknown = (first, unknown_chances(course.chances))
    yield turn_chart("chances", "Chance to win", label, shares, top=100, unit=" %", marks=marks, unknown=unknown)


def _rows(replay: Replay, course: Course) -> Iterator[CourseRow]:
    for turn, totals in enumerate(course.totals):
        step = replay.steps[turn - 1] if turn else None
        after = course.chances.after[turn] if course.chances else None
        shown = ["unknown"] * len(totals) if after is None else list(map(percent, after))
        yield CourseRow(turn, step.player if step else 0, step.gained if step else 0, totals, shown)


def _thumbnails(replay: Replay, player: int, steps: Sequence[Step]) -> Iterator[Thumbnail]:
    side = SIDES[replay.verified.side or "A"]
    for step in steps:
        if step.player == player and step.board_after is not None:
            board = step.board_after
            drawing = thumbnail(side, board.stacks, board.cubes, step.changed)
            yield Thumbnail(step.turn, step.sheets[player - 1].total, markup(drawing))
