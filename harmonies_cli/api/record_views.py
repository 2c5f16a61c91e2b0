"""The base class of all records."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from harmonies_cli.api.arguments import one_player, one_rule_set, truth, whole_number
from harmonies_cli.api.board_views import Board, Boards
from harmonies_cli.api.judgements import Verification
from harmonies_cli.api.scores import Scores
from harmonies_cli.errors import UsageError
from harmonies_cli.records import notation
from harmonies_cli.records.assess import Assessment, assess, assess_with_state
from harmonies_cli.records.outcome import AssessOptions, VerifiedRecord
from harmonies_cli.records.reader import Reading
from harmonies_cli.rules.scoring.landscapes import RuleSet

__all__ = ["Record"]


class Record:
    """A record as read: immutable, and equal to every record with the same content, wherever it was read.

    Parameters
    ----------
    reading
        The record.
    side
        The side to assume for a position, instead of its own.
    """

    def __init__(self, reading: Reading, side: str | None = None) -> None:
        self._reading = reading
        self._side = side

    @property
    def source(self) -> str:
        """The file."""
        return self._reading.source

    @property
    def line(self) -> int | None:
        """The line of the file, from 1; None for a whole file."""
        return self._reading.line

    @property
    def id(self) -> str | None:
        """The record's id; None if it has none."""
        record = self._reading.record
        return None if record is None else notation.value_of(record.id)

    @property
    def date(self) -> str | None:
        """The date in ISO 8601: a year, a month, a day, or a day and time; None if not recorded."""
        record = self._reading.record
        return None if record is None else notation.value_of(record.date)

    @property
    def side(self) -> str | None:
        """The side of the boards, ``"A"`` or ``"B"``; None if unknown."""
        record = self._reading.record
        side = self._side or (None if record is None else notation.value_of(record.side))
        return None if side is None else side.upper()

    @property
    def rules(self) -> RuleSet:
        """The rule set that the record names, or else the rulebook."""
        return self._reading.rules or "rulebook"

    @property
    def spirits(self) -> bool | None:
        """Whether Nature's Spirit cards were in play; None if the record does not say."""
        record = self._reading.record
        return None if record is None or isinstance(record.spirits, msgspec.UnsetType) else record.spirits

    @property
    def solo(self) -> bool:
        """Whether it was played by the solo rules."""
        return False

    @property
    def players(self) -> list[str]:
        """The players' names, in turn order."""
        record = self._reading.record
        return [] if record is None else [player.name for player in record.players]

    def to_dict(self) -> dict[str, Any]:
        """Return the record in plain values, as in the notation."""
        value: dict[str, Any] = {} if self._reading.record is None else msgspec.to_builtins(self._reading.record)
        return value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self is other or (type(self) is type(other) and self._content == other._content)

    def __hash__(self) -> int:
        return hash((type(self), self.id, self.side, self.date, *self.players))

    @cached_property
    def _content(self) -> object:
        # The address of the schema is no part of the game.
        return self.side, {name: value for name, value in self.to_dict().items() if name not in ("$schema", "side")}

    def verify(self, *, rules: RuleSet | None = None, keep_going: bool = False) -> Verification:
        """Check the record against the rules.

        Parameters
        ----------
        rules
            The rule set; by default the one that the record names, else the rulebook.
        keep_going
            Whether to continue a game after a faulty action that is possible on a real table.

        Raises
        ------
        UsageError
            If there is no such rule set.
        """
        keep_going = truth("keep_going", keep_going)
        assessment = self._assessment(rules, keep_going=keep_going)
        return Verification(assessment, self._reading, keep_going=keep_going, solo=self.solo)

    def scores(self, *, rules: RuleSet | None = None, turn: int | None = None) -> Scores:
        """Score the record: final boards, or a game after its last legal action.

        Parameters
        ----------
        rules
            The rule set; by default the one that the record names, else the rulebook.
        turn
            Number of the turn after which to score a game, from 1.

        Raises
        ------
        UsageError
            If there is no such rule set or turn.
        """
        return Scores(self._assess(rules, turn), solo=self.solo)

    def boards(self, *, rules: RuleSet | None = None, turn: int | None = None) -> Boards:
        """Return all players' boards with their scoring groups; parameters as in `scores`.

        Raises
        ------
        UsageError
            If there is no such rule set or turn, or the record has no boards.
        """
        from harmonies_cli.report.picture.board_picture import pictures

        found = self._assess(rules, turn)
        drawn = pictures(self._reading, found, side=self._side, turn=turn)
        if not drawn:
            why = f": {found.problems[0].sentence}" if found.problems else ""
            raise UsageError(f"{self.source} has no boards to show{why}")
        sheets = {sheet.player: sheet for sheet in found.players}
        return Boards([Board(picture, sheets.get(picture.player or 1)) for picture in drawn])

    def board(self, player: int | str = 1, *, rules: RuleSet | None = None, turn: int | None = None) -> Board:
        """Return one player's board, by number or by name; other parameters as in `boards`.

        Raises
        ------
        UsageError
            If there is no such player, or for one of the reasons of `boards`.
        """
        boards = self.boards(rules=rules, turn=turn)
        return boards[one_player([board.name for board in boards], player) - 1]

    def _assess(self, rules: RuleSet | None, turn: int | None) -> VerifiedRecord:
        rules = one_rule_set(rules)
        if turn is not None:
            turn = self._checked_turn(turn)
        return assess(self._reading, AssessOptions(rules=rules, side=self._side, turn=turn))

    def _assessment(self, rules: RuleSet | None = None, *, keep_going: bool = False) -> Assessment:
        how = AssessOptions(rules=one_rule_set(rules), side=self._side, keep_going=keep_going)
        return assess_with_state(self._reading, how)

    def _checked_turn(self, turn: int) -> int:
        raise UsageError(f"there is no turn {whole_number('turn', turn, None)}: this is not a game")

    def _repr_html_(self) -> str:
        return self.verify()._repr_html_()
