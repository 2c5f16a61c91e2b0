"""The views that the page's filters select: some games, and their tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from harmonies_cli.report.analysis.cells import ShownTable, shown_table
from harmonies_cli.report.analysis.sections import PageTable
from harmonies_cli.statistics.analysis import Analysis
from harmonies_cli.statistics.strength.player_labels import player_labels

__all__ = ["ANY", "View", "ViewTables", "views_of"]

ANY = "any"
_PLAYERS = (ANY, "1", "2", "3", "4")
_SIDES = (ANY, "A", "B")
_SPIRITS = (ANY, "with", "without")


class View(NamedTuple):
    """The setting of each filter: ``"any"`` or a value."""

    players: str
    side: str
    spirits: str

    @property
    def key(self) -> str:
        """The key of the view in the page's data."""
        return "-".join(self)

    @property
    def words(self) -> str:
        """The view as words after a title: " with 2 players on side B", or nothing."""
        parts = []
        if self.players != ANY:
            parts.append("in solo games" if self.players == "1" else f"with {self.players} players")
        if self.side != ANY:
            parts.append(f"on side {self.side}")
        if self.spirits != ANY:
            parts.append(f"{self.spirits} spirits")
        return "".join(f" {part}" for part in parts)

    def has(self, kind: dict[str, Any]) -> bool:
        """Return whether a kind of game is in the view."""
        return (
            self.players in (ANY, str(kind["players"]))
            and self.side in (ANY, kind["side"])
            and self.spirits in (ANY, "with" if kind["spirits"] else "without")
        )


class ViewTables(NamedTuple):
    """The tables of one view, or of several with the same games.

    Attributes
    ----------
    views
        The views, the plainest first.
    kinds
        The kinds of game, rows of `Analysis.kinds`.
    tables
        The strength tables, those of the view's own games.
    of_scopes
        The strength tables with the column `scope`, by its values.
    labels
        The labels of players who share a name with another.
    ranked
        The number of observations from which on rows are compared.
    """

    views: list[View]
    kinds: list[dict[str, Any]]
    tables: dict[str, pd.DataFrame]
    of_scopes: dict[str, dict[str, pd.DataFrame]]
    labels: Mapping[str, str]
    ranked: int

    @property
    def games(self) -> int:
        """Games of the views."""
        return sum(int(kind["games"]) for kind in self.kinds)

    @property
    def _settled(self) -> list[tuple[str, str]]:
        """The aspects that cannot distinguish the rows of a card, because all games of the view agree in them."""
        return [("by", by) for by in ("players", "side") if len({kind[by] for kind in self.kinds}) == 1]

    def one_kind(self, name: str) -> tuple[pd.DataFrame | None, str]:
        """Return a table for the kind of game with the most seats, and that kind in words."""
        several = [kind for kind in self.kinds if kind["players"] > 1]
        if len(several) < 2:
            return self.tables.get(name), self.views[0].words
        most = max(several, key=lambda kind: int(kind["seats"]))
        return self.of_scopes.get(name, {}).get(most["kind"]), view_of(most).words

    def shown(self, of: PageTable) -> ShownTable | None:
        """Return a table as the page shows it; None if it has no rows in the view."""
        several = sum(kind["players"] > 1 for kind in self.kinds) > 1
        rows = self._by_kind(of.table) if of.kinds and several else self.tables.get(of.table)
        if rows is None or len(rows) == 0 or of.where in self._settled:
            return None
        shown = shown_table(of, rows, filtered=self.views[0].words != "", labels=self.labels)
        return shown if shown.rows else None

    def _by_kind(self, name: str) -> pd.DataFrame | None:
        """Return the rows of a table by kind of game."""
        of_scope = self.of_scopes.get(name, {})
        parts = [of_scope[kind["kind"]] for kind in self.kinds if kind["kind"] in of_scope]
        return pd.concat(parts, ignore_index=True) if parts else None


def view_of(kind: dict[str, Any]) -> View:
    """Return the view of one kind of game, a row of `Analysis.kinds`."""
    return View(str(kind["players"]), kind["side"] or ANY, "with" if kind["spirits"] else "without")


def views_of(analysis: Analysis) -> Iterator[ViewTables]:
    """Yield the tables of every view that has games and a scope of the tables; all games first."""
    kinds = analysis.kinds.to_dict("records")
    of_games: dict[tuple[str, ...], list[View]] = {}
    for view in map(View._make, product(_PLAYERS, _SIDES, _SPIRITS)):
        of_games.setdefault(tuple(str(kind["kind"]) for kind in kinds if view.has(kind)), []).append(view)
    of_scopes = {name: _by_scope(table) for name, table in analysis.tables.items() if "scope" in table}
    labels = player_labels(analysis.tables.get("players"))
    for names, views in of_games.items():
        scope = next((scope for scope, of_scope in analysis.scopes.items() if set(of_scope) == set(names)), None)
        if names and scope is not None:
            of_view = [kind for kind in kinds if kind["kind"] in names]
            tables = _of_all(analysis) if len(names) == len(kinds) else {}
            for name, of_scope in of_scopes.items():
                in_table = analysis.scope_in(name, scope)
                rows = of_scope.get(in_table)
                if rows is not None:
                    tables[name] = rows if in_table == scope else rows.assign(scope=scope)
            yield ViewTables(views, of_view, tables, of_scopes, labels, analysis.limits.ranked)


def _by_scope(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the rows of a table by their `scope`; those of one scope are together."""
    scopes = table["scope"].to_numpy(object)
    first = np.flatnonzero(np.r_[True, scopes[1:] != scopes[:-1]])
    ends = pairwise([*first, len(scopes)])
    return {str(scopes[start]): table.iloc[start:end].reset_index(drop=True) for start, end in ends}


def _of_all(analysis: Analysis) -> dict[str, pd.DataFrame]:
    """Return the tables that cover all games only, and the rows of `head_to_head` about the selected player."""
    tables = {name: table for name, table in analysis.tables.items() if "scope" not in table}
    player, met = analysis.selection.player, tables.get("head_to_head")
    if player is not None and met is not None:
        tables["field_head_to_head"] = met[(met["player"] == player) | (met["name"] == player)]
    return tables
