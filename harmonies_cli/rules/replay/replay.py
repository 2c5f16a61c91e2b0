"""Fold a game log into states: play turn by turn to the end of the record or to its first fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET

from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.replay import fault_messages
from harmonies_cli.rules.replay.actions import ChooseSpirit, Start, Turn
from harmonies_cli.rules.replay.fast_path import play_common_turns
from harmonies_cli.rules.replay.faults import RULE_OF, StoppedError, Violation
from harmonies_cli.rules.replay.refills import deal
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn, end_turn
from harmonies_cli.rules.scoring.game_end import rank, suns
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet, score_board

__all__ = ["GameLog", "Watch", "fold", "replay", "scoresheets"]

Watch = Callable[[GameState], object]
"""Looks at the state while a game is played."""


@dataclass(slots=True)
class GameLog:
    """A game as the rules see it.

    Attributes
    ----------
    side
        The side of the boards.
    players
        Number of players.
    turns
        The turns, in order.
    start
        The recorded parts of the setup.
    spirits
        Whether Nature's Spirit cards are in play; None if only the cards in the record show it.
    unfinished
        Whether the record stops before the end, perhaps within its last turn.
    """

    side: Side
    players: int
    turns: Sequence[Turn]
    start: Start = field(default_factory=Start)
    spirits: bool | None = None
    unfinished: bool = False

    @property
    def has_spirits(self) -> bool:
        """Whether spirits are in play: the record says so, or one is dealt or chosen."""
        if self.spirits is not None:
            return self.spirits
        dealt = self.start.spirits is not UNSET and any(self.start.spirits)
        return dealt or any(isinstance(action, ChooseSpirit) for turn in self.turns for action in turn.actions)


def fold(log: GameLog, *, keep_going: bool = False) -> Iterator[GameState]:
    """Play a game, and yield the state after the deal and after each turn.

    Parameters
    ----------
    log
        The game.
    keep_going
        Whether to continue after a faulty action that is possible on a real table.

    Yields
    ------
    GameState
        The same object each time; at a fault that ends the replay, once more with the last good state.

    Raises
    ------
    UnknownNameError, AmbiguousCardError
        If a name is not that of a token, space or card: the record is invalid.
    """
    return _fold(log, keep_going, at_once=1)


def _fold(log: GameLog, keep_going: bool, at_once: int, watch: Watch | None = None) -> Iterator[GameState]:
    """Play a game, and yield the state after the deal and after every `at_once` turns; in between, call `watch`."""
    state = GameState(log.side, log.players, spirits=log.has_spirits, keep_going=keep_going)
    turns = log.turns
    try:
        deal(state, log.start)
        yield state
        while state.turn < len(turns):
            _play(state, log, state.turn + at_once, watch)
            yield state
        if not (state.over or log.unfinished):
            _note_unfinished(state)
    except StoppedError:
        yield state


def _note_unfinished(state: GameState) -> None:
    """Note that the record stops before the end of the game, a fault without a player or an action."""
    code = "game-unfinished"
    pointer = f"/turns/{state.turn - 1}" if state.turn else "/turns"
    message = fault_messages.game_unfinished(state.turn)
    state.violations.append(Violation(code, state.turn or None, None, None, pointer, message, RULE_OF[code]))


def _play(state: GameState, log: GameLog, until: int, watch: Watch | None) -> None:
    """Play turns up to a number, or to the end of the record; call `watch` after all but the last."""
    turns = log.turns
    until = min(until, len(turns))
    while state.turn < until:
        done = play_common_turns(state, turns, until, watch)
        if done is not None:
            turn = turns[state.turn - 1]
            seat = state.seats[turn.player - 1]
        elif state.turn < until:
            done = 0
            turn = turns[state.turn]
            seat = begin_turn(state, turn, turns)
        else:
            break
        play_actions(state, seat, turn, done)
        central, row = tuple(state.central), tuple(state.row)
        try:
            end_turn(state, seat, turn, may_be_partial=log.unfinished and state.turn == len(turns))
        except StoppedError:
            state.central[:], state.row[:] = central, row  # a report draws the player's result, not half a refill
            raise
        if watch is not None and state.turn < until:
            watch(state)


def replay(
    log: GameLog,
    *,
    keep_going: bool = False,
    turns: int | None = None,
    watch: Watch | None = None,
) -> GameState:
    """Play a game to its end or to its first fault; see `fold`.

    Parameters
    ----------
    log
        The game.
    keep_going
        Whether to continue after a faulty action that is possible on a real table.
    turns
        The most turns to play; None for all.
    watch
        Called with each state that `fold` yields.

    Returns
    -------
    GameState
        The last good state, with the faults and the parts that could not be checked.
    """
    for state in _fold(log, keep_going, at_once=turns or len(log.turns), watch=watch):
        if watch is not None:
            watch(state)
        if state.turn == turns:
            break
    return state


def scoresheets(
    state: GameState, names: Sequence[str], rules: RuleSet = "rulebook", *, explain: bool = True
) -> tuple[list[Scoresheet], list[int]]:
    """Score every player of a state.

    Parameters
    ----------
    state
        The state.
    names
        The players' names, in turn order.
    rules
        The rule set.
    explain
        Whether to include the items.

    Returns
    -------
    sheets
        One for each player, with ranks, and winners and suns if the game is over.
    winners
        Numbers of the winners; empty if the game is not over.
    """
    sheets = [
        score_board(
            state.side,
            seat.board,
            tuple(seat.cards.items()),
            player=number,
            name=name,
            rules=rules,
            explain=explain,
        )
        for number, (seat, name) in enumerate(zip(state.seats, names, strict=True), 1)
    ]
    winners = rank(sheets, rules, finished=state.over)
    if state.solo and state.over and sheets[0].total is not None:
        spirit = state.seats[0].spirit
        if spirit is not None or not state.spirits:
            sheets[0].suns = suns(state.side, sheets[0].total, spirit)
    return sheets, winners
