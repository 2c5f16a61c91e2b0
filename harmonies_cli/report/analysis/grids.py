"""Grids: one column of a table down, another across, one value in each cell."""

from __future__ import annotations

from typing import NamedTuple

from harmonies_cli.report.analysis.cells import ShownTable

__all__ = ["Grid", "grid_of"]


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
        The names of the rows, each with its cells: a text and whether it rests on few observations.
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
        Its columns in the cells and across.
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
