"""The whole game on the page of a replay: charts over the turns, a table of their numbers, thumbnails of all boards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harmonies_cli.board_looks import HALF_HEIGHT, centre, corners, place_of
from harmonies_cli.report.page_templates import markup
from harmonies_cli.report.phrases import names_by_player
from harmonies_cli.report.picture.svg import closed_path, element, number
from harmonies_cli.report.replay.course import Chances, Course, course_of
from harmonies_cli.report.replay.replay_words import (
    expected_points,
    is_costly,
    loss_words,
    percent,
    reviews_by_turn,
    swing_words,
    unknown_chances,
)
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.replay.turn_chart import Pointer, TurnChart, turn_chart
from harmonies_cli.review.result import GameReview, TurnReview
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["CourseRow", "PageCourse", "Thumbnail", "page_course", "thumbnail", "thumbnail_symbols"]

_SIZE = 10.0
_DOT = 3.2


def thumbnail_symbols(side: Side) -> str:
    """Return the symbols of a side's thumbnails, which a page contains once."""
    ground = "".join(_use("hexagon", space) for space in side.spaces)
    return (
        element("symbol", closed_path([corners((0, 0), _SIZE - 0.6)]), id="hexagon", overflow="visible")
        + element("symbol", ground, id="ground", overflow="visible")
        + element("symbol", element("circle", r=_DOT), id="cube", overflow="visible")
    )


def thumbnail(side: Side, stacks: Mapping[str, str], cubes: Collection[str], new: Collection[str] = ()) -> str:
    """Return a board drawn with the symbols of `thumbnail_symbols`, in the colours of the page's style sheet.

    Parameters
    ----------
    side
        The side of the board.
    stacks
        Letters from the bottom to the top, by space.
    cubes, new
        Spaces that hold a cube, and those that have just changed.
    """
    width = _SIZE * (1.5 * len(side.columns) + 0.5)
    height = 2 * HALF_HEIGHT * _SIZE * max(side.columns)
    parts = _parts(stacks, cubes, new)
    box = f"{number(-_SIZE)} {number(-HALF_HEIGHT * _SIZE)} {number(width)} {number(height)}"
    return element("svg", *parts, viewBox=box, aria_hidden="true", **{"class": "thumbnail"})


def _parts(stacks: Mapping[str, str], cubes: Collection[str], new: Collection[str]) -> Iterator[str]:
    yield element("use", href="#ground")
    for space, stack in stacks.items():
        yield _use("hexagon", space, f"on-{stack[-1]}{' new' if space in new else ''}")
    for space in cubes:
        yield _use("cube", space)


def _use(symbol: str, space: str, look: str = "") -> str:
    x, y = centre(place_of(space), _SIZE)
    shown = {"class": look} if look else {}
    return element("use", href=f"#{symbol}", x=x, y=y, **shown)


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A line of the table: the turn, its player, the points, the chances in percent, and what the turn cost."""

    turn: int
    player: int
    gained: int
    totals: Sequence[int | None]
    chances: Sequence[str]
    loss: str


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A player's small board after a turn, with class and loss if a review blames the turn."""

    turn: int
    total: int | None
    drawing: Markup
    kind: str
    loss: str


@dataclass(frozen=True, slots=True)
class PageCourse:
    """The page's view of the whole game.

    Attributes
    ----------
    charts
        Points, and the chances to win if there is more than one player.
    rows
        The table behind the charts.
    swings
        The turns that moved the chances most: number and words.
    chances
        The chances; None for a solo game.
    boards
        For each player, a small board after each turn.
    symbols
        The symbols that draw the small boards.
    """

    charts: Sequence[TurnChart]
    rows: Sequence[CourseRow]
    swings: Sequence[tuple[int, str]]
    chances: Chances | None
    boards: Sequence[tuple[Scoresheet, Sequence[Thumbnail]]]
    symbols: Markup


def page_course(replay: Replay, turns: Collection[int] | None, review: GameReview | None = None) -> PageCourse:
    """Return the page's view of the whole game.

    Parameters
    ----------
    replay
        The game.
    turns
        Numbers of the turns with small boards; all by default.
    review
        What each turn cost, if the game was reviewed.
    """
    course = course_of(replay)
    reviewed = reviews_by_turn(review)
    side = SIDES[replay.verified.side or "A"]
    swings = [(swing.turn, swing_words(replay, swing)) for swing in course.swings]
    shown = [step for step in replay.steps if turns is None or step.turn in turns]
    boards = [
        (sheet, [_thumbnail(replay, step, reviewed.get(step.turn)) for step in shown if step.player == sheet.player])
        for sheet in replay.sheets
    ]
    return PageCourse(
        list(_charts(replay, course, review)),
        list(_rows(replay, course, reviewed)),
        swings,
        course.chances,
        boards,
        markup(thumbnail_symbols(side)),
    )


def _charts(replay: Replay, course: Course, review: GameReview | None) -> Iterator[TurnChart]:
    names = ", ".join(names_by_player(replay.sheets).values())
    label = f"Points after each turn: {names}. The numbers are in the table below."
    yield turn_chart("points", "Points", label, course.totals)
    if review is not None:
        yield _expectations(course, review, names)
    if course.chances is None:
        return
    after = course.chances.after
    shares = [[None] * len(replay.sheets) if row is None else [100 * one for one in row] for row in after]
    first = next((turn for turn, row in enumerate(after) if row is not None), len(after) - 1)
    marks = [Pointer(swing.turn, swing.player, swing_words(replay, swing), "swing") for swing in course.swings]
    label = f"Chance to win after each turn: {names}. The numbers are in the table below."
    unknown = (first, unknown_chances(course.chances))
    yield turn_chart("chances", "Chance to win", label, shares, top=100, unit=" %", marks=marks, unknown=unknown)


def _expectations(course: Course, review: GameReview, names: str) -> TurnChart:
    values = expected_points(review, len(course.totals) - 1, course.totals[-1])
    costly = [turn for turn in review.turns if is_costly(turn)]
    marks = [Pointer(turn.turn, turn.player, loss_words(turn), turn.kind or "") for turn in costly]
    label = f"Expected final points after each turn: {names}. Marks point at the turns that cost points."
    return turn_chart("expected", "Expected final points", label, values, from_zero=False, marks=marks)


def _rows(replay: Replay, course: Course, reviewed: Mapping[int, TurnReview]) -> Iterator[CourseRow]:
    for turn, totals in enumerate(course.totals):
        step = replay.steps[turn - 1] if turn else None
        after = course.chances.after[turn] if course.chances else None
        shown = ["unknown"] * len(totals) if after is None else list(map(percent, after))
        loss = loss_words(reviewed[turn]) if turn in reviewed else ""
        yield CourseRow(turn, step.player if step else 0, step.gained if step else 0, totals, shown, loss)


def _thumbnail(replay: Replay, step: Step, review: TurnReview | None) -> Thumbnail:
    assert step.board_after is not None
    board = step.board_after
    drawing = thumbnail(SIDES[replay.verified.side or "A"], board.stacks, board.cubes, step.changed)
    costly = review is not None and is_costly(review)
    return Thumbnail(
        step.turn,
        step.sheets[step.player - 1].total,
        markup(drawing),
        review.kind or "" if review and costly else "",
        loss_words(review) if review and costly else "",
    )
