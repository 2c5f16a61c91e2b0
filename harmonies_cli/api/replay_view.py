"""A game to read turn by turn, and the course of its scores."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from harmonies_cli.api.frames import SHEET_COLUMNS, frame_of
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records.game.assess_game import game_log
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.replay.folded import replay_of
from harmonies_cli.rules.replay.faults import NOT_STOPPING
from harmonies_cli.rules.replay.replay import replay, scoresheets
from harmonies_cli.rules.replay.state import GameState
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Progress", "Replay", "progress_of"]


class Replay:
    """A game turn by turn: ``print`` writes it, and `page` returns the page with a slider of ``harmonies replay -o``.

    Parameters
    ----------
    game, verified
        The game, and its verdict.
    turns
        Numbers of the turns to show; None means all.
    """

    def __init__(self, game: Game, verified: VerifiedRecord, turns: Collection[int] | None) -> None:
        if verified.verdict == "invalid":
            place = file_place(verified.source, verified.line)
            raise UsageError(f"{place} cannot be replayed: {verified.problems[0].sentence}")
        self._replay = replay_of(game, verified)
        self._turns = turns
        if turns is not None and not len(self):
            number = len(self._replay.steps)
            raise UsageError(f"no turn to show: {number or 'no'} turn{'s' * (number != 1)} can be replayed")

    def __len__(self) -> int:
        return sum(self._turns is None or step.turn in self._turns for step in self._replay.steps)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self._replay.game.players)
        return f"<Replay of {names}: {count_of(len(self), 'turn')}>"

    def __str__(self) -> str:
        from harmonies_cli.report.replay.transcript import transcript

        return "".join(f"{line.rstrip()}\n" for line in transcript(self._replay, turns=self._turns))

    def page(self) -> str:
        """Return the page with a slider over the turns, as one HTML document."""
        from harmonies_cli.report.replay.replay_page import page

        return page(self._replay, turns=self._turns)

    def _repr_html_(self) -> str:
        from harmonies_cli.api.notebook import framed_page

        return framed_page(self.page(), repr(self))


class Progress:
    """The score of every player after each turn.

    Parameters
    ----------
    turns
        For each turn: its number, its player, and the scoresheets.
    """

    def __init__(self, turns: Sequence[tuple[int, int, list[Scoresheet]]]) -> None:
        self._turns = turns

    def __len__(self) -> int:
        return len(self._turns)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each player after each turn; `mover` is the player of the turn."""
        rows = [
            {"turn": turn, "mover": mover, **msgspec.structs.asdict(sheet)}
            for turn, mover, sheets in self._turns
            for sheet in sheets
        ]
        return frame_of(rows, {"turn": "Int64", "mover": "Int64", **SHEET_COLUMNS})

    def __repr__(self) -> str:
        sheets = self._turns[-1][2] if self._turns else []
        totals = ", ".join(f"{sheet.name} {sheet.total}" for sheet in sheets) or "none"
        return f"<Progress over {count_of(len(self), 'turn')}: {totals}>"

    def _repr_html_(self) -> str:
        from harmonies_cli.api.notebook import result_markup

        frame = self.to_frame()
        called = frame["player"].astype("string") + ". " + frame["name"]  # two players can share a name
        totals = frame.assign(player=called).pivot(index="turn", columns="player", values="total").reset_index()
        return result_markup("Totals after each turn", frame=totals)


def progress_of(game: Game, rules: RuleSet) -> Progress:
    """Play a game, and return the scores after each turn up to the last legal one."""
    turns: list[tuple[int, int, list[Scoresheet]]] = []
    names = [player.name for player in game.players]

    def watch(table: GameState) -> None:
        was_played = all(fault.code in NOT_STOPPING for fault in table.violations)
        if table.turn and was_played and not (turns and turns[-1][0] == table.turn):
            sheets, _ = scoresheets(table, names, rules, explain=False)
            turns.append((table.turn, game.turns[table.turn - 1].player, sheets))

    replay(game_log(game), watch=watch)
    return Progress(turns)
