"""A game to read turn by turn."""

from __future__ import annotations

from collections.abc import Collection

from harmonies_cli.errors import UsageError
from harmonies_cli.records.notation import Game
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.replay.folded import replay_of

__all__ = ["Replay"]


class Replay:
    """A game turn by turn: ``print`` writes it out, and `page` is the page with a slider of ``harmonies replay -o``.

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
            raise UsageError(f"{place} cannot be replayed: {verified.problems[0].message}")
        self._replay = replay_of(game, verified)
        self._turns = turns
        if turns is not None and not len(self):
            number = len(self._replay.steps)
            raise UsageError(f"no turn to show: {number or 'no'} turn{'s' * (number != 1)} can be replayed")

    def __len__(self) -> int:
        return sum(self._turns is None or step.turn in self._turns for step in self._replay.steps)

    def __repr__(self) -> str:
        names = ", ".join(player.name for player in self._replay.game.players)
        return f"<Replay of {names}: {len(self)} turns>"

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
