"""Scored records as text: the pad, remarks on it, the reasons, and the problems."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from msgspec import UnsetType

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.formats import Extras, Writer
from harmonies_cli.report.phrases import file_place, heading_of, record_place
from harmonies_cli.report.scoresheets.pad import text_pad
from harmonies_cli.report.scoresheets.remarks import remarks
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import encode_for, in_ascii, on_terminal, prose_width, wrap_lines
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable, safe

if TYPE_CHECKING:
    from harmonies_cli.report.scoresheets.reasons import Reason

__all__ = ["TextWriter", "problem_lines", "record_lines"]


class TextWriter(Writer):
    """Writes records one below another, with a blank line between."""

    separator = b"\n"

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        terminal = self._options.terminal
        lines = record_lines(record, terminal, explain=self._options.explain, solo=solo)
        return encode_for("".join(f"{line.rstrip()}\n" for line in lines), terminal.encoding)


def record_lines(
    record: ScoredRecord, terminal: Terminal, *, explain: bool = False, solo: bool = False
) -> Iterator[str]:
    """Yield the lines about a record.

    Parameters
    ----------
    record
        The record.
    terminal
        What the output can show.
    explain
        Whether to give the reasons.
    solo
        Whether it was a solo game.
    """
    show = partial(_for_terminal, terminal=terminal)
    yield terminal.paint(show(_title(record)))
    if record.kind:
        final = "" if isinstance(record.not_final, UnsetType) else ", not final"
        yield f"{record.kind.capitalize()}{f', side {record.side}' if record.side else ''}{final}"
    for problem in record.problems:
        yield ""
        yield from problem_lines(record, problem, terminal)
    if record.players:
        yield ""
        yield from text_pad(record, terminal, solo=solo)
    said = remarks(record, solo=solo, show=show)
    if said:
        yield ""
    for sentence in said:
        yield from _wrap(sentence, terminal, then="  ")
    if explain:
        # Most runs need no reasons, and start faster without this import.
        from harmonies_cli.report.scoresheets.reasons import sheets_with_reasons

        for sheet in sheets_with_reasons(record.players):
            yield ""
            yield from _reason_lines(sheet, terminal)


def problem_lines(record: ScoredRecord, problem: Problem, terminal: Terminal) -> Iterator[str]:
    """Yield the lines about a problem: place and code, message, place in the record, remedy."""
    show = partial(_for_terminal, terminal=terminal)
    place = show(file_place(record.source, record.line, problem))
    yield f"{place}: {terminal.paint(problem.code, 'fault')}"
    first, *quoted = problem.message.split("\n")
    yield from _wrap(show(first), terminal, "  ")
    # Do not wrap the lines after the first: they are an excerpt of the file with a mark under a column.
    for line in quoted:
        shown = safe(line)
        yield "  " + (shown if terminal.unicode else in_ascii(shown))
    where = record_place(problem)
    if where:
        yield from _wrap(f"at {show(where)}", terminal, "  ")
    if problem.hint:
        for line in _wrap(f"hint: {show(problem.hint)}", terminal, "  "):
            yield terminal.paint(line, "hint")


def _title(record: ScoredRecord) -> str:
    place = file_place(record.source, record.line)
    return f"{place} ({record.id})" if record.id else place


def _reason_lines(sheet: Scoresheet, terminal: Terminal) -> Iterator[str]:
    from harmonies_cli.report.scoresheets.reasons import reasons, score_words

    name = _for_terminal(heading_of(sheet), terminal)
    for line in _wrap(f"Why {name} scores {score_words(sheet)}", terminal):
        yield terminal.paint(line)
    for row in reasons(sheet):
        label = row.row.capitalize()
        # A painted label has a coloured blank on both sides.
        head = f" {terminal.paint(f' {label} ', row.row)}" if terminal.colour else f"  {label}"
        yield f"{head} {row.points}"
        width = max(len(str(reason.points)) for reason in row.reasons)
        for reason in row.reasons:
            yield from _wrap(_reason_line(reason), terminal, f"    {reason.points:>{width}}  ")


def _reason_line(reason: Reason) -> str:
    return f"{' '.join(reason.spaces)}: {reason.why}" if reason.spaces else reason.why


def _wrap(text: str, terminal: Terminal, first: str = "", then: str | None = None) -> list[str]:
    return wrap_lines(text, prose_width(terminal), first, then)


def _for_terminal(text: str, terminal: Terminal) -> str:
    return on_terminal(printable(text), unicode=terminal.unicode)
