"""Numbers of the strength tables as a reader sees them."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd

from harmonies_cli.report.analysis.sections import Heading, View
from harmonies_cli.safe_text import printable
from harmonies_cli.statistics.analysis import ALL
from harmonies_cli.statistics.strength.certainty import FEW
from harmonies_cli.statistics.strength.dictionary import meaning

__all__ = ["Cell", "ShownTable", "shown_table", "written"]

_MINUS = "\N{MINUS SIGN}"
_LONGEST_NAME = 40


class Cell(NamedTuple):
    """A cell: its text, its interval, and what it is sorted by."""

    text: str
    interval: str
    key: str
    is_name: bool


class Row(NamedTuple):
    """A row, and whether it is greyed (few) or provisional."""

    cells: list[Cell]
    certainty: str


class ShownTable(NamedTuple):
    """A table as the page shows it.

    Attributes
    ----------
    headings
        Label, meaning, whether it is a number.
    rows
        The rows.
    left_out
        How many more the table has.
    """

    view: View
    headings: list[tuple[str, str, bool]]
    rows: list[Row]
    left_out: int


def shown_table(view: View, table: pd.DataFrame) -> ShownTable:
    """Return a table as the page shows it: ranked rows first, columns without any number left out."""
    rows = table
    if "scope" in table:
        of_kinds = table[table["scope"] != ALL]
        rows = of_kinds if view.kinds and len(of_kinds) else table[table["scope"] == ALL]
    if view.where is not None:
        rows = rows[rows[view.where[0]] == view.where[1]]
    if view.order:
        few = (rows[view.certainty] == FEW) | rows.get(f"{view.order}_low", rows[view.order]).isna()
        rows = rows.assign(_few=few).sort_values(["_few", view.order], ascending=[True, False], kind="stable")
    headings = [heading for heading in view.headings if not _is_dull(heading, rows)]
    shown = rows.head(view.most)
    records = shown.to_dict("records")
    return ShownTable(
        view,
        [(heading.label, meaning(heading.column), heading.kind not in ("text", "name")) for heading in headings],
        [Row([_cell(heading, record) for heading in headings], record.get(view.certainty, "")) for record in records],
        len(rows) - len(shown),
    )


def _is_dull(heading: Heading, rows: pd.DataFrame) -> bool:
    """Tell whether a column says nothing: no number at all, nothing counted, or one kind of game."""
    values = rows[heading.column]
    if heading.column == "scope":
        return bool(values.nunique() == 1)
    return bool(values.isna().all() or (heading.kind == "count" and (values == 0).all()))


def _cell(heading: Heading, record: dict[Any, Any]) -> Cell:
    value = record[heading.column]
    if heading.kind in ("text", "name"):
        text = printable(str(value))
        text = text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"
        return Cell(text, "", "", heading.kind == "name")
    if pd.isna(value):
        return Cell("", "", "", False)
    low, high = (record.get(f"{heading.column}_{part}") for part in ("low", "high"))
    interval = ""
    if low is not None and high is not None and not pd.isna(low):
        interval = f"{written(low, heading.kind).removesuffix(' %')} to {written(high, heading.kind)}"
    return Cell(written(value, heading.kind), interval, f"{float(value):.6g}", False)


def written(value: float, kind: str) -> str:
    """Return a number as the page writes it."""
    if kind == "count":
        return f"{int(value):,}"
    if kind == "q":
        return "<0.001" if value < 0.001 else f"{value:.3f}"
    if kind == "percent":
        return f"{100 * value:.0f} %" if abs(value) >= 0.1 or value == 0 else f"{100 * value:.1f} %"
    places = 1 if kind == "points" else 2
    sign = "+" if kind == "signed" else ""
    text = f"{value:{sign}.{places}f}"
    if float(text) == 0:
        text = text.lstrip("+-")
    return text.replace("-", _MINUS)
