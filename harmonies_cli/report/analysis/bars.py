"""A first finding, and its small chart: rows, each with a bar and its interval."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.cells import interval_words, written
from harmonies_cli.rules.board.cards import card_words

__all__ = ["Bar", "FirstFinding", "bars_of"]


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
