"""A turn on a screen: the middle of the table, the board before and after, the actions, the score so far."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Literal

from harmonies_cli.records.record_boards import PlayerBoard
from harmonies_cli.report.phrases import heading_of, middle_lines
from harmonies_cli.report.picture.board_picture import picture
from harmonies_cli.report.picture.board_terminal import board_text, small_board, small_board_width
from harmonies_cli.report.replay.course import Course
from harmonies_cli.report.replay.replay_words import (
    HEADING,
    about_game,
    action_line,
    cards_words,
    closing_verdict,
    expected_points,
    notes_of,
    reviews_by_turn,
    score_lines,
    signs,
    step_title,
    title_of,
)
from harmonies_cli.report.replay.screen_parts import (
    better_lines,
    course_lines,
    expected_lines,
    loss_line,
    next_lines,
    spark_lines,
)
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.scoresheets.pad import text_pad
from harmonies_cli.report.scoresheets.pad_notes import reasons
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.fault_lines import fault_lines, marks_of
from harmonies_cli.review.result import GameReview
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["View", "closing_lines", "opening_lines", "step_lines"]

_GAP = "   "
_NARROWEST_ACTIONS = 24
_REST_OF_SCREEN = 14
"""Lines needed around large boards; a shorter screen shows small boards."""


_Line = tuple[str, int]
"""A line and its width in columns."""
View = Literal["turn", "boards", "reasons", "course", "better"]
"""The views of a turn: the player's board before and after, all boards, the reasons for the player's points, the course
of the whole game, or the better turn that a review found."""


def opening_lines(replay: Replay, prose: Prose) -> Iterator[str]:
    """Yield the first screen: the game, and the start."""
    yield prose.paint(prose.shown(title_of(replay)), HEADING)
    yield from prose.wrap_lines(f"Game, {about_game(replay)}")
    for sheet in replay.sheets:
        yield f"  {prose.shown(heading_of(sheet))}"
    yield ""
    yield from middle_lines(replay.start.central, replay.start.row, prose)
    for sheet, spirits in zip(replay.sheets, replay.dealt, strict=False):
        yield from prose.wrap_lines(
            f"spirits dealt to {prose.shown(sheet.name)}: {', '.join(map(card_words, spirits)) or 'none'}"
        )
    yield ""
    yield from prose.wrap_lines(signs(prose.terminal))
    for note in notes_of(replay):
        yield ""
        yield from prose.wrap_lines(prose.shown(note))


def closing_lines(replay: Replay, prose: Prose, review: GameReview | None = None) -> Iterator[str]:
    """Yield the verdict, the pad, and the best turn now if a review searched for it."""
    yield from closing_verdict(replay, prose)
    for fault in replay.outside:
        yield from fault_lines(replay.verified, fault, None, prose)
    yield ""
    yield from text_pad(replay.verified, prose.terminal, solo=replay.solo)
    if review is not None:
        yield from next_lines(review, prose)


def step_lines(
    replay: Replay,
    course: Course,
    step: Step,
    view: View,
    prose: Prose,
    height: int,
    review: GameReview | None = None,
) -> list[str]:
    """Return the lines of a turn, condensed if they do not fit, and the players' totals if these fit.

    Parameters
    ----------
    replay, course, step
        The game, its course, and the turn.
    view
        The view of the turn.
    prose
        Writes for the terminal.
    height
        Lines available.
    review
        What each turn cost, if the game was reviewed.
    """
    title = prose.paint(prose.shown(step_title(replay, step)), HEADING)
    notes = prose.wrap_lines(prose.shown(f"note: {step.note}"), hanging="  ") if step.note else []
    reviewed = reviews_by_turn(review).get(step.turn)
    lines = [title, *notes, *([] if reviewed is None else [loss_line(reviewed, prose)])]
    if view == "better" and review is not None and reviewed is not None:
        side = SIDES[replay.verified.side or "A"]
        expected = expected_points(review, len(replay.steps), course.totals[-1])
        return [
            *lines,
            *better_lines(reviewed, side, prose),
            *expected_lines(replay.sheets, expected, step.turn, prose),
        ]
    if view == "reasons":
        lines += [*_scores(step, prose), ""]
        return lines + [line for sheet in step.sheets if sheet.player == step.player for line in _reasons(sheet, prose)]
    if view == "course":
        return [*lines, *course_lines(replay, course, step.turn, prose, height - len(lines))]
    boards = list(_boards(replay, step, view, prose, height))
    shown = [*lines, *_turn(replay, step, boards, prose, condensed=False)]
    if len(shown) > height:
        short = title if reviewed is None else f"{title}  {loss_line(reviewed, prose)}"
        shown = [short, *notes, *_turn(replay, step, boards, prose, condensed=True)]
    return shown + _totals_that_fit(replay, course, step, prose, height - len(shown))


def _totals_that_fit(replay: Replay, course: Course, step: Step, prose: Prose, room: int) -> list[str]:
    """Return the totals of all players, of the turn's player, or of none, depending on the room."""
    sparks = list(spark_lines(replay, course, step.turn, prose))
    if len(sparks) > room:
        sparks = sparks[step.player - 1 : step.player]
    return [*[""] * (room > len(sparks)), *sparks] if room >= len(sparks) > 0 else []


