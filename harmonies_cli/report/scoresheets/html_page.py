"""Scored records as a page that needs nothing else: no network, no scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Drawing, Options
from harmonies_cli.report.scoresheets import html_parts as parts
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.reasons import reasons
from harmonies_cli.report.scoresheets.remarks import remarks

__all__ = ["HtmlWriter"]


class HtmlWriter:
    """Writes a section for each record: pad, remarks, boards, and the reasons to unfold.

    Parameters
    ----------
    write
        Takes the bytes, which are UTF-8.
    options
        With ``explain`` the reasons stand open.
    """

    between = b""

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        self._write = write
        self._explain = options.explain
        self._encoded = 0
        self._written = 0

    def begin(self) -> None:
        """Write the head."""
        self._write(parts.head().encode())

    def add(self, record: ScoredRecord, *, solo: bool = False, drawing: Drawing | None = None) -> None:
        """Write a record."""
        self.add_encoded(self.encoded(record, solo=solo, drawing=drawing))

    def encoded(self, record: ScoredRecord, *, solo: bool = False, drawing: Drawing | None = None) -> bytes:
        """Return the bytes of a record."""
        self._encoded += 1
        section = "".join(self._section(record, f"record-{self._encoded}", solo, drawing))
        return section.encode("utf-8", "replace")

    def add_encoded(self, records: bytes) -> None:
        """Write a record that is encoded; one at a time, for sections are numbered and counted."""
        self._written += 1
        self._write(records)

    def end(self) -> None:
        """Write the foot."""
        self._write(parts.foot(self._written).encode())

    def _section(self, record: ScoredRecord, number: str, solo: bool, drawing: Drawing | None) -> Iterator[str]:
        yield parts.section_head(record, number)
        if record.problems:
            yield parts.problems(record)
        if record.players:
            table = parts.pad_table(record.players, pad(record, solo=solo), number)
            yield parts.pad_and_boards(table, parts.boards(drawing()) if drawing else "")
        yield parts.remarks(remarks(record, solo=solo, show=parts.name))
        if any(sheet.items for sheet in record.players):
            why = [(sheet, reasons(sheet)) for sheet in record.players]
            yield parts.explanation(why, is_open=self._explain)
        yield parts.section_foot()
