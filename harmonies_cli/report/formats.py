"""The formats that scored records are written in, by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, Protocol

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal

__all__ = ["FORMATS", "Drawing", "Options", "Writer", "writer"]

Drawing = Callable[[], str]
"""Gives the players' boards as SVG, one drawing or several; called only by the format that shows them."""


class Options(NamedTuple):
    """What to write.

    Attributes
    ----------
    explain
        Whether people are given the reasons too; the formats for programs always hold the items there are.
    terminal
        What the output can show; it matters to ``text`` only.
    """

    explain: bool = False
    terminal: Terminal = PLAIN_FILE


class Writer(Protocol):
    """Writes records as they come: `begin` once, `add` for each, `end` once.

    Many records are encoded by writers in several processes, and written by one of them all, with `add_encoded`.

    Attributes
    ----------
    between
        What stands between two records.
    """

    between: bytes

    def begin(self) -> None:
        """Write what stands before the first record."""

    def add(self, record: ScoredRecord, *, solo: bool = False, drawing: Drawing | None = None) -> None:
        """Write a record.

        Parameters
        ----------
        record
            The record.
        solo
            Whether it was a solo game.
        drawing
            The boards.
        """

    def encoded(self, record: ScoredRecord, *, solo: bool = False, drawing: Drawing | None = None) -> bytes:
        """Return what `add` writes of a record, without what stands between records."""

    def add_encoded(self, records: bytes) -> None:
        """Write records that are encoded, with `between` between them."""

    def end(self) -> None:
        """Write what stands after the last record."""


_WRITERS = {
    "text": "scoresheets.text.TextWriter",
    "json": "scoresheets.json_records.JsonWriter",
    "jsonl": "scoresheets.json_records.JsonLinesWriter",
    "csv": "scoresheets.csv_rows.CsvWriter",
    "markdown": "scoresheets.markdown.MarkdownWriter",
    "html": "scoresheets.html_page.HtmlWriter",
}
"""Format to its class, which is loaded when it is asked for: a run needs one of them."""

FORMATS = tuple(_WRITERS)


def writer(name: str, write: Callable[[bytes], object], options: Options | None = None) -> Writer:
    """Return the writer of a format.

    Parameters
    ----------
    name
        One of `FORMATS`.
    write
        Takes the bytes of the output, piece by piece.
    options
        What to write.
    """
    module, writer_class = _WRITERS[name].rsplit(".", 1)
    made: Writer = getattr(import_module(f"harmonies_cli.report.{module}"), writer_class)(write, options or Options())
    return made
