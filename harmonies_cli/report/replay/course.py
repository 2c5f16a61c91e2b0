"""The course of a game: every player's points and chance to win after each turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from harmonies_cli.report.replay.steps import Replay
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.statistics.win_model import Standing, WinFit, chances, win_fit, win_model

__all__ = ["Chances", "Course", "Swing", "course_of"]

_MOST_SWINGS = 3
_LEAST_SWING = 0.1


class Chances(NamedTuple):
    """The players' chances to win.

    Attributes
    ----------
    after
        By turn, from the start: the chance of each player; None if unknown.
    from_round
        The first round with known chances.
    origin
        The games behind the model.
    """

    after: tuple[tuple[float, ...] | None, ...]
    from_round: int
    origin: str


class Swing(NamedTuple):
    """A turn that moved the chances a lot: the player whose chance changed most, before and after."""

    turn: int
    player: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Course:
    """A game's numbers after each turn.

    Attributes
    ----------
    totals
        By turn, from the start: the points of each player; None if unknown.
    rounds
        By turn, from the start: the round; 0 before the first turn.
    chances
        The chances to win; None for a solo game.
    """

    totals: tuple[tuple[int | None, ...], ...]
    rounds: tuple[int, ...]
    chances: Chances | None

    @property
    def swings(self) -> list[Swing]:
        """The turns that moved the chances most, in order: at most three, each by at least a tenth."""
        after = self.chances.after if self.chances else ()
        swings = [
            _swing(turn, before, now)
            for turn, (before, now) in enumerate(pairwise(after), 1)
            if before is not None and now is not None
        ]
        largest = sorted(swings, key=lambda swing: (-abs(swing.after - swing.before), swing.turn))[:_MOST_SWINGS]
        return sorted(swing for swing in largest if abs(swing.after - swing.before) >= _LEAST_SWING)


def _swing(turn: int, before: Sequence[float], now: Sequence[float]) -> Swing:
    player = max(range(len(now)), key=lambda seat: abs(now[seat] - before[seat]))
    return Swing(turn, player + 1, before[player], now[player])


def course_of(replay: Replay) -> Course:
    """Return the course of a game."""
    sheets = [replay.sheets, *(step.sheets for step in replay.steps)]
    totals = tuple(tuple(sheet.total for sheet in each) for each in sheets)
    turns = [0] * len(totals[0])
    played = [tuple(turns)]
    for step in replay.steps:
        if step.player <= len(turns):
            turns[step.player - 1] += 1
        played.append(tuple(turns))
    return Course(totals, tuple(map(max, played)), _chances(replay, totals, played))


def _chances(
    replay: Replay, totals: Sequence[tuple[int | None, ...]], played: Sequence[tuple[int, ...]]
) -> Chances | None:
    side = SIDES[replay.verified.side or "A"]
    fit = win_fit(len(totals[0]), side.name)
    if fit is None:
        return None
    boards = [replay.boards, *(step.boards for step in replay.steps)]
    empty = [[len(side.spaces) - len(board.stacks) for board in each] for each in boards]
    after = [_chance(fit, *state) for state in zip(totals, empty, played, strict=True)]
    if replay.steps and replay.steps[-1].moment is not None:
        after[-1] = None
    elif replay.steps and replay.verified.finished and replay.verified.winners:
        winners = replay.verified.winners
        after[-1] = tuple((seat in winners) / len(winners) for seat in range(1, len(totals[0]) + 1))
    return Chances(tuple(after), fit.from_round, win_model().origin)


def _chance(
    fit: WinFit, totals: Sequence[int | None], empty: Sequence[int], turns: Sequence[int]
) -> tuple[float, ...] | None:
    known = [total for total in totals if total is not None]
    if max(turns) < fit.from_round or len(known) < len(totals):
        return None
    return chances(fit, [Standing(*state) for state in zip(known, empty, turns, strict=True)])
