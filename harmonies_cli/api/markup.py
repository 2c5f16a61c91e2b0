"""Scoresheets and verdicts as markup for a notebook, in its own colours."""

from __future__ import annotations

from html import escape
from itertools import count

from harmonies_cli.records.outcome import ScoredRecord, VerifiedRecord
from harmonies_cli.report.phrases import file_place
from harmonies_cli.report.scoresheets import html_parts
from harmonies_cli.report.scoresheets.pad import pad
from harmonies_cli.report.scoresheets.reasons import reasons
from harmonies_cli.report.scoresheets.remarks import remarks

__all__ = ["scores_markup", "verdict_markup"]

_numbers = count(1)
# Notebooks have light and dark themes: nothing here sets a colour of text or paper.
_STYLE = """<style>
.harmonies table { border-collapse: collapse; margin: 0.5em 0; font-variant-numeric: tabular-nums; }
.harmonies .pad :is(th, td) { padding: 0.2em 0.7em; text-align: right; vertical-align: top; border: 1px solid #8886; }
.harmonies .pad [scope="row"] { text-align: left; }
.harmonies .pad :is(.landscapes, .animals, .total) > * { font-weight: bold; }
.harmonies ul { list-style: none; margin: 0; padding: 0; }
.harmonies .pad li { display: flex; gap: 0.6em; justify-content: space-between; }
.harmonies .pad .what { flex: 1; text-align: left; }
.harmonies .why :is(th, td) { text-align: left; vertical-align: top; padding: 0.1em 0.6em; }
.harmonies .heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
</style>"""


def scores_markup(record: ScoredRecord, *, solo: bool) -> str:
    """Return the pad of a record with remarks, and the reasons to unfold."""
    return _framed(record, _scores(record, solo))


def verdict_markup(record: VerifiedRecord, words: str, *, solo: bool) -> str:
    """Return the verdict on a record, what is wrong with it, and the pad."""
    faults = "".join(f"<li><b>{fault.code}</b> {escape(fault.message)}</li>" for fault in record.violations)
    problems = html_parts.problems(record) if record.problems else ""
    return _framed(record, f"<p>{escape(words)}</p><ul>{faults}</ul>{problems}{_scores(record, solo)}")


def _framed(record: ScoredRecord, inside: str) -> str:
    name = escape(record.id or file_place(record.source, record.line))
    return f'{_STYLE}<div class="harmonies"><p><b>{name}</b></p>{inside}</div>'


def _scores(record: ScoredRecord, solo: bool) -> str:
    if not record.players:
        return ""
    number = f"harmonies-{next(_numbers)}"
    table = html_parts.pad_table(record.players, pad(record, solo=solo), number)
    why = [(sheet, reasons(sheet)) for sheet in record.players if sheet.items]
    said = html_parts.remarks(remarks(record, solo=solo, show=html_parts.name))
    return f'<div id="{number}">{table}{said}{html_parts.explanation(why, is_open=False) if why else ""}</div>'
