"""Tables of many records, and what can be learned from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

from harmonies_cli.rules.scoring.landscapes import RuleSet

if TYPE_CHECKING:
    import pandas as pd

    from harmonies_cli.review.result import GameReview
    from harmonies_cli.statistics.analysis_result import Analysis
    from harmonies_cli.statistics.selection import Selection

__all__ = ["analyse", "reviews", "tables"]


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


def reviews(
    paths: str | PathLike[str] | Iterable[str | PathLike[str]],
    *,
    scenarios: int = 48,
    seconds: float | None = None,
    seed: int = 1,
    turns: range | None = None,
    player: int | str | None = None,
    best_now: bool = False,
    rules: RuleSet | None = None,
    jobs: int = 1,
) -> Iterator[GameReview]:
    """Yield the review of each record: what each turn cost against the best turn found (docs/review.md).

    Parameters
    ----------
    paths
        Files and folders.
    scenarios
        Fresh scenarios for each turn; four times as many halve the standard errors.
    seconds
        Processor time for a game, in place of a number of scenarios; each turn says how many it had.
    seed
        All chance of a review follows from it, the record and the number of the turn.
    turns, player
        Review only these turns, and only those of the player of this number or name.
    best_now
        Whether to look for the best turn now where a game stops before its end.
    rules
        The rule set of the scores; turns are judged under the rulebook.
    jobs
        Number of processes; the numbers are the same for any.

    Raises
    ------
    UsageError
        If a path is missing or not readable.

    Examples
    --------
    >>> import harmonies_cli as h
    >>> review = next(h.reviews("samples/games/three-players-side-b.json", turns=range(32, 34)))
    >>> [(turn.turn, turn.player, turn.exact) for turn in review.turns]
    [(32, 2, False), (33, 3, True)]
    """
    from harmonies_cli.records.files.paths import check_paths
    from harmonies_cli.records.files.sources import iter_documents
    from harmonies_cli.records.outcome import AssessOptions
    from harmonies_cli.review.game_review import Plan
    from harmonies_cli.review.review_job import ReviewJob, review_documents

    listed = [fspath(path) for path in ([paths] if isinstance(paths, str | PathLike) else paths)]
    check_paths(listed)
    job = ReviewJob(
        Plan(scenarios, seconds, seed, turns, next=best_now),
        how=AssessOptions(rules=rules, explain=False),
        player=None if player is None else str(player),
    )
    return (review for _, review in review_documents(iter_documents(listed), job, jobs=jobs))
