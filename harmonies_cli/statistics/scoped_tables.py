"""The strength tables with a column `scope`, the games that a row covers: each is computed for every scope.

A scope is all games, some kinds of game, or one kind.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from harmonies_cli.statistics.aggregation import AggregatedGames
from harmonies_cli.statistics.strength.cards import card_points
from harmonies_cli.statistics.strength.certainty import Columns, Limits, stacked, with_certainty
from harmonies_cli.statistics.strength.makers import MAKERS
from harmonies_cli.statistics.strength.players import players_table
from harmonies_cli.statistics.strength.sample import Kind, Sample
from harmonies_cli.statistics.strength.spirits import solo_table
from harmonies_cli.statistics.strength.win_probability import WIN_TABLES, win_tables

__all__ = ["ALL", "SCOPED_TABLES", "Partial", "is_by_players", "scoped_tables", "scopes_of"]

ALL = "all"
"""The scope of a row for all games, adjusted for their kinds."""

_PLAYERS = (None, 1, 2, 3, 4)
_SIDES = (None, "A", "B")
_SPIRITS = (None, True, False)


class Partial(NamedTuple):
    """Kinds of game that agree in some respects; None means any."""

    players: int | None = None
    side: str | None = None
    spirits: bool | None = None

    def __str__(self) -> str:
        words = []
        if self.players is not None:
            words.append("solo" if self.players == 1 else f"{self.players} players")
        if self.side is not None:
            words.append(f"side {self.side}")
        if self.spirits is not None:
            words.append("with spirits" if self.spirits else "no spirits")
        return ", ".join(words) or ALL

    def has(self, kind: Kind) -> bool:
        """Return whether a kind of game is among them."""
        return all(wanted in (None, own) for wanted, own in zip(self, kind, strict=True))


def scopes_of(kinds: Sequence[Kind], *, partial: bool = False) -> dict[str, tuple[Kind, ...]]:
    """Return the kinds of game of each scope: all of them and, if there are several, each alone.

    Parameters
    ----------
    kinds
        The existing kinds of game, sorted.
    partial
        Whether to add scopes for kinds that agree in players, side or spirits, such as ``"2 players, side A"``. Each
        set of kinds has one scope, the shortest: if all games have 2 players, there is no ``"2 players"``.
    """
    scopes = {ALL: tuple(kinds)}
    for one in _partials() if partial else ():
        of_scope = tuple(kind for kind in kinds if one.has(kind))
        if len(of_scope) > 1 and of_scope not in scopes.values():
            scopes[str(one)] = of_scope
    return scopes | ({str(kind): (kind,) for kind in kinds} if len(kinds) > 1 else {})


def is_by_players(scope: str) -> bool:
    """Return whether a scope is all games, one kind, or the games of a number of players."""
    some = [one for one in _partials() if str(one) == scope]
    return not some or (some[0].side is None and some[0].spirits is None) or None not in some[0]


def _partials() -> Iterator[Partial]:
    """Yield the respects in which kinds may agree, the simplest first."""
    every = map(Partial._make, product(_PLAYERS, _SIDES, _SPIRITS))
    yield from sorted(every, key=lambda one: sum(value is not None for value in one))


Kinds: TypeAlias = tuple[Kind, ...]

_SOLO_TABLES = ("solo", "solo_cards")
SCOPED_TABLES = (*MAKERS, *WIN_TABLES, "players", *_SOLO_TABLES)
"""The tables with the column `scope`."""
_MOST_PLAYERS = 200
"""A scope other than all games lists this many players at most: those with the most games."""


def scoped_tables(
    games: AggregatedGames,
    scopes: Mapping[str, Kinds],
    limits: Limits,
    wanted: Collection[str],
    history: pd.DataFrame | None,
    tick: Callable[[str], object],
) -> dict[str, pd.DataFrame]:
    """Return the wanted tables among `SCOPED_TABLES`.

    Parameters
    ----------
    games
        The games.
    scopes
        The kinds of game of each scope. A scope that includes every game of a table has no rows of its own there: they
        would equal the rows for all games (see `Analysis.of_scope`).
    limits
        The minimum numbers of observations for a row to be ranked.
    wanted
        Names of tables.
    history
        The result of `players.history_of`, for the ratings in `players`; only the rows for all games have ratings.
    tick
        Called with the name of each table, and of each scope after the first, before it is computed.
    """
    parts: dict[str, list[Columns]] = {}
    cache: dict[tuple[str, Kinds], Columns] = {}
    for scope, kinds in scopes.items():
        for part, whole in zip(_several_and_solo(kinds), _several_and_solo(scopes[ALL]), strict=True):
            if not part or (scope != ALL and part == whole):
                continue
            tables_of_part = _Scope(games, part, limits, history if scope == ALL else None)
            for name in tables_of_part.names(wanted):
                if name == "pairs" and not is_by_players(scope):
                    continue
                if (name, part) not in cache:
                    tick(name if scope == ALL else scope)
                    cache[name, part] = tables_of_part.table(name)
                table = cache[name, part]
                rows = len(next(iter(table.values())))
                parts.setdefault(name, []).append({"scope": np.repeat(scope, rows)} | table)
    return {name: pd.DataFrame(stacked(tables)) for name, tables in parts.items()}


def _several_and_solo(kinds: Kinds) -> tuple[Kinds, Kinds]:
    return tuple(kind for kind in kinds if kind.players > 1), tuple(kind for kind in kinds if kind.players == 1)


@dataclass
class _Scope:
    """Some kinds of game, either all solo or none, and their tables."""

    games: AggregatedGames
    kinds: Kinds
    limits: Limits
    history: pd.DataFrame | None

    def names(self, wanted: Collection[str]) -> list[str]:
        """Return the wanted tables that exist for these games."""
        is_solo = self.kinds[0].players == 1
        return [name for name in SCOPED_TABLES if name in wanted and (name in _SOLO_TABLES) is is_solo]

    @cached_property
    def _deep(self) -> Sample:
        return self.games.deep.of(self.kinds)

    @cached_property
    def _with_boards(self) -> Sample:
        return self._deep.with_boards()

    @cached_property
    def _win_tables(self) -> dict[str, Columns]:
        return win_tables(self._with_boards, self.limits)

    def table(self, name: str) -> Columns:
        """Return a table of these games."""
        if name in WIN_TABLES:
            return self._win_tables[name]
        if name == "players":
            table = players_table(self.games.sample.of(self.kinds), self.limits, self.history)
            if self.history is not None:
                return table
            most = np.sort(np.argsort(-table["n"], kind="stable")[:_MOST_PLAYERS])
            return {column: values[most] for column, values in table.items()}
        sums = self.games.of(name, self.kinds)
        if name == "solo":
            return solo_table(sums, self.limits)
        if name == "solo_cards":
            return with_certainty(card_points(sums, self.limits), self.limits, "taken", "points")
        return MAKERS[name].table(sums, self._deep if MAKERS[name].sheets else self._with_boards, self.limits)
