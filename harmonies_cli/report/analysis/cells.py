"""Numbers of the strength tables as the page shows them: in tables and in grids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from harmonies_cli.report.analysis.sections import Heading, PageTable
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.strength.certainty import FEW
from harmonies_cli.statistics.strength.player_labels import short_name

__all__ = [
    "Cell",
    "Grid",
    "Row",
    "ShownTable",
    "grid_of",
    "interval_words",
    "shown_table",
    "written",
    "written_interval",
]

_MINUS = "\N{MINUS SIGN}"
_IDENTITIES = {"name": "player", "opponent_name": "opponent"}
"""The columns that identify the players whom other columns name."""


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


def shown_table(
    of: PageTable, rows: pd.DataFrame, *, filtered: bool = False, labels: Mapping[str, str] | None = None
) -> ShownTable:
    """Return a table as the page shows it: ranked rows first, without the columns that have no number.

    Parameters
    ----------
    of
        What to show.
    rows
        The rows of one view.
    filtered
        Whether it is a view of some games only.
    labels
        The labels of players who share a name with another, by identity.
    """
    columns = _Columns(rows)
    kept = np.arange(len(rows)) if of.where is None else np.flatnonzero(columns[of.where[0]] == of.where[1])
    if of.each:
        kept = _first_of_each(columns, kept, of)
    if of.order:
        value = columns.numbers(of.order)[kept]
        low = columns.numbers(f"{of.order}_low")[kept] if f"{of.order}_low" in columns.names else value
        kept = kept[np.lexsort((-value, (columns[of.certainty][kept] == FEW) | np.isnan(low)))]
    headings = [
        one for one in of.headings if one.column in columns.names and not _is_dull(one, columns[one.column][kept])
    ]
    shown = kept[: of.filtered if filtered else of.most]
    cells = [_cells(of, heading, columns, shown, labels or {}) for heading in headings]
    sure = columns[of.certainty][shown].tolist() if of.certainty in columns.names else [""] * len(shown)
    lines = [Row(list(of_row), certainty) for *of_row, certainty in zip(*cells, sure, strict=True)]
    return ShownTable(of, headings, lines, len(kept) - len(shown))


class _Columns(dict[str, NDArray[Any]]):
    """The columns of a table as arrays, made when first needed: pandas takes ten times as long to select rows."""

    def __init__(self, rows: pd.DataFrame) -> None:
        self.rows = rows
        self.names = set(rows.columns.tolist())

    def __missing__(self, name: str) -> NDArray[Any]:
        column = self.rows[name]
        plain = isinstance(column.dtype, np.dtype)
        self[name] = column.to_numpy() if plain else column.to_numpy(object, na_value=None)
        return self[name]

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column as numbers."""
        return np.asarray(self[name], float)


def _first_of_each(columns: _Columns, kept: NDArray[Any], of: PageTable) -> NDArray[Any]:
    """Return the first rows of each card or player; for pairs of cards, those among the first of either card."""
    order = kept[np.argsort(-columns.numbers(of.order or "taken")[kept], kind="stable")]
    first = np.zeros(len(order), bool)
    for name in ("card", "partner", "player"):
        if name in columns.names:
            of_each = pd.Series(columns[name][order])
            first |= (of_each.groupby(of_each).cumcount() < of.each).to_numpy()
    return np.sort(order[first])


def _is_dull(heading: Heading, values: NDArray[Any]) -> bool:
    """Return whether to leave out a column: it has no number, only zeros, or only one kind of game."""
    if heading.column == "scope":
        return len(set(values)) == 1
    return bool(pd.isna(values).all() or (heading.kind == "count" and (values == 0).all()))


def _cells(
    of: PageTable, heading: Heading, columns: _Columns, shown: NDArray[Any], labels: Mapping[str, str]
) -> list[Cell]:
    """Return a column as the page shows it."""
    values = columns[heading.column][shown].tolist()
    if not heading.is_number:
        texts = ["" if value is None or value != value else printable(str(value)) for value in values]
        if heading.kind == "name":
            identity = _IDENTITIES.get(heading.column, "")
            known = columns[identity][shown].tolist() if labels and identity in columns.names else texts
            return [Cell(labels.get(who) or short_name(text)) for who, text in zip(known, texts, strict=True)]
        return [Cell(text) for text in texts]
    numbers = ["" if value is None or value != value else written(value, heading.kind) for value in values]
    ends = [f"{heading.column}_{end}" for end in ("low", "high")]
    if not columns.names.issuperset(ends) or (of.intervals and heading.column not in of.intervals):
        return [Cell(text) for text in numbers]
    lows, highs = (columns[end][shown].tolist() for end in ends)
    return [
        Cell(text, interval_words(low, high, heading.kind) if text else "")
        for text, low, high in zip(numbers, lows, highs, strict=True)
    ]


def interval_words(low: float | None, high: float | None, kind: str) -> str:
    """Return an interval as the page writes it; empty if unknown."""
    if low is None or high is None or low != low:
        return ""
    return f"{written(low, kind).removesuffix(' %')} to {written(high, kind)}"


def written_interval(record: dict[Any, Any], column: str, kind: str) -> str:
    """Return the interval of a value as the page writes it; empty if unknown."""
    return interval_words(record.get(f"{column}_low"), record.get(f"{column}_high"), kind)


def written(value: float, kind: str) -> str:
    """Return a number as the page writes it."""
    if kind == "count":
        return f"{int(value):,}".replace("-", _MINUS)
    if kind == "q":
        return "<0.001" if value < 0.001 else f"{value:.3f}"
    sign = "+" if kind.startswith("signed") else ""
    if kind.endswith("percent"):
        places, unit = 0 if abs(value) >= 0.1 or value == 0 else 1, " %"
        value *= 100
    else:
        places, unit = 1 if kind.endswith("points") else 2, ""
    text = f"{value:{sign}.{places}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", _MINUS) + unit


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
    return Grid(shown.headings[0].label, is_of_cards, [one.replace(" or later", "+") for one in columns], rows)
