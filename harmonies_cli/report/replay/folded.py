"""Turn games into steps, by a replay with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UnsetType

from harmonies_cli.plurals import enumeration
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.record_boards import PlayerBoard, board_of_seat
from harmonies_cli.report.replay.steps import ActionState, Middle, Replay, ShownAction, Step, open_habitats
from harmonies_cli.report.verdicts.action_words import action_brief, action_words, card_id, card_name, written_tokens
from harmonies_cli.report.verdicts.fault_lines import FaultContext, fault_contexts
from harmonies_cli.rules.board.cards import CARDS
from harmonies_cli.rules.board.tokens import letters_of
from harmonies_cli.rules.replay.actions import DiscardCard, Start, TakeCard, TakeTokens, Turn
from harmonies_cli.rules.replay.faults import NOT_STOPPING, Violation
from harmonies_cli.rules.replay.replay import fold, scoresheets
from harmonies_cli.rules.replay.state import GAP, UNKNOWN_CARD, GameState

__all__ = ["replay_of"]


def replay_of(game: Game, verified: VerifiedRecord) -> Replay:
    """Return a game as steps.

    Parameters
    ----------
    game
        The game.
    verified
        Its verdict, from a replay without ``keep_going``; not ``invalid``, so all words of the game are known.
    """
    log = game_log(game)
    stopping = [fault for fault in verified.violations if fault.code not in NOT_STOPPING]
    at_fault = {context.violation.turn: context for context in fault_contexts(log, stopping)}
    tables = fold(log)
    taker = _Taker(game, verified, at_fault)
    start = taker.still(next(tables))
    steps = tuple(taker.step(table, log.turns[table.turn - 1]) for table in tables)
    return Replay(game, verified, start.middle, _spirit_hands(log.start), start.sheets, start.boards, steps)


def _spirit_hands(start: Start) -> tuple[tuple[str, ...], ...]:
    if isinstance(start.spirits, UnsetType):
        return ()
    return tuple(tuple(card_id(name) for name in hand) for hand in start.spirits)


class _Still:
    """A snapshot of the table, which itself keeps changing."""

    def __init__(self, table: GameState, game: Game, verified: VerifiedRecord) -> None:
        names = [player.name for player in game.players]
        self.middle = _middle(table)
        self.boards = tuple(
            board_of_seat(table.side, seat, number, name)
            for number, (seat, name) in enumerate(zip(table.seats, names, strict=True), 1)
        )
        self.sheets = tuple(scoresheets(table, names, verified.rules)[0])
        self.actions_done = table.actions_done
        self.faults = len(table.violations)

    def board(self, player: int) -> PlayerBoard | None:
        return self.boards[player - 1] if player <= len(self.boards) else None


def _middle(table: GameState) -> Middle:
    return Middle(
        tuple(None if content is None else letters_of(content) for content in table.central),
        tuple(None if card == UNKNOWN_CARD else CARDS[card].id for card in table.row if card != GAP),
    )


class _Taker:
    """Takes a still after each turn, and makes a step from two successive ones."""

    def __init__(self, game: Game, verified: VerifiedRecord, at_fault: Mapping[int | None, FaultContext]) -> None:
        self._game = game
        self._verified = verified
        self._at_fault = at_fault

    def still(self, table: GameState) -> _Still:
        """Take the next still."""
        self._before = _Still(table, self._game, self._verified)
        return self._before

    def step(self, table: GameState, turn: Turn) -> Step:
        """Return the turn between the last still and the table."""
        before = self._before
        after = self.still(table)
        player = turn.player
        board = after.board(player)
        moment = self._at_fault.get(table.turn)
        gained = 0
        if board is not None:
            gained = (after.sheets[player - 1].total or 0) - (before.sheets[player - 1].total or 0)
        return Step(
            table.turn,
            player,
            before.middle,
            after.middle,
            before.board(player),
            board,
            after.boards,
            table.space_taken or None,
            _card_taken(turn),
            () if board is None else open_habitats(table.side, table.seats[player - 1]),
            tuple(_actions(turn, table, before.middle, after.actions_done, moment)),
            () if moment else tuple(_refill(turn, table, after.middle)),
            turn.notes if isinstance(turn.notes, str) else "",
            after.sheets,
            gained,
            tuple(_new_faults(table, before.faults)),
            moment,
        )


def _card_taken(turn: Turn) -> str:
    cards = (action.card for action in turn.actions if isinstance(action, TakeCard | DiscardCard))
    return next((card_id(card) for card in cards), "")


def _new_faults(table: GameState, seen: int) -> Iterator[Violation]:
    return (fault for fault in table.violations[seen:] if fault.player)


def _actions(
    turn: Turn, table: GameState, before: Middle, played: int, moment: FaultContext | None
) -> Iterator[ShownAction]:
    faulty = moment.violation.action if moment else None
    for number, action in enumerate(turn.actions, 1):
        space, taken = None, ""
        if isinstance(action, TakeTokens) and number <= played:
            space = table.space_taken or None
            taken = (before.central[space - 1] if space and space <= len(before.central) else None) or ""
        words = action_words(action, space=space, taken=taken)
        brief = action_brief(action, space=space, taken=taken)
        note = action.notes if isinstance(action.notes, str) else ""
        state: ActionState = "played" if number <= played else "faulty" if number == faulty else "unplayed"
        yield ShownAction(words, brief, note, state)


def _refill(turn: Turn, table: GameState, after: Middle) -> Iterator[str]:
    """Yield the refill of the central board and of the row, if recorded or due."""
    refill = turn.refill
    central = {} if isinstance(refill, UnsetType) or isinstance(refill.central, UnsetType) else refill.central
    got = [f"{written_tokens(tokens)} on {space}" for space, tokens in sorted(central.items()) if tokens]
    if got:
        yield f"central board: {enumeration(got, 'and')}"
    elif _became_unknown(after, table.solo, table.space_taken):
        yield "central board: not recorded"
    row = [] if isinstance(refill, UnsetType) or isinstance(refill.row, UnsetType) else refill.row
    if row:
        yield f"row: {enumeration(map(card_name, row), 'and')}"
    elif None in after.row and any(isinstance(action, TakeCard | DiscardCard) for action in turn.actions):
        yield "row: not recorded"


def _became_unknown(after: Middle, solo: bool, space: int | None) -> bool:
    emptied = after.central if solo else after.central[space - 1 : space] if space else ()
    return None in emptied
