"""The formats that scored records are written in, by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from harmonies_cli.report.options import Options, Writer

__all__ = ["FORMATS", "writer"]

_WRITERS = {
    "text": "text.TextWriter",
    "json": "json_records.JsonWriter",
    "jsonl": "json_records.JsonLinesWriter",
    "csv": "csv_rows.CsvWriter",
    "markdown": "markdown.MarkdownWriter",
    "html": "html_page.HtmlWriter",
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
    module, writer_class = _WRITERS[name].split(".")
    made: Writer = getattr(import_module(f"harmonies_cli.report.{module}"), writer_class)(write, options or Options())
    return made
