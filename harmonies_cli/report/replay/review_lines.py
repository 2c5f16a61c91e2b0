"""A review in the stepper: the better turn beside the one played, and the expected points as a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from harmonies_cli.report.phrases import names_by_player
from harmonies_cli.report.picture.board_terminal import small_board, small_board_width
from harmonies_cli.report.picture.canvas import Style
from harmonies_cli.report.replay.course_lines import spark_line
from harmonies_cli.report.replay.replay_words import HEADING, is_costly, loss_words, part_words, turn_brief
from harmonies_cli.report.text_layout import Prose, display_width, fit_width, shorten
from harmonies_cli.review.result import GameReview, ReviewedTurn, TurnReview
from harmonies_cli.rules.board.sides import SIDES, Side
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

__all__ = ["better_lines", "expected_lines", "loss_line", "next_lines"]

_STYLES = {"mistake": Style(ink=1, bold=True), "doubtful": Style(ink=3), "sound": Style()}
_GAP = "   "
_NAMES = 11


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
