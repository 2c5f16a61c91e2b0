"""Compute strength tables from row tables, for the command and for notebooks; the result of an analysis."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

import pandas as pd

from harmonies_cli.statistics.aggregation import Aggregate, aggregate_parts, aggregated_games
from harmonies_cli.statistics.scoped_tables import ALL, SCOPED_TABLES, scoped_tables, scopes_of
from harmonies_cli.statistics.selection import Selection, with_player
from harmonies_cli.statistics.strength.certainty import Limits
from harmonies_cli.statistics.strength.field import FIELD_TABLES, field_tables
from harmonies_cli.statistics.strength.losses import SEAT_LOSSES, player_losses, rating_losses
from harmonies_cli.statistics.strength.players import KeptRatings, head_to_head, history_of, thinned

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.dataset import Dataset as ArrowDataset

    from harmonies_cli.statistics.files.dataset import Dataset
    from harmonies_cli.statistics.strength.sample_moves import Batches

    RowTable: TypeAlias = pd.DataFrame | pa.Table | ArrowDataset

__all__ = ["ALL", "STRENGTH_TABLES", "Analysis", "analyse", "analyse_dataset", "with_records"]


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


_HISTORY_TABLES = ("head_to_head", "rating_history", *FIELD_TABLES)
_LOSS_TABLES = ("player_losses", "rating_losses")
STRENGTH_TABLES = (*SCOPED_TABLES, *_HISTORY_TABLES, *_LOSS_TABLES)
"""All strength tables; those of `FIELD_TABLES` describe the player named in the selection."""

Tick: TypeAlias = Callable[[str], object]


def analyse(
    tables: Mapping[str, RowTable | Batches] | Iterable[Mapping[str, RowTable | Batches]],
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    only: Collection[str] = STRENGTH_TABLES,
    partial: bool = False,
    tick: Tick = lambda table: None,
) -> Analysis:
    """Compute the strength tables of docs/statistics.md.

    Parameters
    ----------
    tables
        The row tables by name: pyarrow tables or data sets, or data frames; the order of rows does not matter. `offers`
        and `turns` are read batch by batch if they are not in memory. Several such mappings are parts of the games
        that share no game; only one part is in memory at a time.
    selection
        The games to analyse; all by default.
    limits
        The minimum numbers of observations for a row to be ranked.
    only
        Names of the tables to compute (see `STRENGTH_TABLES`).
    partial
        Whether to add rows for the games of 2 players, the games on side A and so on. Their numbers are those of an
        analysis of these games alone: see `scoped_tables.scopes_of` and `Analysis.scopes`.
    tick
        Called with the name of each table, and of each scope after the first, before it is computed.

    Returns
    -------
    Analysis
        The tables. They do not depend on the order of the games or their division into parts.

    Examples
    --------
    >>> analysis = analyse(read_tables("export"), Selection(players=(2,), side="A"))  # doctest: +SKIP
    >>> analysis.tables["cards"].nlargest(5, "improvement")  # doctest: +SKIP
    """
    selection, limits = selection or Selection(), limits or Limits()
    wanted = [name for name in STRENGTH_TABLES if name in only]
    tick("reading")
    aggregate = aggregate_parts([tables] if isinstance(tables, Mapping) else tables, selection, wanted)
    return _analysis_of(aggregate, selection, limits, wanted, partial, tick)


def analyse_dataset(
    dataset: Dataset,
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    only: Collection[str] = STRENGTH_TABLES,
    partial: bool = False,
    tick: Tick = lambda table: None,
) -> Analysis:
    """Compute the strength tables of a data set like `analyse`; keep the sums of its parts beside them.

    The next analysis of the same selection reads only the new parts. A read-only data set keeps nothing.

    Parameters
    ----------
    dataset
        The data set.
    selection, limits, only, partial, tick
        See `analyse`.
    """
    from harmonies_cli.statistics.files.dataset_aggregates import RatingsFile, aggregate_dataset
    from harmonies_cli.statistics.files.kept_sums import KeptSums

    selection, limits = selection or Selection(), limits or Limits()
    wanted = [name for name in STRENGTH_TABLES if name in only]
    tick("reading")
    aggregate = aggregate_dataset(dataset, selection)
    ratings = RatingsFile(KeptSums(dataset.path, replace(selection, player=None)))
    return _analysis_of(aggregate, selection, limits, wanted, partial, tick, ratings)


def _analysis_of(
    aggregate: Aggregate,
    selection: Selection,
    limits: Limits,
    wanted: list[str],
    partial: bool,
    tick: Tick,
    ratings: KeptRatings | None = None,
) -> Analysis:
    selection = with_player(selection, aggregate.names)
    games = aggregated_games(aggregate, selection, wanted)
    sample = games.sample
    scopes = scopes_of(sample.kinds, partial=partial)
    several = sample.of([kind for kind in sample.kinds if kind.players > 1])
    history = history_of(several, ratings) if len(several) and set(wanted) & {"players", *_HISTORY_TABLES} else None
    tables = scoped_tables(games, scopes, limits, wanted, history, tick)
    if history is not None:
        tables |= {"rating_history": thinned(history), "head_to_head": head_to_head(several, limits)}
        if selection.player is not None:
            tick("field")
            of_field = games.deep.of(several.kinds)
            tables |= field_tables(of_field, selection.player, limits, history)
    if set(wanted) & set(_LOSS_TABLES) and SEAT_LOSSES[0] in several.seats:
        tick("player_losses")
        tables |= {"player_losses": player_losses(several, limits), "rating_losses": rating_losses(several, limits)}
    return Analysis(
        selection,
        limits,
        games.records,
        games.left_out,
        games.kinds(),
        games.dates(),
        games.rules(),
        games.bots(),
        {scope: tuple(map(str, of_scope)) for scope, of_scope in scopes.items()},
        {name: tables[name] for name in wanted if name in tables and len(tables[name])},
    )
