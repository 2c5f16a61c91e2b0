"""Tables of many records, and the analysis of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from harmonies_cli.api.analyses import Analysis
from harmonies_cli.api.arguments import (
    Paths,
    any_number,
    invalid,
    listed_paths,
    one_rule_set,
    one_side,
    several_names,
    some_text,
    truth,
    whole_number,
)
from harmonies_cli.errors import UsageError
from harmonies_cli.rules.scoring.landscapes import RuleSet
from harmonies_cli.suggest import known_names

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

    from harmonies_cli.statistics.rows.column import Column

    Rows: TypeAlias = Mapping[str, pd.DataFrame]

__all__ = ["analyse", "tables"]


def tables(
    paths: Paths,
    *,
    rules: RuleSet | None = None,
    side: str | None = None,
    include_illegal: bool = False,
    jobs: int = 1,
) -> dict[str, pd.DataFrame]:
    """Return the row tables of many records as data frames: games, seats, cards, turns ... (docs/data-dictionary.md).

    Whole numbers are Int64, other numbers Float64, texts and words string, truth values boolean. ``games`` has
    ``date``, the text as recorded, and ``played``, the time in UTC (the start of a day, month or year without a time).

    Parameters
    ----------
    paths
        Files, folders, or data sets made by ``harmonies export``.
    rules
        The rule set to score under; by default the one that the record names.
    side
        The side to assume: it replaces the side of a position, and is used for a log that names none.
    include_illegal
        Whether illegal games that could be replayed to the end have rows in all tables.
    jobs
        Number of processes.

    Raises
    ------
    UsageError
        If an argument does not fit, or a path is missing or not readable.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> rows = h.tables("samples/games")
    >>> rows["games"].groupby("verdict").size().to_dict()
    {'illegal': 1, 'legal': 4}
    """
    from harmonies_cli.statistics.column_types import frame_of_table, moments

    made, _ = _arrow_tables(paths, rules, side, include_illegal, jobs)
    frames = {name: frame_of_table(table) for name, table in made.items()}
    games = frames["games"]
    games.insert(games.columns.get_loc("date") + 1, "played", moments(games["date"]))
    return frames


def _arrow_tables(
    paths: Paths, rules: object, side: object, include_illegal: object, jobs: object
) -> tuple[dict[str, pa.Table], list[str]]:
    """Return the row tables of records, and the paths as named."""
    from harmonies_cli.statistics.files.dataset import is_dataset
    from harmonies_cli.statistics.files.row_source import tables_of
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

    options = RowOptions(one_rule_set(rules), one_side(side), truth("include_illegal", include_illegal))
    number = whole_number("jobs", jobs)
    listed = listed_paths(paths, unchecked=is_dataset)
    made, _ = tables_of(listed, options, jobs=number)
    return made, listed


def analyse(
    games: Paths | Rows,
    *,
    players: int | Iterable[int] = (),
    side: str | None = None,
    spirits: bool | None = None,
    since: str | None = None,
    min_rating: float | None = None,
    player: str | None = None,
    include_illegal: bool = False,
    tables: str | Iterable[str] | None = None,
    partial: bool = False,
    min_n: int = 30,
    firm_n: int = 100,
    rules: RuleSet | None = None,
    jobs: int = 1,
) -> Analysis:
    """Find out which cards and strategies win, by how much, and how certain that is, as ``harmonies analyse`` does.

    Parameters
    ----------
    games
        Files, folders or data sets; or the result of `tables`.
    players
        Only games with these numbers of players; 1 is solo.
    side
        Only games on this side of the boards.
    spirits
        Only games with, or without, Nature's Spirit cards.
    since
        Only games from this date on: ``"2024-05-31"``, ``"2024-05"`` or ``"2024"``.
    min_rating
        Only games in which every player has this rating or more.
    player
        Compare this player with the field.
    include_illegal
        Whether to analyse illegal games too, if they could be replayed to the end.
    tables
        Names of the tables to compute; all by default.
    partial
        Whether to add rows for the games of 2 players, the games on side A and so on, as the command does; the page of
        `Analysis.save` uses them for its filters.
    min_n, firm_n
        Minimum numbers of observations for a row to be ranked, and for it not to be provisional.
    rules, jobs
        See `tables`; they do not apply to rows, which are already scored.

    Returns
    -------
    Analysis
        The tables; without games if none was usable.

    Raises
    ------
    UsageError
        If an argument does not fit, a path is missing or not readable, or the rows are not those of `tables`.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> h.analyse("samples/games", players=[2, 3], tables="seats").games
    2
    """
    from harmonies_cli.report.analysis.replay_pages import named_games
    from harmonies_cli.statistics.analysis import STRENGTH_TABLES
    from harmonies_cli.statistics.analysis import analyse as analysed
    from harmonies_cli.statistics.files.dataset_tables import places_of
    from harmonies_cli.statistics.selection import Selection, require_date
    from harmonies_cli.statistics.strength.certainty import Limits

    if since is not None:
        require_date(some_text("since", since))
    include_illegal = truth("include_illegal", include_illegal)
    selection = Selection(
        tuple(whole_number("players", number, 1, 4) for number in _several(players)),
        one_side(side),
        None if spirits is None else truth("spirits", spirits),
        since,
        None if min_rating is None else any_number("min_rating", min_rating),
        None if player is None else some_text("player", player),
        not include_illegal,
    )
    least, firm, jobs = whole_number("min_n", min_n), whole_number("firm_n", firm_n), whole_number("jobs", jobs)
    names = several_names("tables", tables)
    only = STRENGTH_TABLES if names is None else known_names("table", names, STRENGTH_TABLES)
    if isinstance(games, Mapping):
        if rules is not None:
            raise UsageError("rules applies only to paths: rows are already scored")
        rows = {name: _arrow_table(name, games) for name in _table_names()}
        sources: list[str] = []
    else:
        rows, sources = _arrow_tables(games, rules, None, include_illegal, jobs)
    found = analysed(
        rows, selection, limits=Limits(least, max(least, firm)), only=only, partial=truth("partial", partial)
    )
    places = places_of([rows["games"]], named_games(found)) if sources else {}
    return Analysis(found, sources, places, rules)


def _several(players: object) -> list[object]:
    if isinstance(players, Iterable) and not isinstance(players, str | bytes):
        return list(players)
    return [players]


def _table_names() -> list[str]:
    from harmonies_cli.statistics.rows.columns import TABLES

    return list(TABLES)


def _arrow_table(name: str, rows: Mapping[Any, Any]) -> pa.Table:
    """Return a row table from a data frame, or unchanged."""
    import pandas as pd
    import pyarrow as pa

    from harmonies_cli.statistics.files.arrow import schema_of, table_from
    from harmonies_cli.statistics.rows.columns import TABLES

    frame = rows.get(name)
    if isinstance(frame, pa.Table) and frame.schema.equals(schema_of(name)):
        return frame
    if not isinstance(frame, pd.DataFrame):
        raise invalid("games", f'there is no data frame "{name}": give paths, or what tables returns.')
    columns = TABLES[name].columns
    lacking = [column.name for column in columns if column.name not in frame]
    if lacking:
        raise invalid("games", f'the table "{name}" lacks {", ".join(lacking)}: give what tables returns.')
    try:
        return table_from(name, **{column.name: _values(column, frame[column.name]) for column in columns})
    except (TypeError, ValueError, OverflowError) as error:
        raise invalid("games", f'the table "{name}" has values of other types: {error}.') from None


def _values(column: Column, series: pd.Series) -> Any:
    """Return the values of a column as `table_from` takes them."""
    import pandas as pd

    missing = series.isna().to_numpy(bool)
    if missing.any() and not column.nullable:
        raise ValueError(f"{column.name} has missing values")
    if column.type == "string":
        return [None if is_missing else str(text) for text, is_missing in zip(series, missing, strict=True)]
    if column.type == "category":
        codes = pd.Index(list(column.values)).get_indexer(series.astype(object))
        unknown = (codes < 0) & ~missing
        if unknown.any():
            raise ValueError(f"{column.name} is {series[unknown].iloc[0]!r}")
        return codes.clip(0), missing
    kind = "float64" if column.type == "double" else "bool" if column.type == "bool" else "int64"
    return series.fillna(False if column.type == "bool" else 0).to_numpy(kind), missing
