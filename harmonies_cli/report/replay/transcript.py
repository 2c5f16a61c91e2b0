"""A whole game as plain text, one turn below another."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from harmonies_cli.report.phrases import middle_lines
from harmonies_cli.report.picture.board_terminal import small_board, small_board_width
from harmonies_cli.report.replay.replay_words import (
    HEADING,
    about_game,
    action_line,
    cards_words,
    closing_verdict,
    notes_of,
    score_lines,
    signs,
    step_title,
    title_of,
)
from harmonies_cli.report.replay.steps import Replay, Step
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.fault_lines import fault_lines
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.rules.board.sides import SIDES

__all__ = ["before_and_after", "transcript"]

_INDENT = "  "
_GAP = "   "


def transcript(
    replay: Replay, terminal: Terminal = PLAIN_FILE, *, turns: Collection[int] | None = None
) -> Iterator[str]:
    """Yield the lines of a game.

    Parameters
    ----------
    replay
        The game.
    terminal
        What the output can show.
    turns
        Numbers of the turns to write; all by default. The game's heading and verdict are always written.
    """
    prose = Prose(terminal)
    yield from _head(replay, prose)
    if turns is None:
        yield ""
        yield from _start(replay, prose)
    for step in replay.steps:
        if turns is None or step.turn in turns:
            yield ""
            yield from _step(replay, step, prose)
    yield ""
    yield from _end(replay, prose)


def _head(replay: Replay, prose: Prose) -> Iterator[str]:
    yield from (prose.paint(line, HEADING) for line in prose.wrap_lines(prose.shown(title_of(replay))))
    yield from prose.wrap_lines(f"Game, {about_game(replay)}")
    yield from prose.wrap_lines(signs(prose.terminal))
    for note in notes_of(replay):
        yield from prose.wrap_lines(prose.shown(note))


def _start(replay: Replay, prose: Prose) -> Iterator[str]:
    yield _rule("Start", prose)
    yield from middle_lines(replay.start.central, replay.start.row, prose, _INDENT)
    for sheet, spirits in zip(replay.sheets, replay.dealt, strict=False):
        yield from prose.wrap_lines(
            f"spirits dealt to {prose.shown(sheet.name)}: {', '.join(map(card_words, spirits)) or 'none'}", _INDENT
        )


def _rule(title: str, prose: Prose) -> str:
    dash = "─" if prose.terminal.unicode else "-"
    return prose.paint(f"{dash * 2} {title} {dash * 2}", HEADING)


def _step(replay: Replay, step: Step, prose: Prose) -> Iterator[str]:
    yield _rule(prose.shown(step_title(replay, step)), prose)
    if step.note:
        yield from prose.wrap_lines(f"note: {prose.shown(step.note)}", _INDENT, _INDENT * 2)
    yield from middle_lines(step.before.central, step.before.row, prose, _INDENT)
    for number, action in enumerate(step.actions, 1):
        yield from prose.wrap_lines(prose.shown(action_line(number, action)), _INDENT, _INDENT * 2 + " ")
    yield ""
    if step.moment is None:
        yield from (f"{_INDENT}{line}".rstrip() for line in before_and_after(replay, step, prose))
        yield ""
    for fault in step.violations:
        moment = step.moment if step.moment and step.moment.violation == fault else None
        yield from fault_lines(replay.verified, fault, moment, prose)
        yield ""
    for sentence in step.refill:
        yield from prose.wrap_lines(f"refill of the {sentence}", _INDENT)
    if step.player <= len(step.sheets):
        yield from prose.wrap_lines(f"cards: {cards_words(step.sheets[step.player - 1])}", _INDENT)
    narrower = Prose(replace(prose.terminal, width=prose.terminal.width - len(_INDENT)))
    yield from (f"{_INDENT}{line}" for line in score_lines(step.sheets, narrower, {step.player: step.gained}))


def before_and_after(replay: Replay, step: Step, prose: Prose) -> list[str]:
    """Return the player's board before and after a turn, side by side if there is room; nothing without a board."""
    if step.board_before is None or step.board_after is None:
        return []
    side = SIDES[replay.verified.side or "A"]
    width = small_board_width(side)
    before = ["before".ljust(width), *small_board(side, step.board_before, prose.terminal)]
    after = ["after".ljust(width), *small_board(side, step.board_after, prose.terminal, new=step.changed)]
    if 2 * width + len(_GAP + _INDENT) > prose.terminal.width:
        return [*before, "", *after]
    return [f"{one}{_GAP}{other}" for one, other in zip(before, after, strict=True)]


def _end(replay: Replay, prose: Prose) -> Iterator[str]:
    for fault in replay.outside:
        yield from fault_lines(replay.verified, fault, None, prose)
        yield ""
    yield from closing_verdict(replay, prose)
