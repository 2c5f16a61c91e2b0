"""Scores records and writes their scoresheets; as text: the pad, remarks on it, the reasons, and the problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

import msgspec
from msgspec import UnsetType

from harmonies_cli.records.assess import assess
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput
from harmonies_cli.records.notation import is_solo
from harmonies_cli.records.outcome import AssessOptions, ScoredRecord, VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.records.reader import Reading, ReadOptions, read_document
from harmonies_cli.records.user_choice import number_of_turns
from harmonies_cli.report.formats import FORMATS, Extras, Options, Writer, writer
from harmonies_cli.report.phrases import file_place, heading_of, note_lines, record_place, violation_line
from harmonies_cli.report.scoresheets.pad import text_pad
from harmonies_cli.report.scoresheets.pad_notes import Reason, reasons, remarks, score_words, sheets_with_reasons
from harmonies_cli.report.terminal import Terminal
from harmonies_cli.report.text_layout import encode_for, in_ascii, on_terminal, prose_width, wrap_lines
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable, safe

__all__ = ["ScoreJob", "TextWriter", "problem_lines", "record_lines"]


class ScoreJob(msgspec.Struct, frozen=True):
    """Scores records, one after another.

    Attributes
    ----------
    how
        How to assess them.
    reading
        How to read them.
    form
        The format, one of `formats.FORMATS`. Sections of ``html`` are numbered, so one call must make them all.
    options
        What to write.
    player
        Name or number of the only player to show.
    """

    how: AssessOptions
    reading: ReadOptions
    form: str = "text"
    options: Options = Options()
    player: str | None = None

    @property
    def separator(self) -> bytes:
        """What separates two records."""
        return writer(self.form, bytes, self.options).separator

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        """Yield a piece for each record; it counts ``faulty`` ones, and those with the ``player`` and the ``turn``."""
        encoded = writer(self.form, bytes, self.options).encode_record
        for document in documents:
            reading = read_document(document, self.reading)
            record = assess(reading, self.how)
            counts = {} if record.verdict == "legal" else {"faulty": 1}
            extras = None
            if self.form == "html" and record.players:
                extras = Extras(
                    partial(_boards, reading, record, self.how), partial(_share_markup, reading, record, self.how)
                )
            if self.player is not None:
                from harmonies_cli.records.user_choice import choose_players

                chosen = choose_players({sheet.player: sheet.name for sheet in record.players}, self.player)
                record.players = [sheet for sheet in record.players if sheet.player in chosen]
            if record.players:
                counts["player"] = 1
            if self.how.turn is not None and self.how.turn <= number_of_turns(reading.record):
                counts["turn"] = 1
            messages = violation_line(record) + note_lines(reading)
            shown = record.as_scored() if FORMATS[self.form].with_items else record
            solo = reading.record is not None and is_solo(reading.record)
            yield RecordOutput(encoded(shown, solo=solo, extras=extras), messages, counts)


def _boards(reading: Reading, record: VerifiedRecord, how: AssessOptions) -> str:
    from harmonies_cli.report.picture.board_picture import pictures
    from harmonies_cli.report.picture.board_svg import boards_svg

    shown = {sheet.player for sheet in record.players}
    boards = pictures(reading, record, side=how.side, turn=how.turn)
    # One drawing per player: the page lays them out, one below another on a phone.
    return "".join(boards_svg([board]) for board in boards if board.player in shown)


def _share_markup(reading: Reading, record: VerifiedRecord, how: AssessOptions, with_picture: bool) -> str:
    from harmonies_cli.report.sharing.shared_result import share_buttons

    return share_buttons(reading, record, side=how.side, with_picture=with_picture)


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
    sentences = remarks(record, solo=solo, show=show)
    if sentences:
        yield ""
    for sentence in sentences:
        yield from _wrap(sentence, terminal, then="  ")
    if explain:
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
