"""The first finding of a view with too few games to compare: how they went, and how many games a comparison needs."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from harmonies_cli.plurals import count_of, plural
from harmonies_cli.report.analysis.bars import FirstFinding, bars_of
from harmonies_cli.report.analysis.cells import written
from harmonies_cli.report.analysis.views import ViewTables
from harmonies_cli.statistics.strength.seats import SCORE
from harmonies_cli.statistics.strength.spirits import MOST_SUNS

__all__ = ["few_games", "few_solo_games", "games_by_length"]


def few_solo_games(of: ViewTables) -> Iterator[FirstFinding]:
    """Yield the suns and points of a view's solo games if no kind of them has enough games to be ranked."""
    solo = of.tables.get("solo")
    if solo is None or (games := int(solo["n"].sum())) == 0 or (most := int(solo["n"].max())) >= of.ranked:
        return
    counts = {suns: int(solo[f"suns_{suns}"].sum()) for suns in range(MOST_SUNS + 1)}
    known = sum(counts.values())
    points = f"{written(solo['total_sum'].sum() / games, 'points')} points"
    suns = sum(suns * number for suns, number in counts.items()) / known if known else None
    earned = points if suns is None else f"{written(suns, 'ratio')} suns and {points}"
    best = f" on average; the best total is {written(solo['best_total'].max(), 'count')}"
    rows = pd.DataFrame(
        [(count_of(suns, "sun"), number) for suns, number in counts.items() if number], columns=["suns", "games"]
    )
    yield FirstFinding(
        "How many suns solo games earn",
        f"{count_of(games, 'solo game')} earned {earned}{best if games > 1 else ''}.",
        f"Too few to compare sides and spirits: that takes {of.ranked} games of a kind, and the most here is {most}.",
        "games by suns",
        *(bars_of(rows, "suns", "games", "count", 0.0) if known else ([], 0.0)),
        "solo",
    )


def few_games(of: ViewTables) -> Iterator[FirstFinding]:
    """Yield the points of winners and others, and the length of the games, if there are too few to compare."""
    rows = of.tables.get("rows")
    if rows is None or rows.empty:
        return
    total = rows[rows["row"] == "total"].iloc[0]
    if total["n"] >= of.ranked or pd.isna(total["winners"]):
        return
    games, ranked = int(total["n"]), of.ranked
    parts = rows[(rows["row"] != "total") & rows["winners"].notna()][["row", "winners"]]
    others = "" if pd.isna(total["others"]) else f", the others {written(total['others'], 'points')}"
    went, winners, there = ("game", "The winner", "is") if games == 1 else ("games", "Winners", "are")
    yield FirstFinding(
        f"How the {went} went{of.views[0].words}",
        f"{winners} scored {written(total['winners'], 'points')} points{others}.{_length(of)}",
        f"Too few to say what wins: that takes {ranked} games, and there {there} {games}.",
        "points of the winners by row, mean",
        *bars_of(parts, "row", "winners", "points", 0.0),
        "strategies",
    )


def _length(of: ViewTables) -> str:
    """Return a sentence on the length of the games; empty if it is unknown or they are of several kinds."""
    ends = games_by_length(of.tables.get("tempo")) if len(of.kinds) == 1 else {}
    if not ends:
        return ""
    first, last = min(ends), max(ends)
    lasted = f"{first} to {last}" if first < last else f"{first}"
    return f" The {plural('game', sum(ends.values()))} lasted {lasted} rounds."


def games_by_length(tempo: pd.DataFrame | None) -> dict[int, int]:
    """Return the number of games that end after each round, from the table `tempo`; empty without it."""
    rounds = None if tempo is None else tempo[tempo["measure"] == SCORE]
    if rounds is None or rounds.empty:
        return {}
    numbers = dict(zip(rounds["round"].astype(int), rounds["n"].astype(int), strict=True))
    ends = {last: number - numbers.get(last + 1, 0) for last, number in numbers.items()}
    return {last: number for last, number in ends.items() if number > 0}
