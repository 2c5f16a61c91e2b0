"""The formats that records are written in, and what their writers have in common."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, Protocol

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal

__all__ = ["FORMATS", "Extras", "Format", "Options", "Writer", "formats_of", "writer"]


class Extras(NamedTuple):
    """What only pages show of a record; each is made when it is asked for.

    Attributes
    ----------
    boards
        Gives the players' boards as SVG, one drawing or several.
    sharing
        Gives the buttons that hand the result on, as markup; it takes whether a picture is among them.
    """

    boards: Callable[[], str]
    sharing: Callable[[bool], str] = lambda with_picture: ""


class Options(NamedTuple):
    """What to write.

    Attributes
    ----------
    explain
        Whether people are given the reasons too; the formats for programs always hold the items there are.
    terminal
        What the output can show; it matters to ``text`` only.
    csv
        How CSV is written.
    """

    explain: bool = False
    terminal: Terminal = PLAIN_FILE
    csv: CsvDialect = PLAIN_CSV


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

    def add(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> None:
        """Write a record.

        Parameters
        ----------
        record
            The record.
        solo
            Whether it was a solo game.
        extras
            What only pages show.
        """

    def encoded(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return what `add` writes of a record, without what stands between records."""

    def add_encoded(self, records: bytes) -> None:
        """Write records that are encoded, with `between` between them."""

    def end(self) -> None:
        """Write what stands after the last record."""


class Format(NamedTuple):
    """A format of the output.

    Attributes
    ----------
    writer
        Module and class, below `harmonies_cli.report`, that writes scored records in it; loaded when it is used.
    with_items
        Whether it holds the reasons for the points in any case.
    commands
        The other commands that write it.
    """

    writer: str
    with_items: bool = False
    commands: tuple[str, ...] = ()


FORMATS = {
    "text": Format("scoresheets.text.TextWriter", commands=("cards", "review", "rules", "verify")),
    "json": Format(
        "scoresheets.json_records.JsonWriter", with_items=True, commands=("cards", "review", "rules", "verify")
    ),
    "jsonl": Format("scoresheets.json_records.JsonLinesWriter", with_items=True, commands=("review", "verify")),
    "csv": Format("scoresheets.csv_rows.CsvWriter", commands=("cards", "review")),
    "xlsx": Format("scoresheets.pad_workbook.PadWorkbookWriter"),
    "markdown": Format("scoresheets.markdown.MarkdownWriter", commands=("cards", "review", "rules")),
    "html": Format("scoresheets.html_page.HtmlWriter", with_items=True, commands=("review",)),
}
"""Every format, by its name; options, the configuration and the documentation follow from this table."""


def formats_of(command: str) -> tuple[str, ...]:
    """Return the names of the formats that a command writes."""
    return tuple(name for name, form in FORMATS.items() if command == "score" or command in form.commands)


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
    module, writer_class = FORMATS[name].writer.rsplit(".", 1)
    made: Writer = getattr(import_module(f"harmonies_cli.report.{module}"), writer_class)(write, options or Options())
    return made
