"""An evening: several games of one group, added up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from harmonies_cli.records.notation import AnyRecord, PaperSheet, value_of
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.rules.scoring.scoresheet import POINT_ROWS, Scoresheet

__all__ = ["BestRow", "Evening", "EveningPlayer", "Result", "evening_of"]

_DAY = len("2026-05-31")


class Result(NamedTuple):
    """A finished game with known totals.

    Attributes
    ----------
    record, found
        The record, and its assessment.
    place
        Its place, in words.
    """

    record: AnyRecord
    found: VerifiedRecord
    place: str

    @property
    def date(self) -> str:
        """The recorded date; empty if none."""
        return value_of(self.record.date) or ""


@dataclass(slots=True)
class EveningPlayer:
    """A player's results of the evening.

    Attributes
    ----------
    name
        The name.
    games, wins
        Numbers of games played and won; a shared win counts as one.
    points, best
        Sum of the totals, and the best of them.
    streak
        The longest run of wins, in the player's own games.
    """

    name: str
    games: int = 0
    wins: int = 0
    points: int = 0
    best: int = 0
    streak: int = 0
    _run: int = field(default=0, repr=False)

    @property
    def average(self) -> float:
        """Points per game."""
        return self.points / self.games

    def add(self, sheet: Scoresheet) -> None:
        """Add a game."""
        total = sheet.total or 0
        self.games += 1
        self.points += total
        self.best = max(self.best, total)
        self._run = self._run + 1 if sheet.winner else 0
        self.wins += sheet.winner is True
        self.streak = max(self.streak, self._run)


class BestRow(NamedTuple):
    """The most points of a row in the evening, and the names of their players, each once."""

    row: str
    points: int
    names: list[str]


@dataclass(slots=True)
class Evening:
    """Several games, added up.

    Attributes
    ----------
    results
        The games that count: by date if all have one, else in the given order.
    players
        The players, by number of wins, then by points per game.
    rows
        The best of each row; rows in which nobody has points are left out.
    repeated
        Places of repeated records, each with the place of the record that counts.
    """

    results: list[Result] = field(default_factory=list)
    players: list[EveningPlayer] = field(default_factory=list)
    rows: list[BestRow] = field(default_factory=list)
    repeated: list[tuple[str, str]] = field(default_factory=list)

    @property
    def day(self) -> str:
        """The first and the last day; empty if a day is unknown."""
        days = sorted({result.date[:_DAY] for result in self.results})
        if not days or len(days[0]) < _DAY:
            return ""
        return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def evening_of(results: Iterable[Result]) -> Evening:
    """Add up several games.

    A score sheet and a record with boards that agree in day, names and totals are one game; the record with boards
    counts. Two equal records are also one game.
    """
    evening = Evening()
    counted = _once(results, evening)
    if all(result.date for result in counted):
        counted.sort(key=lambda result: result.date)
    evening.results = counted
    players: dict[str, EveningPlayer] = {}
    for result in counted:
        for player, sheet in zip(result.record.players, result.found.players, strict=True):
            identity = value_of(player.id) or player.name
            players.setdefault(identity, EveningPlayer(player.name)).add(sheet)
    evening.players = sorted(players.values(), key=lambda one: (-one.wins, -one.average, one.name.casefold()))
    evening.rows = [best for row in (*POINT_ROWS, "total") if (best := _best(counted, row))]
    return evening


def _once(results: Iterable[Result], evening: Evening) -> list[Result]:
    counted: list[Result] = []
    for result in results:
        same = next((index for index, other in enumerate(counted) if _is_same(result, other)), None)
        if same is None:
            counted.append(result)
        elif isinstance(counted[same].record, PaperSheet) and not isinstance(result.record, PaperSheet):
            evening.repeated.append((counted[same].place, result.place))
            counted[same] = result
        else:
            evening.repeated.append((result.place, counted[same].place))
    return counted


def _is_same(one: Result, other: Result) -> bool:
    if one.record == other.record:
        return True
    if not (isinstance(one.record, PaperSheet) or isinstance(other.record, PaperSheet)):
        return False
    has_day = len(one.date) >= _DAY and one.date[:_DAY] == other.date[:_DAY]
    return has_day and _totals(one.found.players) == _totals(other.found.players)


def _totals(sheets: Sequence[Scoresheet]) -> list[tuple[str, int | None]]:
    return sorted((" ".join(sheet.name.split()).casefold(), sheet.total) for sheet in sheets)


def _best(results: Sequence[Result], row: str) -> BestRow | None:
    points = [
        (value, player.name)
        for result in results
        for player, sheet in zip(result.record.players, result.found.players, strict=True)
        if (value := getattr(sheet, row)) is not None
    ]
    best = max((value for value, _ in points), default=0)
    if best == 0:
        return None
    return BestRow(row, best, list(dict.fromkeys(name for value, name in points if value == best)))
