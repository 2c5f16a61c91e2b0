"""The small charts of the first findings: rows, each with a bar and its interval."""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.cells import written, written_interval

__all__ = ["Bar", "bars_of"]


class Bar(NamedTuple):
    """A row of a small chart.

    Attributes
    ----------
    label
        Its name.
    card
        The id of the card that it is about; empty for none.
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


def bars_of(
    rows: pd.DataFrame, label: str, value: str, kind: str, zero: float | None = None
) -> tuple[list[Bar], float]:
    """Return the rows of a small chart, and the place of zero: of the average, or the chart's left edge."""
    low, high = (rows.get(f"{value}_{end}", rows[value]).fillna(rows[value]) for end in ("low", "high"))
    ends = [*low, *high, *rows[value], *([] if zero is None else [zero])]
    least, most = min(ends), max(ends)
    width = (most - least) or 1.0

    def place(number: float) -> float:
        return round(float(2 + 96 * (number - least) / width), 1)

    bars = [
        Bar(
            str(row[label]).replace("-", " ") if label == "card" else str(row[label]),
            str(row[label]) if label == "card" else "",
            written(row[value], kind),
            written_interval(row, value, kind),
            *(place(one) for one in (row[value], of_low, of_high)),
        )
        for row, of_low, of_high in zip(rows.to_dict("records"), low, high, strict=True)
    ]
    return bars, place(least if zero is None else zero)
