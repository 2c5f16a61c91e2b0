"""The markup of the page of scoresheets; every text in it is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.phrases import file_place, heading_of, record_place
from harmonies_cli.report.scoresheets.pad import Entry, PadRow
from harmonies_cli.report.scoresheets.reasons import Reason, RowReasons, score_words
from harmonies_cli.rules.scoring.scoresheet import Scoresheet
from harmonies_cli.safe_text import printable, safe

__all__ = [
    "boards",
    "explanation",
    "foot",
    "head",
    "name",
    "pad_and_boards",
    "pad_table",
    "problems",
    "remarks",
    "section_foot",
    "section_head",
]

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Harmonies scoresheets</title>
<style>
{style}</style>
</head>
<body>
<h1>Harmonies scoresheets</h1>
<main>
"""


def head() -> str:
    """Return everything before the first record."""
    return _HEAD.format(style=(files("harmonies_cli.report") / "page.css").read_text(encoding="utf-8"))


def foot(records: int) -> str:
    """Return everything after the last record."""
    nothing = "" if records else "<p>No records.</p>\n"
    return f"{nothing}</main>\n</body>\n</html>\n"


def name(text: str) -> str:
    """Return a name, kept apart from the direction of the text around it."""
    return f"<bdi>{_text(text)}</bdi>"


def section_head(record: ScoredRecord, number: str) -> str:
    """Return the beginning of a record's section, with its heading."""
    called = f" <small>{name(record.id)}</small>" if record.id else ""
    side = f", side {record.side}" if record.side else ""
    about = f"{record.kind.capitalize()}{side}" if record.kind else "Not readable"
    return (
        f'<section aria-labelledby="{number}">\n'
        f'<h2 id="{number}">{name(file_place(record.source, record.line))}{called}</h2>\n'
        f'<p class="about">{about}</p>\n'
    )


def section_foot() -> str:
    """Return the end of a record's section."""
    return "</section>\n"


def problems(record: ScoredRecord) -> str:
    """Return the list of a record's problems."""
    items = "".join(_problem(record, problem) for problem in record.problems)
    return f'<h3>Problems</h3>\n<ul class="problems">\n{items}</ul>\n'


def _problem(record: ScoredRecord, problem: Problem) -> str:
    first, *quoted = problem.message.split("\n")
    place = ", ".join(filter(None, (file_place(record.source, record.line, problem), record_place(problem))))
    excerpt = "\n".join(map(safe, quoted))
    return (
        f"<li><p><strong>{_text(problem.code)}</strong> {_text(first)}</p>"
        + (f"<pre>{escape(excerpt)}</pre>" if quoted else "")
        + (f'<p class="hint">{_text(problem.hint)}</p>' if problem.hint else "")
        + f'<p class="place">{_text(place)}</p></li>\n'
    )


def pad_and_boards(pad: str, drawings: str) -> str:
    """Return the pad with the drawings of the boards beside it, both markup already."""
    return f'<div class="sheet">\n{pad}{drawings}</div>\n'


def pad_table(sheets: Sequence[Scoresheet], groups: Sequence[Sequence[PadRow]], number: str) -> str:
    """Return the pad."""
    names = "".join(f'<th scope="col">{heading_of(sheet, name)}</th>' for sheet in sheets)
    bodies = "".join(f"<tbody>\n{''.join(map(_row, rows))}</tbody>\n" for rows in groups)
    # A wide table scrolls by itself on a narrow screen, from the keyboard too.
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-labelledby="{number}">\n<table class="pad">\n'
        f"<thead>\n<tr><td></td>{names}</tr>\n</thead>\n{bodies}</table>\n</div>\n"
    )


def _row(row: PadRow) -> str:
    cells = "".join(f"<td>{_entries(entries)}</td>" for entries in row.entries)
    return f'<tr class="{row.row}"><th scope="row">{row.label}</th>{cells}</tr>\n'


def _entries(entries: Sequence[Entry]) -> str:
    if not entries[0].what:
        return entries[0].number
    return "<ul>" + "".join(map(_entry, entries)) + "</ul>"


def _entry(entry: Entry) -> str:
    cubes = f' <span class="cubes">{entry.cubes}<span class="heard"> cubes</span></span>' if entry.cubes else ""
    return f'<li><span class="what">{entry.what}</span>{cubes} <b>{entry.number}</b></li>'


def remarks(sentences: Sequence[str]) -> str:
    """Return remarks, which are markup already."""
    items = "".join(f"<li>{sentence}</li>\n" for sentence in sentences)
    return f'<ul class="remarks">\n{items}</ul>\n' if items else ""


def boards(svg: str) -> str:
    """Return the boards' drawings, which are markup already."""
    return f'<figure class="boards">\n{svg}</figure>\n'


def explanation(players: Sequence[tuple[Scoresheet, Sequence[RowReasons]]], *, is_open: bool) -> str:
    """Return the reasons of all players, folded away or not."""
    tables = "".join(_reasons(sheet, rows) for sheet, rows in players)
    state = " open" if is_open else ""
    return f'<details{state}>\n<summary>Why each item scores</summary>\n<div class="why">\n{tables}</div>\n</details>\n'


def _reasons(sheet: Scoresheet, rows: Sequence[RowReasons]) -> str:
    bodies = "".join(map(_row_reasons, rows))
    return (
        f"<table>\n<caption>{heading_of(sheet, name)}: {score_words(sheet)}</caption>\n"
        '<thead>\n<tr><th scope="col">Points</th><th scope="col">Spaces</th><th scope="col">Why</th></tr>\n</thead>\n'
        f"{bodies}</table>\n"
    )


def _row_reasons(row: RowReasons) -> str:
    lines = "".join(map(_reason, row.reasons))
    heading = f'<th scope="rowgroup" colspan="3">{row.row.capitalize()} {row.points}</th>'
    return f'<tbody class="{row.row}">\n<tr>{heading}</tr>\n{lines}</tbody>\n'


def _reason(reason: Reason) -> str:
    spaces = f"<td>{' '.join(reason.spaces)}</td><td>" if reason.spaces else '<td colspan="2">'
    return f"<tr><td>{reason.points}</td>{spaces}{_text(reason.why)}</td></tr>\n"


def _text(text: str) -> str:
    return escape(printable(text))