def _turn(replay: Replay, step: Step, boards: list[_Line], prose: Prose, *, condensed: bool) -> Iterator[str]:
    yield from middle_lines(step.before.central, step.before.row, prose)
    actions = [
        prose.shown(action_line(number, action, brief=condensed)) for number, action in enumerate(step.actions, 1)
    ]
    refill = [f"refill of the {sentence}" for sentence in step.refill]
    if condensed and refill:
        refill = [f"refill: {'; '.join(step.refill)}"]
    yield from _beside(boards, actions, prose, condensed=condensed)
    for fault in step.violations:
        moment = step.moment if step.moment and step.moment.violation == fault else None
        yield from fault_lines(replay.verified, fault, moment, prose, draw=False)
    for sentence in refill:
        yield from prose.wrap_lines(sentence, hanging="  ")
    yield from _scores(step, prose, unfinished=condensed)


def _scores(step: Step, prose: Prose, *, unfinished: bool = False) -> Iterator[str]:
    if step.player <= len(step.sheets):
        cards = cards_words(step.sheets[step.player - 1], unfinished=unfinished)
        yield from prose.wrap_lines(f"{'unfinished ' * unfinished}cards: {cards}", hanging="  ")
    yield from score_lines(step.sheets, prose, {step.player: step.gained})


def _reasons(sheet: Scoresheet, prose: Prose) -> Iterator[str]:
    for row in reasons(sheet):
        yield prose.paint(f"{row.row} {row.points}", HEADING)
        for reason in row.reasons:
            spaces = f"{' '.join(reason.spaces)}: " if reason.spaces else ""
            yield from prose.wrap_lines(f"{reason.points:>3}  {spaces}{reason.why}", hanging="     ")


def _boards(replay: Replay, step: Step, view: View, prose: Prose, height: int) -> Iterator[_Line]:
    side = SIDES[replay.verified.side or "A"]
    if view == "boards":
        shown = [(heading_of(sheet), board) for sheet, board in zip(step.sheets, step.boards, strict=True)]
        yield from _small(side, [(prose.shown(name), board) for name, board in shown], step, prose)
    elif step.board_before is not None and step.board_after is not None:
        after = "at the fault" if step.moment else "after"
        pair = [("before", step.board_before), (after, step.board_after)]
        large = [
            _large(side, name, board, new, prose) for (name, board), new in zip(pair, ((), step.changed), strict=True)
        ]
        width = max(columns for block in large for _, columns in block)
        roomy = 2 * width + len(_GAP) <= prose.terminal.width and len(large[0]) + _REST_OF_SCREEN <= height
        if roomy and step.moment is None:
            yield from _side_by_side(large, width)
        else:
            yield from _small(side, pair, step, prose)


def _small(side: Side, boards: Sequence[tuple[str, PlayerBoard]], step: Step, prose: Prose) -> Iterator[_Line]:
    width = small_board_width(side)
    across = max(1, (prose.terminal.width + len(_GAP)) // (width + len(_GAP)))
    fault = next(iter(marks_of(step.moment)), None) if step.moment else None
    for first in range(0, len(boards), across):
        blocks = []
        for name, board in boards[first : first + across]:
            new = step.changed if board is step.board_after else ()
            own = fault if board is step.board_after else None
            lines = small_board(side, board, prose.terminal, new=new, fault=own)
            blocks.append([(name[:width], len(name[:width])), *((line, width) for line in lines)])
        yield from _side_by_side(blocks, width)


def _large(side: Side, name: str, board: PlayerBoard, new: Collection[str], prose: Prose) -> list[_Line]:
    shown = replace(picture(side.name, board), name=name, player=None, new=new)
    ascii_only = not prose.terminal.unicode
    plain = board_text(shown, ascii_only=ascii_only, width=200).splitlines()
    drawn = board_text(shown, colour=prose.terminal.colour, ascii_only=ascii_only, width=200).splitlines()
    return [(line, len(bare)) for line, bare in zip(drawn, plain, strict=True)]


def _side_by_side(blocks: Sequence[list[_Line]], width: int) -> Iterator[_Line]:
    for lines in zip_longest(*blocks, fillvalue=("", 0)):
        filled = [line + " " * (width - columns) for line, columns in lines]
        yield _GAP.join(filled), len(blocks) * (width + len(_GAP)) - len(_GAP)


def _beside(boards: Sequence[_Line], actions: Sequence[str], prose: Prose, *, condensed: bool) -> Iterator[str]:
    """Yield the boards, with the actions to their right or, without room, below."""
    width = max((columns for _, columns in boards), default=0)
    room = prose.terminal.width - width - len(_GAP)
    phrases = ["; ".join(action.strip() for action in actions)] if condensed and actions else actions
    if boards and room >= _NARROWEST_ACTIONS:
        column = [line for phrase in phrases for line in prose.wrap_lines(phrase, "", "   ", width=room)]
        if len(column) < len(boards):
            for (line, columns), action in zip(boards, ["", *column, *[""] * len(boards)], strict=False):
                yield f"{line}{' ' * (width - columns)}{_GAP}{action}".rstrip()
            return
    yield from (line.rstrip() for line, _ in boards)
    yield from (line for phrase in phrases for line in prose.wrap_lines(phrase, "", "   "))
