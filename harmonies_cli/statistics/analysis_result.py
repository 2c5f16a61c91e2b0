"""The result of an analysis: the games analysed, and the strength tables."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pandas as pd

from harmonies_cli.statistics.scoped_tables import ALL
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.certainty import Limits

__all__ = ["Analysis", "with_records"]


@dataclass(frozen=True)
class Analysis:
    """The games analysed, and the results.

    Attributes
    ----------
    selection, limits
        The request.
    records
        Records in the row tables.
    left_out
        How many of them were left out, by reason.
    kinds
        The kinds of game: `kind`, `games`, `seats`, `players`, `side`, `spirits`.
    dates
        First and last date of the games; None if no game has one.
    rules
        Number of games by rule set.
    bots
        Number of games by bot; players with other names count as people.
    scopes
        The values of the column `scope` in the tables, each with its kinds of game.
    tables
        The requested strength tables that have rows, by name.
    """

    selection: Selection
    limits: Limits
    records: int
    left_out: dict[str, int]
    kinds: pd.DataFrame
    dates: tuple[str, str] | None
    rules: dict[str, int]
    bots: dict[str, int]
    scopes: dict[str, tuple[str, ...]]
    tables: dict[str, pd.DataFrame]

    def of_scope(self, table: str, scope: str) -> pd.DataFrame:
        """Return a table's rows for a scope, without the column `scope`.

        Parameters
        ----------
        table
            Name of a table. A table without scopes is returned whole; a missing table has no rows.
        scope
            One of `scopes`. A scope that includes every game of the table has the rows for all games. Solo games are
            in the solo tables only.
        """
        rows = self.tables.get(table, pd.DataFrame())
        if "scope" not in rows:
            return rows
        return rows[rows["scope"] == self.scope_in(table, scope)].drop(columns="scope").reset_index(drop=True)

    def scope_in(self, table: str, scope: str) -> str:
        """Return the value of the column `scope` in a table's rows for a scope: see `of_scope`."""
        solo = table in ("solo", "solo_cards")
        of_table = set(self.kinds["kind"].to_numpy()[(self.kinds["players"].to_numpy() == 1) == solo])
        return ALL if of_table <= set(self.scopes[scope]) else scope

    @property
    def games(self) -> int:
        """Games analysed."""
        return int(self.kinds["games"].sum())

    @property
    def seats(self) -> int:
        """Seats analysed."""
        return int(self.kinds["seats"].sum())


def with_records(analysis: Analysis, records: int, *, repeated: int = 0, same: int = 0, lost: int = 0) -> Analysis:
    """Return an analysis that also accounts for records that never became rows.

    Parameters
    ----------
    analysis
        The analysis.
    records
        Records read.
    repeated
        Number of these that occurred earlier.
    same
        Number of these superseded by a fuller record of the same game.
    lost
        Number of parts of the input that could not be processed.
    """
    more = {
        "occurs twice": repeated,
        "another record of the game counts": same,
        "parts of the input that could not be processed": lost,
    }
    left_out = analysis.left_out | {reason: number for reason, number in more.items() if number}
    return replace(analysis, records=records, left_out=left_out)
