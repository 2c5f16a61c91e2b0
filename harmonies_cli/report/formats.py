"""The output formats of records, the base class of their writers, and JSON: one document, or one record per line."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.report.terminal import PLAIN_FILE, Terminal

if TYPE_CHECKING:
    from harmonies_cli.records.outcome import ScoredRecord

__all__ = [
    "FORMATS",
    "Extras",
    "Format",
    "JsonLinesWriter",
    "JsonWriter",
    "Options",
    "Writer",
    "formats_of",
    "json_element",
    "writer",
]


class Extras(msgspec.Struct, frozen=True):
    """Parts of a record that only pages show, each made on request.

    Attributes
    ----------
    boards
        Returns the players' boards as SVG, one drawing or several.
    sharing
        Returns the buttons that share the result, as markup; its argument is whether to include a picture.
    """

    boards: Callable[[], str]
    sharing: Callable[[bool], str] = lambda with_picture: ""


class Options(msgspec.Struct, frozen=True):
    """What to write.

    Attributes
    ----------
    explain
        Whether to include the reasons in formats for people; formats for programs always contain all items.
    terminal
        What the output can show; only ``text`` uses it.
    csv
        How CSV is written.
    """

    explain: bool = False
    terminal: Terminal = PLAIN_FILE
    csv: CsvDialect = PLAIN_CSV


class Writer(ABC):
    """Writes records as they come: `begin` once, `add` for each, `end` once.

    In a run with several processes, each has a writer that encodes records; one of them writes all, with `add_encoded`.

    Parameters
    ----------
    write
        Takes the bytes of the output, piece by piece.
    options
        What to write.

    Attributes
    ----------
    separator
        What separates two records.
    """

    separator = b""

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        self._write = write
        self._options = options
        self._before = b""

    def begin(self) -> None:  # noqa: B027 - most formats have no head
        """Write the head of the format, if it has one."""

    def add(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> None:
        """Write a record.

        Parameters
        ----------
        record
            The record.
        solo
            Whether it was a solo game.
        extras
            Parts that only pages show.
        """
        self.add_encoded(self.encode_record(record, solo=solo, extras=extras))

    @abstractmethod
    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes that `add` writes for a record, without the separator."""

    def add_encoded(self, records: bytes) -> None:
        """Write encoded records, with the `separator` between them."""
        self._write(self._before + records)
        self._before = self.separator

    def end(self) -> None:  # noqa: B027 - most formats have no foot
        """Write the foot of the format, if it has one."""


class Format(msgspec.Struct, frozen=True):
    """A format of the output.

    Attributes
    ----------
    writer
        Module and class, below `harmonies_cli.report`, that writes scored records; loaded on use.
    with_items
        Whether it always contains the reasons for the points.
    commands
        The other commands that write it.
    endings
        Endings of the names of its files.
    is_binary
        Whether it is bytes that are no text.
    """

    writer: str
    with_items: bool = False
    commands: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    is_binary: bool = False


FORMATS = {
    "text": Format("scoresheets.score_job.TextWriter", False, ("cards", "review", "rules", "verify"), (".txt",)),
    "json": Format("formats.JsonWriter", True, ("cards", "review", "rules", "verify"), (".json",)),
    "jsonl": Format("formats.JsonLinesWriter", True, ("review", "verify"), (".jsonl",)),
    "csv": Format("scoresheets.csv_markdown.CsvWriter", False, ("cards", "review"), (".csv",)),
    "xlsx": Format("scoresheets.pad_workbook.PadWorkbookWriter", endings=(".xlsx",), is_binary=True),
    "markdown": Format(
        "scoresheets.csv_markdown.MarkdownWriter", False, ("cards", "review", "rules"), (".md", ".markdown")
    ),
    "html": Format("scoresheets.html_page.HtmlWriter", True, ("review",), (".html", ".htm")),
}
"""Every format, by name; options, the configuration and the documentation follow from this table."""


def formats_of(command: str) -> tuple[str, ...]:
    """Return the names of the formats that a command can write."""
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


_encode = msgspec.json.Encoder().encode


def json_element(value: object) -> bytes:
    """Return a record, or any structs and plain values, as JSON on one line."""
    try:
        return _encode(value)
    except UnicodeEncodeError:
        # A file name outside the system's encoding contains half characters, which only escapes can write.
        import json

        return json.dumps(msgspec.to_builtins(value), separators=(",", ":")).encode()


class JsonLinesWriter(Writer):
    """Writes each record on its own line as soon as it arrives, always in full."""

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record) + b"\n"


class JsonWriter(Writer):
    """Writes one document, ``{"records": [...]}``, one record per line, always in full."""

    separator = b",\n"

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._before = b"\n"

    def begin(self) -> None:
        """Open the list of records."""
        self._write(b'{"records": [')

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        return json_element(record)

    def end(self, **members: Mapping[str, object]) -> None:
        """Close the document.

        Parameters
        ----------
        **members
            Further members of the document, such as ``summary``.
        """
        further = b"".join(b",\n" + json_element(name) + b": " + json_element(value) for name, value in members.items())
        self._write(b"\n]" + further + b"}\n")
