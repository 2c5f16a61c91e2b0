"""Verdicts on records as text: a line for each, and for a broken rule its place, the board, and what was allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harmonies_cli.records.boards import board_of_seat
from harmonies_cli.records.gameassess import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.report.actions import action_words
from harmonies_cli.report.allowed import allowed
from harmonies_cli.report.moments import Moment, moments
from harmonies_cli.report.names import called
from harmonies_cli.report.outcome_words import outcome_words
from harmonies_cli.report.pad_text import text_pad
from harmonies_cli.report.picture.canvas import Style
from harmonies_cli.report.picture.habitat import habitat_text
from harmonies_cli.report.picture.terminal import board_text
from harmonies_cli.report.pictures import picture
from harmonies_cli.report.problem_place import file_place
from harmonies_cli.report.prose import Prose
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal
from harmonies_cli.report.text import problem_lines
from harmonies_cli.rules.cards import CARDS, card_index
from harmonies_cli.rules.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.gamelog import PlaceCube, PlaceToken
from harmonies_cli.rules.table import Table
from harmonies_cli.rules.tokens import letters_of

__all__ = ["fault_lines", "fault_place", "summary_line", "table_lines", "verdict_lines"]

_STYLES = {
    "legal": Style(ink=2, bold=True),
    "illegal": Style(ink=1, bold=True),
    "invalid": Style(ink=1, bold=True),
}
_FAULT = _STYLES["illegal"]
_INSIDE = "  "


def verdict_lines(
    verified: VerifiedRecord,
    reading: Reading,
    terminal: Terminal = PLAIN_FILE,
    *,
    keep_going: bool = False,
    scores: bool = False,
) -> Iterator[str]:
    """Yield the lines about a verified record.

    Parameters
    ----------
    verified
        The record with its verdict.
    reading
        What was read.
    terminal
        What the output can show.
    keep_going
        Whether the game was played on after faults.
    scores
        Whether to give the pad: the final scores, or those up to the fault.
    """
    prose = Prose(terminal)
    yield _summary(verified, prose)
    for problem in verified.problems:
        yield from (f"{_INSIDE}{line}" for line in problem_lines(verified, problem, terminal))
    if verified.violations and isinstance(reading.record, Game):
        yield from _faults(verified, reading.record, prose, keep_going)
    if scores and verified.players:
        yield ""
        yield from text_pad(verified, terminal, solo=verified.kind == "game" and len(verified.players) == 1)


def summary_line(counts: Mapping[str, int]) -> str:
    """Return the numbers of records by verdict in words.

    Parameters
    ----------
    counts
        Verdict to its number.
    """
    records = sum(counts.values())
    parts = [f"{counts.get(verdict, 0)} {verdict}" for verdict in _STYLES]
    return f"{records} record{'s' * (records != 1)}: {', '.join(parts)}"


def _summary(verified: VerifiedRecord, prose: Prose) -> str:
    place = file_place(verified.source, verified.line)
    named = prose.shown(f"{place} ({verified.id})" if verified.id else place)
    verdict = prose.painted(verified.verdict, _STYLES[verified.verdict])
    return f"{named}: {verdict}{_detail(verified, prose)}"


def _detail(verified: VerifiedRecord, prose: Prose) -> str:
    if verified.verdict == "invalid":
        number = len(verified.problems)
        return f", {number} problem{'s' * (number != 1)}"
    rules = "" if verified.rules == "rulebook" else f", by the rule set {verified.rules}"
    unchecked = f"; not recorded, so not checked: {', '.join(verified.unchecked)}" if verified.unchecked else ""
    if verified.verdict == "illegal":
        first = verified.violations[0]
        more = len(verified.violations) - 1
        others = f", and {more} more fault{'s' * (more != 1)}" if more else ""
        where = "the start" if first.turn == 0 else f"turn {first.turn} of {verified.turns}" if first.turn else ""
        return f", {first.code}{f' in {where}' if where else ''}{others}{rules}{unchecked}"
    return f", {outcome_words(verified, prose.shown)}{rules}{unchecked}"


def _faults(verified: VerifiedRecord, game: Game, prose: Prose, keep_going: bool) -> Iterator[str]:
    shown = moments(game_log(game), _drawn(verified.violations), keep_going=keep_going)
    moment = next(shown, None)
    for number, violation in enumerate(verified.violations):
        if number:
            yield ""
        own = moment if moment is not None and moment.violation is violation else None
        yield from fault_lines(verified, violation, own, prose)
        if own is not None:
            moment = next(shown, None)


def _drawn(violations: list[Violation]) -> list[Violation]:
    return [violation for violation in violations if violation.code not in NOT_STOPPING]


def fault_lines(verified: VerifiedRecord, violation: Violation, moment: Moment | None, prose: Prose) -> Iterator[str]:
    """Yield the lines about a broken rule: place, action, rule, what would have been allowed, and the board.

    Parameters
    ----------
    verified
        The record.
    violation
        The fault.
    moment
        What lay on the table; None where nothing is to be drawn.
    prose
        Writes for the output.
    """
    yield from prose.wrapped(fault_place(verified, violation, moment, prose), _INSIDE)
    code = prose.painted(violation.code, _FAULT)
    yield from prose.wrapped(f"{code}: {prose.shown(violation.message)}", _INSIDE * 2)
    yield from prose.wrapped(f"rule: RULES.md {violation.rule}", _INSIDE * 2)
    yield from prose.wrapped(f"at: {violation.pointer}", _INSIDE * 2)
    if moment is None:
        return
    for sentence in allowed(moment):
        yield from prose.wrapped(f"allowed: {sentence}", _INSIDE * 2, _INSIDE * 3)
    yield from (f"{_INSIDE * 2}{line}" for line in table_lines(moment.table, prose))
    yield ""
    yield from (f"{_INSIDE * 2}{line}".rstrip() for line in _board(verified, moment, prose))
    if violation.code == "habitat-missing" and isinstance(moment.action, PlaceCube):
        yield ""
        yield from (f"{_INSIDE * 2}{line}".rstrip() for line in _habitat(moment.action, prose))


def fault_place(verified: VerifiedRecord, violation: Violation, moment: Moment | None, prose: Prose) -> str:
    """Return where a fault is, with the action in words: ``turn 12, player 2 (Ben), action 3: places ...``."""
    parts = ["start" if violation.turn == 0 else f"turn {violation.turn}" if violation.turn else "whole record"]
    if violation.player:
        names = called(verified.players)
        name = names.get(violation.player)
        parts.append(f"player {violation.player}" + (f" ({prose.shown(name)})" if name else ""))
    if violation.action and moment is not None and moment.action is not None:
        parts.append(f"action {violation.action}: {prose.shown(action_words(moment.action))}")
    return ", ".join(parts)


def table_lines(table: Table, prose: Prose) -> Iterator[str]:
    """Yield the central board, the row, and the tokens in hand."""
    contents = ("?" if content is None else letters_of(content) or "-" for content in table.central)
    yield "central board: " + "  ".join(f"{number} {content}" for number, content in enumerate(contents, 1))
    row = ", ".join(CARDS[card].id if card >= 0 else "?" for card in table.row if card != -1)
    yield from prose.wrapped(row or "empty", "row: ")
    if table.hand or table.unknown_in_hand:
        yield f"in hand: {letters_of(table.hand) or f'{table.unknown_in_hand} unknown'}"


def _habitat(action: PlaceCube, prose: Prose) -> Iterator[str]:
    card = CARDS[card_index(action.card)]
    yield f"habitat of the {card.id}, in any of its turns:"
    drawn = habitat_text(card.habitat, colour=prose.terminal.colour, ascii_only=not prose.terminal.unicode)
    yield from drawn.splitlines()


def _board(verified: VerifiedRecord, moment: Moment, prose: Prose) -> list[str]:
    if moment.seat is None:
        return []
    sheet = verified.players[moment.table.player - 1]
    action = moment.action
    marks = {}
    if isinstance(action, PlaceToken | PlaceCube) and action.at.lower() in moment.table.side.spaces:
        marks[action.at.lower()] = moment.violation.code
    board = board_of_seat(moment.table.side, moment.seat, sheet.player, sheet.name)
    shown = picture(moment.table.side.name, board, marks=marks)
    terminal = prose.terminal
    drawn = board_text(
        shown,
        colour=terminal.colour,
        ascii_only=not terminal.unicode,
        width=max(20, terminal.width - len(_INSIDE * 2)),
    )
    return drawn.splitlines()
