"""Scored records as a self-contained page without scripts, made of parts that notebooks and the editor share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import Extras, Options, Writer
from harmonies_cli.report.page_templates import markup, name_markup, page_file, template
from harmonies_cli.report.phrases import file_place, record_place
from harmonies_cli.report.scoresheets.pad import PadRow, pad
from harmonies_cli.report.scoresheets.pad_notes import RowReasons, reasons, remarks, score_words, sheets_with_reasons
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["HtmlWriter", "explanation", "pad_table", "problem_list", "remark_list"]


def pad_table(sheets: Sequence[Scoresheet], groups: Sequence[Sequence[PadRow]], number: str) -> Markup:
    """Return the pad; `number` is the id of the heading that names it."""
    return _part("pad_table", sheets, groups, number)


def remark_list(sentences: Sequence[str]) -> Markup:
    """Return remarks.

    Parameters
    ----------
    sentences
        The result of `pad_notes.remarks` with ``show=name_markup``: safe as markup, as only names are foreign text.
    """
    return _part("remark_list", [markup(sentence) for sentence in sentences])


def explanation(players: Sequence[tuple[Scoresheet, Sequence[RowReasons]]], *, is_open: bool) -> Markup:
    """Return the reasons of all players, folded or not."""
    return _part("explanation", [(sheet, score_words(sheet), rows) for sheet, rows in players], is_open)


def problem_list(record: ScoredRecord) -> Markup:
    """Return the list of a record's problems."""
    shown = []
    for problem in record.problems:
        message, _, excerpt = problem.message.partition("\n")
        place = ", ".join(filter(None, (file_place(record.source, record.line, problem), record_place(problem))))
        texts = {"code": problem.code, "message": message, "excerpt": excerpt, "hint": problem.hint, "place": place}
        shown.append(texts)
    return _part("problem_list", shown)


def _part(macro: str, *values: Any) -> Markup:
    part: Markup = getattr(template("scoresheets/sheet.html").module, macro)(*values)
    return part


_PICTURES = 4
"""The most records of a page with a picture to send: each takes 400 KB, and a third of a second to draw."""


class HtmlWriter(Writer):
    """Writes a section for each record: pad, remarks, boards, and the folded reasons.

    Parameters
    ----------
    write
        Takes the bytes, which are UTF-8.
    options
        With ``explain`` the reasons are unfolded.
    """

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._encoded = 0
        self._written = 0

    def begin(self) -> None:
        """Write the head."""
        self._write(_piece("begin", page_file("page.css")))

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        self._encoded += 1
        sheets = record.players
        return _piece(
            "section",
            record,
            f"record-{self._encoded}",
            file_place(record.source, record.line),
            problem_list(record) if record.problems else "",
            pad_table(sheets, pad(record, solo=solo), f"record-{self._encoded}") if sheets else "",
            markup(extras.boards()) if extras and sheets else "",
            markup(extras.sharing(self._encoded <= _PICTURES)) if extras and sheets else "",
            remark_list(remarks(record, solo=solo, show=name_markup)),
            self._why(record),
        )

    def _why(self, record: ScoredRecord) -> str:
        why = [(sheet, reasons(sheet)) for sheet in sheets_with_reasons(record.players)]
        return explanation(why, is_open=self._options.explain) if why else ""

    def add_encoded(self, records: bytes) -> None:
        """Write one encoded record; only one at a time, because sections are numbered and counted."""
        self._written += 1
        self._write(records)

    def end(self) -> None:
        """Write the foot."""
        self._write(_piece("end", self._written))


def _piece(macro: str, *values: Any) -> bytes:
    piece: str = getattr(template("scoresheets/page.html").module, macro)(*values)
    return piece.encode("utf-8", "replace")
