"""The sections of the page, read from page.toml: their charts with captions, and their tables."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

__all__ = ["Figure", "Heading", "Kind", "Section", "View", "sections"]

Kind = Literal["text", "name", "count", "points", "ratio", "signed", "percent", "q"]
"""How a cell is written; a name is somebody's own text."""
_MOST = 60


class Heading(NamedTuple):
    """A column of a table on the page.

    Attributes
    ----------
    column
        The table's column; its interval stands in the same cell if there is one.
    kind
        How the cells are written.
    label
        What is written above.
    """

    column: str
    kind: Kind
    label: str


class View(NamedTuple):
    """A table on the page.

    Attributes
    ----------
    table
        The table's name.
    title
        Its heading.
    caption
        What it says, in plain words.
    headings
        Its columns.
    order
        The column that it is sorted by, the highest first; empty to leave the rows in their order.
    most
        Rows that are shown at most.
    certainty
        The column that says how sure a row is.
    kinds
        Whether each kind of game has its rows, rather than all games together.
    where
        A column and the value of the rows that are shown; empty for all rows.
    """

    table: str
    title: str
    caption: str
    headings: tuple[Heading, ...]
    order: str
    most: int
    certainty: str
    kinds: bool
    where: tuple[str, str] | None


class Figure(NamedTuple):
    """A chart on the page: its name, what it shows in a few words, and what to see in it."""

    chart: str
    label: str
    caption: str


class Section(NamedTuple):
    """A section: the page's anchor, its heading, its charts and tables."""

    id: str
    title: str
    figures: tuple[Figure, ...]
    views: tuple[View, ...]


@cache
def sections() -> tuple[Section, ...]:
    """Return the sections in their order."""
    text = files("harmonies_cli.report.analysis").joinpath("page.toml").read_text("utf-8")
    return tuple(
        Section(
            section["id"],
            section["title"],
            tuple(Figure(**figure) for figure in section.get("figure", ())),
            tuple(map(_view, section.get("table", ()))),
        )
        for section in tomllib.loads(text)["section"]
    )


def _view(table: dict[str, Any]) -> View:
    headings = tuple(Heading(*line.split(maxsplit=2)) for line in table["columns"].strip().splitlines())
    where = table.get("where")
    return View(
        table["table"],
        table["title"],
        table["caption"],
        headings,
        table.get("order", ""),
        table.get("most", _MOST),
        table.get("certainty", "certainty"),
        table.get("kinds", False),
        None if where is None else (where[0], where[1]),
    )
