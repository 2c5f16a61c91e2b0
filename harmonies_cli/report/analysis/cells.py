"""Numbers of the strength tables as the page shows them: in tables, in grids, and as bars with their intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.sections import Heading, PageTable
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.strength.certainty import FEW

__all__ = [
    "Bar",
    "Cell",
    "Grid",
    "Row",
    "ShownTable",
    "bars_of",
    "grid_of",
    "short_name",
    "shown_table",
    "written",
    "written_interval",
]

_MINUS = "\N{MINUS SIGN}"
_LONGEST_NAME = 40


class Cell(NamedTuple):
    """A cell: its text and its interval."""

    text: str
    interval: str = ""


class Row(NamedTuple):
    """A row, and whether it is grey (few observations) or provisional."""

    cells: list[Cell]
    certainty: str


class ShownTable(NamedTuple):
    """A table as the page shows it.

    Attributes
    ----------
    of
        The table of the layout.
    headings
        The columns with content; the others are left out.
    rows
        The rows.
    left_out
        Number of further rows of the table.
    """

    of: PageTable
    headings: list[Heading]
    rows: list[Row]
    left_out: int


def shown_table(of: PageTable, rows: pd.DataFrame, *, filtered: bool = False) -> ShownTable:
    """Return a table as the page shows it: ranked rows first, columns without any number left out.

    Parameters
    ----------
    of
        What to show.
    rows
        The rows of one view.
    filtered
        Whether it is a view of some games only.
    """
    if of.where is not None:
        rows = rows[rows[of.where[0]] == of.where[1]]
    if of.each:
        rows = _first_of_each(rows, of)
    if of.order:
        few = (rows[of.certainty] == FEW) | rows.get(f"{of.order}_low", rows[of.order]).isna()
        rows = rows.assign(_few=few).sort_values(["_few", of.order], ascending=[True, False], kind="stable")
    headings = [heading for heading in of.headings if not _is_dull(heading, rows)]
    shown = rows.head(of.filtered if filtered else of.most)
    columns = [_cells(of, heading, shown) for heading in headings]
    sure = shown[of.certainty].tolist() if of.certainty in shown else [""] * len(shown)
    lines = [Row(list(cells), certainty) for *cells, certainty in zip(*columns, sure, strict=True)]
    return ShownTable(of, headings, lines, len(rows) - len(shown))


def _first_of_each(rows: pd.DataFrame, of: PageTable) -> pd.DataFrame:
    """Return the first rows of each card or player; for pairs of cards, those among the first of either card."""
    ordered = rows.sort_values(of.order or "taken", ascending=False, kind="stable")
    places = [ordered.groupby(name).cumcount() for name in ("card", "partner", "player") if name in rows]
    return ordered[pd.concat(places, axis=1).min(axis=1) < of.each].sort_index()


def _is_dull(heading: Heading, rows: pd.DataFrame) -> bool:
    """Return whether to leave out a column: it is missing, has no number, only zeros, or only one kind of game."""
    if heading.column not in rows:
        return True
    values = rows[heading.column]
    if heading.column == "scope":
        return bool(values.nunique() == 1)
    return bool(values.isna().all() or (heading.kind == "count" and (values == 0).all()))


def _cells(of: PageTable, heading: Heading, rows: pd.DataFrame) -> list[Cell]:
    """Return a column as the page shows it."""
    values = rows[heading.column].tolist()
    if not heading.is_number:
        texts = ["" if value is None or value != value else printable(str(value)) for value in values]
        return [Cell(short_name(text) if heading.kind == "name" else text) for text in texts]
    numbers = ["" if pd.isna(value) else written(value, heading.kind) for value in values]
    ends = [f"{heading.column}_{end}" for end in ("low", "high")]
    if not set(ends) <= set(rows) or (of.intervals and heading.column not in of.intervals):
        return [Cell(text) for text in numbers]
    lows, highs = (rows[end].tolist() for end in ends)
    return [
        Cell(text, _interval(low, high, heading.kind) if text else "")
        for text, low, high in zip(numbers, lows, highs, strict=True)
    ]


def short_name(name: str) -> str:
    """Return somebody's own text, at most 40 characters of it."""
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _interval(low: float, high: float, kind: str) -> str:
    return "" if pd.isna(low) else f"{written(low, kind).removesuffix(' %')} to {written(high, kind)}"


def written_interval(record: dict[Any, Any], column: str, kind: str) -> str:
    """Return the interval of a value as the page writes it; empty if unknown."""
    low, high = (record.get(f"{column}_{end}") for end in ("low", "high"))
    return "" if low is None or high is None else _interval(low, high, kind)


def written(value: float, kind: str) -> str:
    """Return a number as the page writes it."""
    if kind == "count":
        return f"{int(value):,}".replace("-", _MINUS)
    if kind == "q":
        return "<0.001" if value < 0.001 else f"{value:.3f}"
    if kind == "percent":
        places = 0 if abs(value) >= 0.1 or value == 0 else 1
        return f"{100 * value:.{places}f} %".replace("-", _MINUS)
    places = 1 if kind == "points" else 2
    sign = "+" if kind == "signed" else ""
    text = f"{value:{sign}.{places}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", _MINUS)


class Grid(NamedTuple):
    """A grid.

    Attributes
    ----------
    corner
        What the rows are.
    is_of_cards
        Whether the rows are cards.
    across
        The names of the columns.
    rows
        The names of the rows, each with its cells: a text, and whether it has few observations.
    """

    corner: str
    is_of_cards: bool
    across: list[str]
    rows: dict[str, list[tuple[str, bool]]]


def grid_of(shown: ShownTable, value: str, across: str) -> Grid:
    """Return a table as a grid.

    Parameters
    ----------
    shown
        The table.
    value, across
        The column in the cells, and the column across.
    """
    names = [heading.column for heading in shown.headings]
    at, to = names.index(value), names.index(across)
    cells: dict[str, dict[str, tuple[str, bool]]] = {}
    for row in shown.rows:
        text = row.cells[at].text.removesuffix(" %")
        cells.setdefault(row.cells[0].text, {})[row.cells[to].text] = (text, row.certainty == "few")
    columns = list(dict.fromkeys(row.cells[to].text for row in shown.rows))
    is_of_cards = shown.headings[0].kind == "card"
    order = sorted(cells) if is_of_cards else list(cells)
    rows = {name: [cells[name].get(column, ("", False)) for column in columns] for name in order}
    return Grid(shown.headings[0].label, is_of_cards, columns, rows)


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


def bars_of(
    rows: pd.DataFrame, label: str, value: str, kind: str, zero: float | None = None
) -> tuple[list[Bar], float]:
    """Return the rows of a small chart, and the place of its zero: the average, or the chart's left edge."""
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
