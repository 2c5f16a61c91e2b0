"""The sections of the page, read from page.toml: their charts with captions, and their tables."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

__all__ = ["Figure", "Heading", "Kind", "PageTable", "Section", "page_tables", "sections"]

Kind = Literal[
    "text",
    "name",
    "card",
    "link",
    "count",
    "points",
    "ratio",
    "percent",
    "signed",
    "signed_points",
    "signed_percent",
    "q",
]
"""How to write a cell; a name is free text, a card is shown with its habitat, a link is a path beside the page."""
_MOST = 60


class Heading(NamedTuple):
    """A column of a table on the page.

    Attributes
    ----------
    column
        The table's column; its interval, if any, is in the same cell.
    kind
        How the cells are written.
    label
        The heading.
    """

    column: str
    kind: Kind
    label: str

    @property
    def is_number(self) -> bool:
        """Whether the cells are numbers."""
        return self.kind not in ("text", "name", "card", "link")


class PageTable(NamedTuple):
    """A table on the page.

    Attributes
    ----------
    id
        Its name on the page.
    table
        The strength table with its rows.
    title
        Its heading.
    caption
        What it shows, in plain words.
    headings
        Its columns.
    order
        The column to sort by, highest first; empty to keep the order of the rows.
    most
        The most rows to show.
    filtered
        The most rows to show when a filter is set.
    each
        The most rows to show of a card or a player: the first by `order`, or those taken most often; 0 for all.
    certainty
        The column with the certainty of a row.
    kinds
        Whether each kind of game has its own rows.
    where
        A column, and its value in the rows to show; empty for all rows.
    intervals
        The columns to show with their intervals; empty for all that have one.
    place
        ``"open"``, ``"folded"`` behind its title, or only with the ``"card"`` or ``"player"`` of a row.
    """

    id: str
    table: str
    title: str
    caption: str
    headings: tuple[Heading, ...]
    order: str
    most: int
    filtered: int
    each: int
    certainty: str
    kinds: bool
    where: tuple[str, str] | None
    intervals: tuple[str, ...]
    place: str


class Figure(NamedTuple):
    """A chart on the page.

    Attributes
    ----------
    chart
        Its name in `harmonies_cli.charts`.
    label
        What it shows, in a few words.
    caption
        What to look for.
    draw
        How the page draws it from its tables, following the filters: `form`, and columns written ``table.column``.
        Empty if the chart shows all games and never changes.
    """

    chart: str
    label: str
    caption: str
    draw: dict[str, Any]


class Section(NamedTuple):
    """A section: the page's anchor, its heading, its charts and tables."""

    id: str
    title: str
    figures: tuple[Figure, ...]
    tables: tuple[PageTable, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections in their order."""
    text = files("harmonies_cli.report.analysis").joinpath("page.toml").read_text("utf-8")
    return tuple(
        Section(
            section["id"],
            section["title"],
            tuple(Figure(**{"draw": {}, **figure}) for figure in section.get("figure", ())),
            tuple(map(_page_table, section.get("table", ()))),
        )
        for section in tomllib.loads(text)["section"]
    )


@cache
def page_tables() -> dict[str, PageTable]:
    """Return the tables of all sections by id."""
    return {table.id: table for section in sections() for table in section.tables}


def _page_table(table: dict[str, Any]) -> PageTable:
    headings = tuple(Heading(*line.split(maxsplit=2)) for line in table["columns"].strip().splitlines())
    where = table.get("where")
    return PageTable(
        table.get("id", table["table"].replace("_", "-")),
        table["table"],
        table["title"],
        table["caption"],
        headings,
        table.get("order", ""),
        table.get("most", _MOST),
        table.get("filtered", table.get("most", _MOST)),
        table.get("each", 0),
        table.get("certainty", "certainty"),
        table.get("kinds", False),
        None if where is None else (where[0], where[1]),
        tuple(table.get("intervals", ())),
        table.get("place", "open"),
    )
