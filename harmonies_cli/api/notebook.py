"""Results as markup for a notebook, in the notebook's colours; the templates escape all texts."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from harmonies_cli.records.outcome import ScoredRecord, VerifiedRecord
from harmonies_cli.report.page_templates import name_markup, template
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.scoresheets.html_page import explanation, pad_table, problem_list, remark_list
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.pad_notes import reasons, remarks, sheets_with_reasons

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["framed_page", "result_markup", "scores_markup", "verdict_markup"]

_MOST_ROWS = 60

_numbers = count(1)
"""Numbers that make ids unique across the outputs of a notebook."""


def scores_markup(record: ScoredRecord, *, solo: bool) -> str:
    """Return the pad of a record with remarks and folded reasons."""
    return _markup(record, solo, words=None)


def verdict_markup(record: VerifiedRecord, words: str, *, solo: bool) -> str:
    """Return the verdict on a record, its faults, and the pad."""
    problems = problem_list(record) if record.problems else ""
    return _markup(record, solo, words=words, violations=record.violations, problems=problems)


def _markup(record: ScoredRecord, solo: bool, **verdict: Any) -> str:
    number = f"harmonies-{next(_numbers)}"
    why = [(sheet, reasons(sheet)) for sheet in sheets_with_reasons(record.players)]
    return template("notebook.html").render(
        name=record.id or file_place(record.source, record.line),
        id=number,
        pad=pad_table(record.players, pad(record, solo=solo), number) if record.players else "",
        remarks=remark_list(remarks(record, solo=solo, show=name_markup)),
        explanation=explanation(why, is_open=False) if why else "",
        **verdict,
    )


def result_markup(
    title: str, *, lines: Iterable[str] = (), text: str = "", frame: pd.DataFrame | None = None, page: str = ""
) -> str:
    """Return a result: its title, and any lines, text as typed, table or page."""
    header: list[str] = []
    rows: list[list[str]] = []
    if frame is not None:
        header = [str(name) for name in frame.columns]
        rows = [["" if value is None else _in_words(value) for value in row] for row in _values(frame.head(_MOST_ROWS))]
    return template("notebook_result.html").render(
        title=title,
        lines=list(lines),
        text=text,
        header=header,
        rows=rows,
        left_out=0 if frame is None else max(0, len(frame) - _MOST_ROWS),
        page=page,
    )


def framed_page(page: str, title: str) -> str:
    """Return a whole page in its own frame, which allows the page's script and nothing else."""
    return result_markup(title, page=page)


def _values(frame: pd.DataFrame) -> Iterable[list[Any]]:
    missing = frame.isna().to_numpy()
    return (
        [None if is_missing else value for value, is_missing in zip(row, without, strict=True)]
        for row, without in zip(frame.itertuples(index=False, name=None), missing, strict=True)
    )


def _in_words(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
