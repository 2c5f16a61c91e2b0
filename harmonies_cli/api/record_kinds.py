"""The kinds of records: final boards, games turn by turn, and unreadable documents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from harmonies_cli.api.arguments import invalid, one_rule_set, whole_number
from harmonies_cli.api.record_views import Record
from harmonies_cli.errors import UsageError
from harmonies_cli.plurals import count_of
from harmonies_cli.records import notation
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.api.board_views import Progress, Replay

__all__ = ["Game", "Position", "Unreadable"]


class Position(Record):
    """Final boards."""

    def __repr__(self) -> str:
        return f"<Position of {', '.join(self.players)}, side {self.side}>"

    @property
    def solo(self) -> bool:
        """Whether it was played by the solo rules."""
        record = self._reading.record
        return record is not None and notation.is_solo(record)


class Game(Record):
    """A game, turn by turn."""

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.players)}, side {self.side}: {count_of(self.turns, 'turn')}>"

    @property
    def turns(self) -> int:
        """Number of turns recorded."""
        return len(self._game.turns)

    @property
    def _game(self) -> notation.Game:
        assert isinstance(self._reading.record, notation.Game)
        return self._reading.record

    def progress(self, *, rules: RuleSet | None = None) -> Progress:
        """Return the scores after each turn, up to the last legal one.

        Parameters
        ----------
        rules
            The rule set; by default the game's own, else the rulebook.

        Raises
        ------
        HarmoniesError
            If there is no such rule set, or the game names a token, space or card that does not exist.
        """
        from harmonies_cli.api.board_views import progress_of

        return progress_of(self._game, one_rule_set(rules) or self.rules)

    @property
    def spirits(self) -> bool | None:
        """Whether Nature's Spirit cards were in play: as recorded, or as the cards dealt and chosen show."""
        stated = super().spirits
        if stated is not None:
            return stated
        state = self._assessment().state
        return None if state is None else state.spirits

    def replay(self, *, rules: RuleSet | None = None, turns: int | Iterable[int] | None = None) -> Replay:
        """Return the game turn by turn, as text and as a page with a slider.

        Parameters
        ----------
        rules
            The rule set; by default the one that the game names, else the rulebook.
        turns
            The turns to show, such as ``range(3, 6)``; all by default.

        Raises
        ------
        UsageError
            If there is no such rule set or turn, or the game has an invalid word.
        """
        from harmonies_cli.api.board_views import Replay

        wanted = None
        if turns is not None:
            if isinstance(turns, str | bytes) or not isinstance(turns, int | Iterable):
                raise invalid("turns", f"{turns!r} is neither a number nor a range of turns.")
            given = [turns] if isinstance(turns, int) else turns
            wanted = [self._checked_turn(turn) for turn in given]
        return Replay(self._game, self._assessment(rules).verified, wanted)

    def _checked_turn(self, turn: int) -> int:
        turn = whole_number("turn", turn, None)
        if not 1 <= turn <= self.turns:
            raise UsageError(f"there is no turn {turn}: the game has {self.turns}")
        return turn

    @property
    def solo(self) -> bool:
        """Whether it was played by the solo rules."""
        return len(self.players) == 1


class Unreadable(Record):
    """A document that cannot be read as a record; `verify` says why. It has no scores or boards."""

    @property
    def problems(self) -> list[Problem]:
        """The reasons why it cannot be read."""
        return self._reading.problems

    @cached_property
    def _content(self) -> object:
        return self._reading.data, self.problems

    def __repr__(self) -> str:
        return f"<Unreadable {self.source}: {self.problems[0].sentence}>"
