"""The strength tables whose rows say which games they cover: each is computed for every scope."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import pandas as pd

from harmonies_cli.statistics.gathering import Gathered
from harmonies_cli.statistics.scopes import ALL, is_by_players
from harmonies_cli.statistics.strength.cards import card_points
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.makers import MAKERS
from harmonies_cli.statistics.strength.players import players_table
from harmonies_cli.statistics.strength.sample import Kind, Sample
from harmonies_cli.statistics.strength.spirits import solo_table
from harmonies_cli.statistics.strength.win_probability import WIN_TABLES, win_tables

__all__ = ["SCOPED_TABLES", "scoped_tables"]

Kinds: TypeAlias = tuple[Kind, ...]

_SOLO_TABLES = ("solo", "solo_cards")
SCOPED_TABLES = (*MAKERS, *WIN_TABLES, "players", *_SOLO_TABLES)
"""The tables with the column `scope`."""
_MOST_PLAYERS = 200
"""The most players listed for a scope other than all games: those with most games."""


def scoped_tables(
    gathered: Gathered,
    scopes: Mapping[str, Kinds],
    limits: Limits,
    wanted: Collection[str],
    history: pd.DataFrame | None,
    tick: Callable[[str], object],
) -> dict[str, pd.DataFrame]:
    """Return those of `SCOPED_TABLES` that are wanted.

    Parameters
    ----------
    gathered
        The games.
    scopes
        The kinds of game of each scope. A table has no rows for a scope that has all games of the table: these equal
        the rows of all games (see `Analysis.of_scope`).
    limits
        From how many observations on a row is ranked.
    wanted
        Names of tables.
    history
        What `players.history_of` returns, for the ratings in `players`, which are given for all games only.
    tick
        Called with the name of each table, and of each scope after the first, before it is computed.
    """
    parts: dict[str, list[pd.DataFrame]] = {}
    known: dict[tuple[str, Kinds], pd.DataFrame] = {}
    for scope, kinds in scopes.items():
        for part, whole in zip(_several_and_solo(kinds), _several_and_solo(scopes[ALL]), strict=True):
            if not part or (scope != ALL and part == whole):
                continue
            made = _Scope(gathered, part, limits, history if scope == ALL else None)
            for name in made.names(wanted):
                if name == "pairs" and not is_by_players(scope):
                    continue
                if (name, part) not in known:
                    tick(name if scope == ALL else scope)
                    known[name, part] = made.table(name)
                table = known[name, part].copy()
                table.insert(0, "scope", scope)
                parts.setdefault(name, []).append(table)
    return {name: pd.concat(tables, ignore_index=True) for name, tables in parts.items()}


def _several_and_solo(kinds: Kinds) -> tuple[Kinds, Kinds]:
    return tuple(kind for kind in kinds if kind.players > 1), tuple(kind for kind in kinds if kind.players == 1)


@dataclass
class _Scope:
    """Some kinds of game, all solo or none, and their tables."""

    gathered: Gathered
    kinds: Kinds
    limits: Limits
    history: pd.DataFrame | None

    def names(self, wanted: Collection[str]) -> list[str]:
        """Return which of the wanted tables exist for these games."""
        is_solo = self.kinds[0].players == 1
        return [name for name in SCOPED_TABLES if name in wanted and (name in _SOLO_TABLES) is is_solo]

    @cached_property
    def _deep(self) -> Sample:
        return self.gathered.deep.of(self.kinds)

    @cached_property
    def _with_boards(self) -> Sample:
        return self._deep.with_boards()

    @cached_property
    def _win_tables(self) -> dict[str, pd.DataFrame]:
        return win_tables(self._with_boards, self.limits)

    def table(self, name: str) -> pd.DataFrame:
        """Return a table of these games."""
        if name in WIN_TABLES:
            return self._win_tables[name]
        if name == "players":
            table = players_table(self.gathered.sample.of(self.kinds), self.limits, self.history)
            return table if self.history is not None else table.nlargest(_MOST_PLAYERS, "n").sort_index()
        sums = self.gathered.of(name, self.kinds)
        if name == "solo":
            return solo_table(sums, self.limits)
        if name == "solo_cards":
            return with_certainty(card_points(sums, self.limits), self.limits, "taken", "points")
        return MAKERS[name].table(sums, self._deep if MAKERS[name].sheets else self._with_boards, self.limits)
