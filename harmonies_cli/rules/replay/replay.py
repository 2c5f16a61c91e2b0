"""The fold over a game log: play turn by turn to the end of the record or to its first fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from msgspec import UNSET

from harmonies_cli.rules.board.sides import Side
from harmonies_cli.rules.replay.actions import ChooseSpirit, Start, Turn
from harmonies_cli.rules.replay.fast_path import play_usual_turns
from harmonies_cli.rules.replay.faults import StoppedError
from harmonies_cli.rules.replay.refills import deal
from harmonies_cli.rules.replay.state import Table
from harmonies_cli.rules.replay.turn import play_actions
from harmonies_cli.rules.replay.turn_phases import begin_turn, end_turn
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.ranking import rank, suns
from harmonies_cli.rules.scoring.scoresheet import Scoresheet, score_board

__all__ = ["GameLog", "Watch", "fold", "replay", "scoresheets"]

Watch = Callable[[Table], object]
"""Looks at the table while a game is played."""


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
        The setup, as far as recorded.
    spirits
        Whether Nature's Spirit cards are in play; None if the record leaves that to what it shows.
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
        """Whether spirits are in play: as recorded, or because one is dealt or chosen."""
        if self.spirits is not None:
            return self.spirits
        dealt = self.start.spirits is not UNSET and any(self.start.spirits)
        return dealt or any(isinstance(action, ChooseSpirit) for turn in self.turns for action in turn.actions)


def fold(log: GameLog, *, keep_going: bool = False) -> Iterator[Table]:
    """Play a game, and yield the table after the deal and after each turn.

    Parameters
    ----------
    log
        The game.
    keep_going
        Whether to play on after a fault that could be carried out on a table.

    Yields
    ------
    Table
        The same object each time; at a fault that ends the replay once more, as the last good state.

    Raises
    ------
    UnknownNameError, AmbiguousCardError
        If a token, space or card has no such name: the record is invalid.
    """
    return _fold(log, keep_going, at_once=1)


def _fold(log: GameLog, keep_going: bool, at_once: int, watch: Watch | None = None) -> Iterator[Table]:
    """Play a game, and yield the table after the deal and after each `at_once` turns; in between, call `watch`."""
    table = Table(log.side, log.players, spirits=log.has_spirits, keep_going=keep_going)
    turns = log.turns
    try:
        deal(table, log.start)
        yield table
        while table.turn < len(turns):
            _play(table, log, table.turn + at_once, watch)
            yield table
        if not (table.over or log.unfinished):
            table.note_unfinished()
    except StoppedError:
        yield table


def _play(table: Table, log: GameLog, until: int, watch: Watch | None) -> None:
    """Play turns up to the one of a number, or to the end of the record; call `watch` after all but the last."""
    turns = log.turns
    until = min(until, len(turns))
    while table.turn < until:
        done = play_usual_turns(table, turns, until, watch)
        if done is not None:
            turn = turns[table.turn - 1]
            seat = table.seats[turn.player - 1]
        elif table.turn < until:
            done = 0
            turn = turns[table.turn]
            seat = begin_turn(table, turn, turns)
        else:
            break
        play_actions(table, seat, turn, done)
        end_turn(table, seat, turn, may_be_partial=log.unfinished and table.turn == len(turns))
        if watch is not None and table.turn < until:
            watch(table)


def replay(
    log: GameLog,
    *,
    keep_going: bool = False,
    turns: int | None = None,
    watch: Watch | None = None,
) -> Table:
    """Play a game to its end or to its first fault; see `fold`.

    Parameters
    ----------
    log
        The game.
    keep_going
        Whether to play on after a fault that could be carried out on a table.
    turns
        How many turns to play at most; None for all.
    watch
        Called with the table each time that `fold` yields it.

    Returns
    -------
    Table
        The last good state, with the faults and with what could not be checked.
    """
    for table in _fold(log, keep_going, at_once=turns or len(log.turns), watch=watch):
        if watch is not None:
            watch(table)
        if table.turn == turns:
            break
    return table


def scoresheets(
    table: Table, names: Sequence[str], rules: RuleSet = "rulebook", *, explain: bool = True
) -> tuple[list[Scoresheet], list[int]]:
    """Score every player of a table.

    Parameters
    ----------
    table
        The state.
    names
        The players' names, in turn order.
    rules
        The rule set.
    explain
        Whether to give the items.

    Returns
    -------
    sheets
        One for each player, with ranks, and winners and suns if the game is over.
    winners
        Numbers of the players who have won; empty if the game is not over.
    """
    sheets = [
        score_board(
            table.side,
            seat.board,
            tuple(seat.cards.items()),
            player=number,
            name=name,
            rules=rules,
            explain=explain,
        )
        for number, (seat, name) in enumerate(zip(table.seats, names, strict=True), 1)
    ]
    winners = rank(sheets, rules, finished=table.over)
    if table.solo and table.over and sheets[0].total is not None:
        spirit = table.seats[0].spirit
        if spirit is not None or not table.spirits:
            sheets[0].suns = suns(table.side, sheets[0].total, spirit)
    return sheets, winners
