"""Scored records as Markdown, with the tables of GitHub's flavour, and as CSV, a line for each player."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.formats import Extras, Options, Writer
from harmonies_cli.report.phrases import file_place, heading_of, record_place
from harmonies_cli.report.scoresheets.pad import Entry, pad
from harmonies_cli.report.scoresheets.pad_notes import reasons, remarks, score_words, sheets_with_reasons
from harmonies_cli.rules.scoring.scoresheet import ROWS, Scoresheet
from harmonies_cli.safe_text import cell, printable, safe

__all__ = ["COLUMNS", "CsvWriter", "MarkdownWriter", "escape_markdown"]

_SIGNS = re.compile(r"([\\`*_\[\]<>|~&#!$@]|(?<=:)/(?=/)|(?<=www)\.)", re.IGNORECASE)
_FIRST_SIGNS = re.compile(r"^(\d*)([-+.)])")
_SUMS = frozenset(("landscapes", "animals", "total"))


def escape_markdown(text: str) -> str:
    """Return a text on one line, escaped so nothing in it acts as Markdown, HTML or a link."""
    return _SIGNS.sub(r"\\\1", printable(text))


class MarkdownWriter(Writer):
    """Writes a section for each record."""

    def begin(self) -> None:
        """Write the title."""
        self._write(b"# Harmonies scoresheets\n")

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the bytes of a record."""
        text = "\n".join(_section(record, self._options.explain, solo))
        return f"\n{text}\n".encode("utf-8", "replace")


def _section(record: ScoredRecord, explain: bool, solo: bool) -> Iterator[str]:
    name = f" ({escape_markdown(record.id)})" if record.id else ""
    yield f"## {escape_markdown(file_place(record.source, record.line))}{name}"
    if record.kind:
        yield f"\n{record.kind.capitalize()}{f', side {record.side}' if record.side else ''}"
    if record.problems:
        yield ""
    for problem in record.problems:
        yield from _problem(record, problem)
    if record.players:
        yield ""
        yield from _pad(record, solo)
    sentences = remarks(record, solo=solo, show=escape_markdown)
    if sentences:
        yield ""
        # A name at the beginning must not start a list.
        yield from ("- " + _FIRST_SIGNS.sub(r"\1\\\2", sentence) for sentence in sentences)
    if explain:
        for sheet in sheets_with_reasons(record.players):
            yield from _reasons(sheet)


def _pad(record: ScoredRecord, solo: bool) -> Iterator[str]:
    yield _row(["", *(heading_of(sheet, escape_markdown) for sheet in record.players)])
    yield _row(["---", *("---:" for _ in record.players)])
    for group in pad(record, solo=solo):
        for row in group:
            cells = ["<br>".join(map(_entry, lines)) for lines in row.entries]
            yield _row(f"**{text}**" if row.row in _SUMS else text for text in (row.label, *cells))


def _entry(entry: Entry) -> str:
    what = " ".join(filter(None, (entry.what, entry.cubes)))
    return f"{what}: {entry.number}" if what else entry.number


def _reasons(sheet: Scoresheet) -> Iterator[str]:
    yield f"\n### Why {heading_of(sheet, escape_markdown)} scores {score_words(sheet)}\n"
    yield _row(("Row", "Points", "Spaces", "Why"))
    yield _row(("---", "---:", "---", "---"))
    for row in reasons(sheet):
        for reason in row.reasons:
            yield _row((row.row.capitalize(), str(reason.points), " ".join(reason.spaces), reason.why))


def _problem(record: ScoredRecord, problem: Problem) -> Iterator[str]:
    first, *quoted = problem.message.split("\n")
    where = record_place(problem)
    place = escape_markdown(file_place(record.source, record.line, problem)) + (
        f" ({escape_markdown(where)})" if where else ""
    )
    hint = f" *Hint:* {escape_markdown(problem.hint)}" if problem.hint else ""
    yield f"- {place}: **{problem.code}** {escape_markdown(first)}{hint}"
    if quoted:
        fence = "`" * (3 + max(map(len, re.findall("`+", problem.message)), default=0))
        yield from ("", f"  {fence}text", *(f"  {safe(line)}" for line in quoted), f"  {fence}")


def _row(cells: Sequence[str] | Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


COLUMNS = (
    "source",
    "line",
    "id",
    "side",
    "player",
    "name",
    *ROWS,
    "rank",
    "winner",
    "suns",
    "problems",
    "finished",
    "not_final",
)
"""The columns, in order; unknown values are empty."""

_WORD_FOR = {True: "true", False: "false", None: None}
_NO_PLAYER = (None,) * (len(COLUMNS) - 7)


class CsvWriter(Writer):
    """Writes a heading and a line for each player.

    Parameters
    ----------
    write
        Takes the bytes, which are UTF-8.
    options
        The dialect; the rest is always written in full.
    """

    def __init__(self, write: Callable[[bytes], object], options: Options) -> None:
        super().__init__(write, options)
        self._lines: list[bytes] = []
        self._mark = options.csv.mark
        lines = _Encoded(self._lines.append)
        self._row = csv.writer(lines, delimiter=options.csv.delimiter, lineterminator="\n").writerow

    def begin(self) -> None:
        """Write the heading."""
        self._row(COLUMNS)
        self._write(self._mark + self._take())

    def encode_record(self, record: ScoredRecord, *, solo: bool = False, extras: Extras | None = None) -> bytes:
        """Return the lines of a record."""
        problems = ";".join(dict.fromkeys([problem.code for problem in record.problems])) if record.problems else None
        source = cell(record.source)
        number = None if record.id is None else cell(record.id)
        why = f"not final: {record.not_final}" if isinstance(record.not_final, str) else None
        for sheet in record.players:
            self._row(
                (
                    source,
                    record.line,
                    number,
                    record.side,
                    sheet.player,
                    cell(sheet.name),
                    sheet.trees,
                    sheet.mountains,
                    sheet.fields,
                    sheet.buildings,
                    sheet.water,
                    sheet.landscapes,
                    sheet.animals,
                    sheet.spirit,
                    sheet.total,
                    sheet.rank,
                    _WORD_FOR[sheet.winner],
                    sheet.suns,
                    problems,
                    _WORD_FOR[record.finished],
                    why,
                )
            )
        if not record.players:
            self._row((source, record.line, number, record.side, *_NO_PLAYER, problems, None, None))
        return self._take()

    def _take(self) -> bytes:
        lines = b"".join(self._lines)
        self._lines.clear()
        return lines


class _Encoded:
    """The file that the csv module writes to, a line at a time."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write = write

    def write(self, line: str) -> object:
        return self._write(line.encode("utf-8", "replace"))
