"""A broken rule as text: its place, the rule, the legal alternatives, and the board just before the fault."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.record_boards import board_of_seat
from harmonies_cli.report.phrases import middle_lines, names_by_player
from harmonies_cli.report.picture.board_picture import picture
from harmonies_cli.report.picture.board_terminal import board_text
from harmonies_cli.report.picture.habitat import habitat_text
from harmonies_cli.report.terminal import FAULT
from harmonies_cli.report.text_layout import Prose
from harmonies_cli.report.verdicts.action_words import action_words, legal_alternatives
from harmonies_cli.rules.board.cards import CARDS, card_index
from harmonies_cli.rules.board.tokens import letters_of
from harmonies_cli.rules.replay.actions import Action, PlaceCube, PlaceToken
from harmonies_cli.rules.replay.faults import StoppedError, Violation
from harmonies_cli.rules.replay.replay import GameLog, fold
from harmonies_cli.rules.replay.state import GAP, UNKNOWN_CARD, GameState, Seat
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn

__all__ = ["FaultContext", "alternatives", "fault_contexts", "fault_lines", "fault_place", "marks_of"]


class FaultContext(NamedTuple):
    """The context of a broken rule.

    Attributes
    ----------
    violation
        The fault.
    state
        The state before the faulty action; if no action is at fault, after the turn's last action.
    seat
        The player's seat; None if the fault is not a player's.
    action
        The faulty action, if any.
    """

    violation: Violation
    state: GameState
    seat: Seat | None
    action: Action | None


def fault_contexts(
    log: GameLog, violations: Sequence[Violation], *, stopped: GameState | None = None, keep_going: bool = False
) -> Iterator[FaultContext]:
    """Yield the context of each fault within a turn, in the order of the turns.

    Parameters
    ----------
    log
        The game.
    violations
        Its faults, as found by the replay.
    stopped
        The state in which the replay stopped at its only fault; without it, the game is replayed.
    keep_going
        Whether the replay continued after faults.
    """
    waiting = [fault for fault in violations if fault.turn and fault.player and fault.code != "game-unfinished"]
    if not waiting:
        return
    if stopped is not None and not keep_going:
        yield _context(log, stopped, waiting[0])
        return
    for state in fold(log, keep_going=keep_going):
        while waiting and waiting[0].turn == state.turn + 1:
            yield _context(log, _state_at(log, state, waiting[0]), waiting.pop(0))
        if not waiting:
            return


def _context(log: GameLog, state: GameState, violation: Violation) -> FaultContext:
    turn = log.turns[state.turn - 1]
    seat = state.seats[turn.player - 1] if turn.player <= len(state.seats) else None
    number = violation.action
    return FaultContext(violation, state, seat, None if number is None else turn.actions[number - 1])


def _state_at(log: GameLog, before: GameState, violation: Violation) -> GameState:
    """Return the state at a fault, replayed from the state before its turn."""
    # The replay continues with its own state.
    state = copy.deepcopy(before, {id(before.side): before.side})
    turn = log.turns[before.turn]
    played = copy.copy(turn)
    played.actions = turn.actions if violation.action is None else turn.actions[: violation.action - 1]
    with suppress(StoppedError):  # another player's turn, or one after the last: none of it was played
        play_actions(state, begin_turn(state, turn), played)
    return state


_INSIDE = "  "


def fault_lines(
    verified: VerifiedRecord, violation: Violation, context: FaultContext | None, prose: Prose, *, draw: bool = True
) -> Iterator[str]:
    """Yield the lines about a broken rule: place, action, rule, legal alternatives, and the board.

    Parameters
    ----------
    verified
        The record.
    violation
        The fault.
    context
        The state of the table; None if there is nothing to draw.
    prose
        Writes for the output.
    draw
        Whether to draw the board and the rest of the state.
    """
    yield from prose.wrap_lines(fault_place(verified, violation, context, prose), _INSIDE)
    lines = prose.wrap_lines(f"{violation.code}: {prose.shown(violation.message)}", _INSIDE * 2)
    yield from prose.accent(lines, violation.code, FAULT)
    yield from prose.wrap_lines(
        f"rule: {violation.rule} (more: harmonies verify --explain {violation.code})", _INSIDE * 2
    )
    if draw:
        yield from prose.wrap_lines(f"at: {violation.pointer}", _INSIDE * 2)
    if context is None:
        return
    for sentence in alternatives(context):
        yield from prose.wrap_lines(f"allowed: {sentence}", _INSIDE * 2, _INSIDE * 3)
    if not draw:
        return
    yield from _table_lines(context.state, prose, _INSIDE * 2)
    yield ""
    yield from (f"{_INSIDE * 2}{line}".rstrip() for line in _board(verified, context, prose))
    if violation.code == "habitat-missing" and isinstance(context.action, PlaceCube):
        yield ""
        yield from (f"{_INSIDE * 2}{line}".rstrip() for line in _habitat(context.action, prose))


def alternatives(context: FaultContext) -> list[str]:
    """Return sentences on the legal alternatives at a fault; empty if its message says it all."""
    if context.seat is None:
        return []
    return list(legal_alternatives(context.action, context.state, context.seat, context.violation.code))


def fault_place(verified: VerifiedRecord, violation: Violation, context: FaultContext | None, prose: Prose) -> str:
    """Return the place of a fault and the action: ``turn 12, player 2 (Ben), action 3: places ...``."""
    parts = ["start" if violation.turn == 0 else f"turn {violation.turn}" if violation.turn else "whole record"]
    if violation.player:
        names = names_by_player(verified.players)
        name = names.get(violation.player)
        parts.append(f"player {violation.player}" + (f" ({prose.shown(name)})" if name else ""))
    if violation.action and context is not None and context.action is not None:
        parts.append(f"action {violation.action}: {prose.shown(action_words(context.action))}")
    return ", ".join(parts)


def _table_lines(state: GameState, prose: Prose, indent: str) -> Iterator[str]:
    """Yield the central board, the row, and the tokens in hand."""
    central = [None if content is None else letters_of(content) for content in state.central]
    row = [None if card == UNKNOWN_CARD else CARDS[card].id for card in state.row if card != GAP]
    yield from middle_lines(central, row, prose, indent)
    if state.hand or state.unknown_in_hand:
        yield f"{indent}in hand  {letters_of(state.hand) or f'{state.unknown_in_hand} unknown'}"


def _habitat(action: PlaceCube, prose: Prose) -> Iterator[str]:
    card = CARDS[card_index(action.card)]
    yield f"habitat of the {card.words}:"
    drawn = habitat_text(card.habitat, colour=prose.terminal.colour, ascii_only=not prose.terminal.unicode)
    yield from drawn.splitlines()


def _board(verified: VerifiedRecord, context: FaultContext, prose: Prose) -> list[str]:
    if context.seat is None:
        return []
    sheet = verified.players[context.state.player - 1]
    board = board_of_seat(context.state.side, context.seat, sheet.player, sheet.name)
    shown = picture(context.state.side.name, board, marks=marks_of(context))
    terminal = prose.terminal
    drawn = board_text(
        shown,
        colour=terminal.colour,
        ascii_only=not terminal.unicode,
        width=max(20, terminal.width - len(_INSIDE * 2)),
    )
    return drawn.splitlines()


def marks_of(context: FaultContext) -> dict[str, str]:
    """Return the offending space of the board with the fault's code, if any."""
    action = context.action
    if isinstance(action, PlaceToken | PlaceCube) and action.at.lower() in context.state.side.spaces:
        return {action.at.lower(): context.violation.code}
    return {}
