"""The parts of a scoresheet as markup; pages, notebooks and the editor share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.page_templates import markup, template
from harmonies_cli.report.phrases import file_place, record_place
from harmonies_cli.report.scoresheets.pad import PadRow
from harmonies_cli.report.scoresheets.reasons import RowReasons, score_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet

if TYPE_CHECKING:
    from markupsafe import Markup

__all__ = ["explanation", "pad_table", "problem_list", "remark_list"]


def pad_table(sheets: Sequence[Scoresheet], groups: Sequence[Sequence[PadRow]], number: str) -> Markup:
    """Return the pad; `number` is the id of the heading that names it."""
    return _part("pad_table", sheets, groups, number)


def remark_list(sentences: Sequence[str]) -> Markup:
    """Return remarks.

    Parameters
    ----------
    sentences
        What `remarks.remarks` returned with ``show=name_markup``: markup, since only the names come from other people.
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
