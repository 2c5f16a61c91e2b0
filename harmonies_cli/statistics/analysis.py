"""From row tables to strength tables: one call, for the command and for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import pandas as pd

from harmonies_cli.statistics.analysis_result import Analysis
from harmonies_cli.statistics.selection import Selected, Selection, select
from harmonies_cli.statistics.strength.archetypes import archetypes_table
from harmonies_cli.statistics.strength.cards import card_points, cards_table
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.colours import colours_table
from harmonies_cli.statistics.strength.pairs import pairs_table
from harmonies_cli.statistics.strength.players import head_to_head, history_of, players_table
from harmonies_cli.statistics.strength.reduce import colours_and_scores, seen_cards
from harmonies_cli.statistics.strength.rows import rows_table
from harmonies_cli.statistics.strength.sample import Sample, sample_of
from harmonies_cli.statistics.strength.scopes import in_all_scopes, scopes
from harmonies_cli.statistics.strength.seats import seats_table
from harmonies_cli.statistics.strength.solo import solo_table
from harmonies_cli.statistics.strength.spaces import spaces_table, totals_table
from harmonies_cli.statistics.strength.spirits import spirits_table
from harmonies_cli.statistics.strength.tempo import tempo_table

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.dataset import Dataset

    from harmonies_cli.statistics.strength.reduce import Batches

    RowTable: TypeAlias = pd.DataFrame | pa.Table | Dataset

__all__ = ["STRENGTH_TABLES", "Analysis", "analyse"]

_BY_KIND: dict[str, Callable[[Sample, Limits], pd.DataFrame]] = {
    "cards": cards_table,
    "spirits": spirits_table,
    "rows": rows_table,
    "archetypes": archetypes_table,
    "seats": seats_table,
    "colours": colours_table,
    "tempo": tempo_table,
}
"""Tables of all games together and of each kind of game apart."""

STRENGTH_TABLES = (
    *_BY_KIND,
    *("pairs", "players", "head_to_head", "rating_history"),
    *("solo", "solo_cards", "totals", "spaces"),
)
"""The tables that can be asked for."""


def analyse(
    tables: Mapping[str, RowTable | Batches],
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    only: Collection[str] = STRENGTH_TABLES,
    tick: Callable[[str], object] = lambda table: None,
) -> Analysis:
    """Compute the strength tables of docs/statistics.md.

    Parameters
    ----------
    tables
        The row tables by name: pyarrow tables or data sets, or data frames; in any order of rows. `offers` and `turns`
        are read batch by batch if they are not in memory.
    selection
        Which games; all if left out.
    limits
        From how many observations on a row is ranked.
    only
        Names of the tables to compute (see `STRENGTH_TABLES`).
    tick
        Called with the name of each table before it is computed.

    Returns
    -------
    Analysis
        The tables. Equal games give equal tables, in whatever order or parts they come.

    Examples
    --------
    >>> analysis = analyse(read_tables("export"), Selection(players=(2,), side="A"))  # doctest: +SKIP
    >>> analysis.tables["cards"].nlargest(5, "improvement")  # doctest: +SKIP
    """
    selection, limits = selection or Selection(), limits or Limits()
    chosen = select(_frame(tables["games"]), _frame(tables["seats"]), selection)
    tick("reading")
    sample = _sample(tables, chosen)
    is_solo = (sample.games["players"] == 1).to_numpy()
    made = _several(sample.of(~is_solo), limits, only, tick) | _solo(sample.of(is_solo), limits, only, tick)
    dates = chosen.games["date"].dropna().astype(str)
    return Analysis(
        selection,
        limits,
        chosen.records,
        chosen.left_out,
        _kinds(sample),
        (dates.min(), dates.max()) if len(dates) else None,
        {name: made[name] for name in STRENGTH_TABLES if name in made},
    )


def _frame(table: Any) -> pd.DataFrame:
    if isinstance(table, pd.DataFrame):
        return table
    whole: pa.Table = table if hasattr(table, "to_pandas") else table.to_table()
    return whole.to_pandas()


def _sample(tables: Mapping[str, RowTable | Batches], chosen: Selected) -> Sample:
    of_seat = {}
    for name in ("cards", "spirits"):
        rows = _frame(tables[name])
        rows = rows[rows["game"].isin(chosen.games["game"])]
        of_seat[name] = rows.sort_values(["game", "seat", "card"], ignore_index=True)
    seen = seen_cards(tables["offers"], chosen.seats)
    colours, scores = colours_and_scores(tables["turns"], chosen.seats)
    return sample_of(chosen.games, chosen.seats, of_seat, (seen, scores, colours))


def _several(
    sample: Sample, limits: Limits, only: Collection[str], tick: Callable[[str], object]
) -> dict[str, pd.DataFrame]:
    """Return the tables of games of two players and more."""
    if len(sample.games) == 0:
        return {}
    parts = list(scopes(sample))
    makers: dict[str, Callable[[], pd.DataFrame]] = {
        name: partial(in_all_scopes, parts, partial(_limited, table_of, limits)) for name, table_of in _BY_KIND.items()
    }
    makers["pairs"] = partial(pairs_table, sample, limits)
    makers["head_to_head"] = partial(head_to_head, sample, limits)
    makers["totals"] = partial(totals_table, sample)
    makers["spaces"] = partial(spaces_table, sample)
    made = {}
    for name, make in makers.items():
        if name in only:
            tick(name)
            made[name] = make()
    if not {"players", "rating_history"}.isdisjoint(only):
        tick("players")
        history = history_of(sample)
        made |= {"players": players_table(sample, limits, history), "rating_history": history}
    return {name: table for name, table in made.items() if name in only}


def _limited(table_of: Callable[[Sample, Limits], pd.DataFrame], limits: Limits, sample: Sample) -> pd.DataFrame:
    return table_of(sample, limits)


def _solo(
    sample: Sample, limits: Limits, only: Collection[str], tick: Callable[[str], object]
) -> dict[str, pd.DataFrame]:
    """Return the tables of solo games."""
    made = {}
    if len(sample.games) and "solo" in only:
        tick("solo")
        made["solo"] = solo_table(sample, limits)
    if len(sample.games) and "solo_cards" in only:
        made["solo_cards"] = with_certainty(card_points(sample, limits), limits, "taken", "points")
    return made


def _kinds(sample: Sample) -> pd.DataFrame:
    games = sample.games.groupby("stratum")
    table = pd.DataFrame(
        {
            "kind": sample.strata,
            "games": games.size().reindex(range(len(sample.strata)), fill_value=0),
            "seats": np.bincount(sample.stratum, minlength=len(sample.strata)),
        }
    )
    for name in ("players", "side", "spirits"):
        table[name] = games[name].first().reindex(table.index)
    return table
