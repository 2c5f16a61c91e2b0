"""Tables of many records, and what can be learned from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    import pandas as pd

    from harmonies_cli.statistics.analysis_result import Analysis
    from harmonies_cli.statistics.selection import Selection

__all__ = ["analyse", "tables"]


def tables(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    rules: RuleSet | None = None,
    include_illegal: bool = False,
    jobs: int = 1,
) -> dict[str, pd.DataFrame]:
    """Return the row tables of many records as data frames: games, seats, cards, turns ... (docs/data-dictionary.md).

    Parameters
    ----------
    paths
        Files, folders, or data sets made by ``harmonies export``.
    rules
        The rule set to score under; by default the one that the record names.
    include_illegal
        Whether illegal games that could be replayed to the end have rows in all tables.
    jobs
        Number of processes.

    Raises
    ------
    UsageError
        If a path is missing or not readable.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> rows = h.tables("samples/games")
    >>> rows["games"].groupby("verdict", observed=True).size().to_dict()
    {'legal': 4, 'illegal': 1}
    """
    from harmonies_cli.statistics.files.in_memory import tables_of
    from harmonies_cli.statistics.rows.chunk_rows import RowOptions

    listed = [paths] if isinstance(paths, str | PathLike) else paths
    options = RowOptions(rules=rules, include_illegal=include_illegal)
    made, _ = tables_of([fspath(path) for path in listed], options, jobs=jobs)
    return {name: table.to_pandas() for name, table in made.items()}


def analyse(rows: Mapping[str, Any], selection: Selection | None = None) -> Analysis:
    """Return the strength tables of ``harmonies analyse``: cards, spirits, seats, players ...

    Parameters
    ----------
    rows
        What `tables` returns.
    selection
        Which games; all unless given.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> analysis = h.analyse(h.tables("samples/games"))
    >>> analysis.games
    3
    """
    from harmonies_cli.statistics.analysis import analyse as analysed

    return analysed(rows, selection)
