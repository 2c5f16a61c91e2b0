"""Scoresheets and verdicts as markup for a notebook, in its own colours."""

from __future__ import annotations

from itertools import count
from typing import Any

from harmonies_cli.records.outcome import ScoredRecord, VerifiedRecord
from harmonies_cli.report.page_templates import template
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.scoresheets import html_parts
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.reasons import reasons
from harmonies_cli.report.scoresheets.remarks import remarks

__all__ = ["scores_markup", "verdict_markup"]

_numbers = count(1)
"""Ids must differ between the outputs of a notebook."""


def scores_markup(record: ScoredRecord, *, solo: bool) -> str:
    """Return the pad of a record with remarks, and the reasons to unfold."""
    return _markup(record, solo, words=None)


def verdict_markup(record: VerifiedRecord, words: str, *, solo: bool) -> str:
    """Return the verdict on a record, what is wrong with it, and the pad."""
    problems = html_parts.problems(record) if record.problems else ""
    return _markup(record, solo, words=words, violations=record.violations, problems=problems)


def _markup(record: ScoredRecord, solo: bool, **verdict: Any) -> str:
    number = f"harmonies-{next(_numbers)}"
    why = [(sheet, reasons(sheet)) for sheet in record.players if sheet.items]
    return template("notebook.html").render(
        name=record.id or file_place(record.source, record.line),
        id=number,
        pad=html_parts.pad_table(record.players, pad(record, solo=solo), number) if record.players else "",
        remarks=html_parts.remarks(remarks(record, solo=solo, show=html_parts.name)),
        explanation=html_parts.explanation(why, is_open=False) if why else "",
        **verdict,
    )
