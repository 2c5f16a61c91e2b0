"""Records: final boards, and games turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from harmonies_cli.api.board_views import Board, Boards
from harmonies_cli.api.scores import Scores, find_player
from harmonies_cli.api.verification import Verification
from harmonies_cli.errors import UsageError
from harmonies_cli.records import notation
from harmonies_cli.records.assess import assess, assess_with_state
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    from harmonies_cli.api.replay_progress import Progress

__all__ = ["Game", "Position", "Record", "Unreadable"]


class Record:
    """A record that was read.

    Parameters
    ----------
    reading
        What was read.

    Attributes
    ----------
    source, line
        The file, and the line in it; None for a whole file.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self.source = reading.source
        self.line = reading.line

    @property
    def id(self) -> str | None:
        """The record's id, None if it has none."""
        record = self._reading.record
        return None if record is None else notation.value_of(record.id)

    @property
    def side(self) -> str | None:
        """The side of the boards, ``"A"`` or ``"B"``; None where it is not known."""
        record = self._reading.record
        side = None if record is None else notation.value_of(record.side)
        return None if side is None else side.upper()

    @property
    def players(self) -> list[str]:
        """The players' names, in turn order."""
        record = self._reading.record
        return [] if record is None else [player.name for player in record.players]

    def to_dict(self) -> dict[str, Any]:
        """Return the record in plain values, as the notation has it."""
        value: dict[str, Any] = {} if self._reading.record is None else msgspec.to_builtins(self._reading.record)
        return value

    def verify(self, *, rules: RuleSet | None = None, keep_going: bool = False) -> Verification:
        """Check the record against the rules.

        Parameters
        ----------
        rules
            The rule set; the one that the record names, or the rulebook, unless given.
        keep_going
            Whether to play a game on after a fault that could be carried out on a table.
        """
        assessment = assess_with_state(self._reading, AssessOptions(rules=rules, keep_going=keep_going))
        return Verification(assessment, self._reading, keep_going=keep_going, solo=self._is_solo())

    def scores(self, *, rules: RuleSet | None = None, turn: int | None = None) -> Scores:
        """Score the record: final boards, or a game after its last legal action.

        Parameters
        ----------
        rules
            The rule set; the one that the record names, or the rulebook, unless given.
        turn
            Number of the turn after which a game is scored.

        Raises
        ------
        UsageError
            If there is no such turn.
        """
        return Scores(self._assessed(rules, turn), solo=self._is_solo())

    def boards(self, *, rules: RuleSet | None = None, turn: int | None = None) -> Boards:
        """Return all players' boards with what scores on them; the parameters are those of `scores`.

        Raises
        ------
        UsageError
            If there is no such turn, or the record cannot be read.
        """
        from harmonies_cli.report.picture.record_pictures import pictures

        found = self._assessed(rules, turn)
        drawn = pictures(self._reading, found, turn=turn)
        if not drawn:
            why = f": {found.problems[0].message}" if found.problems else ""
            raise UsageError(f"{self.source} has no boards to show{why}")
        sheets = {sheet.player: sheet for sheet in found.players}
        return Boards([Board(picture, sheets.get(picture.player or 1)) for picture in drawn])

    def board(self, player: int | str = 1, *, rules: RuleSet | None = None, turn: int | None = None) -> Board:
        """Return one player's board, by number or by name; the other parameters are those of `boards`."""
        boards = self.boards(rules=rules, turn=turn)
        return boards[find_player([board.name for board in boards], player) - 1]

    def _assessed(self, rules: RuleSet | None, turn: int | None) -> VerifiedRecord:
        if turn is not None:
            self._check_turn(turn)
        return assess(self._reading, AssessOptions(rules=rules, turn=turn))

    def _check_turn(self, turn: int) -> None:
        raise UsageError(f"there is no turn {turn}: this is not a game")

    def _is_solo(self) -> bool:
        return False

    def _repr_html_(self) -> str:
        return self.verify()._repr_html_()


class Position(Record):
    """Final boards."""

    def __repr__(self) -> str:
        return f"<Position of {', '.join(self.players)}, side {self.side}>"

    def _is_solo(self) -> bool:
        return isinstance(self._reading.record, notation.Position) and self._reading.record.solo is True


class Game(Record):
    """A game, turn by turn."""

    def __repr__(self) -> str:
        return f"<Game of {', '.join(self.players)}, side {self.side}: {self.turns} turns>"

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
            If the game names a token, space or card that does not exist.
        """
        from harmonies_cli.api.replay_progress import progress_of

        return progress_of(self._game, rules or self._reading.rules or "rulebook")

    def _check_turn(self, turn: int) -> None:
        if not 1 <= turn <= self.turns:
            raise UsageError(f"there is no turn {turn}: the game has {self.turns}")

    def _is_solo(self) -> bool:
        return len(self.players) == 1


class Unreadable(Record):
    """A document that is not a record: `verify` says why; it has no scores or boards."""

    @property
    def problems(self) -> list[Problem]:
        """Why it cannot be read."""
        return self._reading.problems

    def __repr__(self) -> str:
        return f"<Unreadable {self.source}: {self.problems[0].message.splitlines()[0]}>"
