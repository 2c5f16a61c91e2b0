"""A first finding with its bars; and that of a view with too few games to compare: how they went, how many it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pandas as pd

from harmonies_cli.plurals import count_of, plural
from harmonies_cli.report.analysis.cells import interval_words, written
from harmonies_cli.report.analysis.views import ViewTables
from harmonies_cli.rules.board.cards import card_words
from harmonies_cli.statistics.strength.seats import SCORE
from harmonies_cli.statistics.strength.spirits import MOST_SUNS

__all__ = ["Bar", "FirstFinding", "bars_of", "few_games", "few_solo_games", "games_by_length"]


class Bar(NamedTuple):
    """A row of a small chart.

    Attributes
    ----------
    label
        Its name.
    card
        The id of its card; empty for none.
    text, interval
        The value and its interval as text.
    at, low, high
        Places of the value and of the ends of its interval, in hundredths of the chart's width.
    """

    label: str
    card: str
    text: str
    interval: str
    at: float
    low: float
    high: float


class FirstFinding(NamedTuple):
    """A finding.

    Attributes
    ----------
    title, sentence, sureness
        In a player's words.
    unit, bars
        The small chart, and what its bars count.
    zero
        Place of the average, or of zero, in hundredths of the chart's width.
    section
        The section of the page with the details.
    """

    title: str
    sentence: str
    sureness: str
    unit: str
    bars: list[Bar]
    zero: float
    section: str


def bars_of(
    rows: pd.DataFrame, label: str, value: str, kind: str, zero: float | None = None
) -> tuple[list[Bar], float]:
    """Return the rows of a small chart, and the place of its zero: the average, or the chart's left edge."""
    names, values = rows[label].tolist(), rows[value].tolist()
    known = f"{value}_low" in rows
    intervals = [rows[f"{value}_{end}"].tolist() if known else [None] * len(rows) for end in ("low", "high")]
    low, high = (
        [number if end is None or end != end else end for end, number in zip(ends, values, strict=True)]
        for ends in intervals
    )
    every = [*low, *high, *values, *([] if zero is None else [zero])]
    least = min(every)
    width = (max(every) - least) or 1.0

    def place(number: float) -> float:
        return round(float(2 + 96 * (number - least) / width), 1)

    bars = [
        Bar(
            card_words(str(name)) if label == "card" else str(name),
            str(name) if label == "card" else "",
            written(number, kind),
            interval_words(known_low, known_high, kind),
            *(place(one) for one in (number, of_low, of_high)),
        )
        for name, number, known_low, known_high, of_low, of_high in zip(
            names, values, *intervals, low, high, strict=True
        )
    ]
    return bars, place(least if zero is None else zero)


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
