"""From row tables to strength tables: one call, for the command and for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pandas as pd

from harmonies_cli.statistics.analysis_result import Analysis
from harmonies_cli.statistics.gathering import Gathered, gathered_from
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.cards import card_points
from harmonies_cli.statistics.strength.certainty import Limits, with_certainty
from harmonies_cli.statistics.strength.field import field_tables
from harmonies_cli.statistics.strength.makers import MAKERS
from harmonies_cli.statistics.strength.players import head_to_head, history_of, players_table
from harmonies_cli.statistics.strength.sample import Kind, Sample
from harmonies_cli.statistics.strength.spirits import solo_table
from harmonies_cli.statistics.strength.win_probability import win_tables

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.dataset import Dataset as ArrowDataset

    from harmonies_cli.statistics.strength.sample_moves import Batches

    RowTable: TypeAlias = pd.DataFrame | pa.Table | ArrowDataset

__all__ = ["ALL", "STRENGTH_TABLES", "Analysis", "analyse"]

ALL = "all"
"""The scope of a row about all games, adjusted for their kinds."""


_WIN_TABLES = ("win_probability", "lead_by_round", "win_calibration", "win_model")
_PLAYER_TABLES = ("players", "head_to_head", "rating_history")
_FIELD_TABLES = ("field", "field_past", "field_trend", "field_opponents", "field_streaks", "field_games")
_SOLO_TABLES = ("solo", "solo_cards")

STRENGTH_TABLES = (*MAKERS, *_WIN_TABLES, *_PLAYER_TABLES, *_FIELD_TABLES, *_SOLO_TABLES)
"""The tables that can be asked for; those of the field are of the player that the selection names."""

Tick: TypeAlias = Callable[[str], object]


def analyse(
    tables: Mapping[str, RowTable | Batches] | Iterable[Mapping[str, RowTable | Batches]],
    selection: Selection | None = None,
    *,
    limits: Limits | None = None,
    only: Collection[str] = STRENGTH_TABLES,
    tick: Tick = lambda table: None,
) -> Analysis:
    """Compute the strength tables of docs/statistics.md.

    Parameters
    ----------
    tables
        The row tables by name: pyarrow tables or data sets, or data frames; in any order of rows. `offers` and `turns`
        are read batch by batch if they are not in memory. Or several such, one after the other: parts that have no
        game in common, of which only one is in memory at a time.
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
    wanted = [name for name in STRENGTH_TABLES if name in only]
    tick("reading")
    gathered = gathered_from([tables] if isinstance(tables, Mapping) else tables, selection, wanted)
    sample = gathered.sample
    several = [kind for kind in sample.kinds if kind.players > 1]
    solo = [kind for kind in sample.kinds if kind.players == 1]
    made = _several(gathered, several, limits, wanted, tick) if several else {}
    if several and selection.player is not None and set(wanted) & set(_FIELD_TABLES):
        tick("field")
        of_field = sample.of(several)
        made |= field_tables(of_field, selection.player, limits, history_of(of_field))
    made |= _solo(gathered, solo, limits, wanted, tick) if solo else {}
    dates = sample.games["date"].astype(object)
    dates = dates[dates != ""]
    return Analysis(
        selection,
        limits,
        gathered.records,
        gathered.left_out,
        _kinds(sample),
        (dates.min(), dates.max()) if len(dates) else None,
        {str(rules): int(number) for rules, number in sample.games["rules"].value_counts().sort_index().items()},
        _bots(sample),
        {name: made[name] for name in wanted if name in made and len(made[name])},
    )


def _several(
    gathered: Gathered, kinds: list[Kind], limits: Limits, wanted: Collection[str], tick: Tick
) -> dict[str, pd.DataFrame]:
    """Return the tables of games of two players and more."""
    made: dict[str, pd.DataFrame] = {}
    sample = gathered.sample.of(kinds)
    scopes = list(_scopes(sample.kinds))
    parts = {scope: sample.of(of_scope) for scope, of_scope in scopes}
    for name, maker in MAKERS.items():
        if name not in wanted:
            continue
        tick(name)
        if maker.by_kind:
            tables = [
                _scoped(scope, maker.table(gathered.of(name, of_scope), parts[scope], limits))
                for scope, of_scope in scopes
            ]
            made[name] = pd.concat(tables, ignore_index=True)
        else:
            made[name] = maker.table(gathered.of(name, kinds), sample, limits)
    if set(wanted) & set(_WIN_TABLES):
        tick("win_probability")
        found = {scope: win_tables(part, limits) for scope, part in parts.items()}
        for name in _WIN_TABLES:
            made[name] = pd.concat([_scoped(scope, one[name]) for scope, one in found.items()], ignore_index=True)
    if set(wanted) & set(_PLAYER_TABLES):
        tick("players")
        history = history_of(sample)
        made |= {"players": players_table(sample, limits, history), "rating_history": history}
        if "head_to_head" in wanted:
            made["head_to_head"] = head_to_head(sample, limits)
    return made


def _scopes(kinds: tuple[Kind, ...]) -> Iterator[tuple[str, tuple[Kind, ...]]]:
    """Yield all kinds of game and, if there are several, each by itself."""
    yield ALL, kinds
    if len(kinds) > 1:
        yield from ((str(kind), (kind,)) for kind in kinds)


def _scoped(scope: str, table: pd.DataFrame) -> pd.DataFrame:
    table.insert(0, "scope", scope)
    return table


def _solo(
    gathered: Gathered, kinds: list[Kind], limits: Limits, wanted: Collection[str], tick: Tick
) -> dict[str, pd.DataFrame]:
    """Return the tables of solo games."""
    made = {}
    if "solo" in wanted:
        tick("solo")
        made["solo"] = solo_table(gathered.of("solo", kinds), limits)
    if "solo_cards" in wanted:
        table = card_points(gathered.of("solo_cards", kinds), limits)
        made["solo_cards"] = with_certainty(table, limits, "taken", "points")
    return made


def _kinds(sample: Sample) -> pd.DataFrame:
    rows = []
    for number, kind in enumerate(sample.kinds):
        games = int((sample.games["kind"] == number).sum())
        seats = int((sample.seats["kind"] == number).sum())
        rows.append((str(kind), games, seats, kind.players, kind.side, kind.spirits))
    return pd.DataFrame(rows, columns=["kind", "games", "seats", "players", "side", "spirits"])


def _bots(sample: Sample) -> dict[str, int]:
    """Return in how many games each bot played, by its name: parameters follow a bot's name after a colon."""
    from harmonies_cli.bots.registry import bot_names

    known = set(bot_names())
    bot = np.array([name.split(":")[0] if name.split(":")[0] in known else "" for name in sample.labels], object)
    of_seat = bot[sample.column("label")] if len(sample) else bot
    return {str(name): len(np.unique(sample.game[of_seat == name])) for name in sorted({*of_seat} - {""})}
