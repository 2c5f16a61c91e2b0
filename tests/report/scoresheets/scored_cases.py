"""The scored records of tests/data/report, and how each stored report is made from them.

Run as a program, it rewrites the stored reports; read the diff before you commit it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import FORMATS, Extras, Options, writer
from harmonies_cli.report.terminal import Terminal

DATA = Path(__file__).parents[2] / "data" / "report"


class Case(msgspec.Struct):
    case: str
    solo: bool
    record: ScoredRecord


CASES = [msgspec.json.decode(line, type=Case) for line in (DATA / "records.jsonl").read_bytes().splitlines()]

FEW = [
    case
    for case in CASES
    if case.case.startswith(("one player", "solo with suns", "rule sets differ", "formula", "not readable"))
]

REPORTS = {
    "text-80.txt": ("text", Options(), CASES),
    "text-40-ascii.txt": ("text", Options(terminal=Terminal(width=40, unicode=False, encoding="ascii")), CASES),
    "text-120.txt": ("text", Options(terminal=Terminal(width=120)), CASES),
    "text-explained.txt": ("text", Options(explain=True), FEW),
    "text-colour.txt": ("text", Options(explain=True, terminal=Terminal(colour=True)), FEW),
    "records.json": ("json", Options(), FEW),
    "records.csv": ("csv", Options(), CASES),
    "records.md": ("markdown", Options(), CASES),
    "explained.md": ("markdown", Options(explain=True), FEW),
    "page.html": ("html", Options(), FEW),
}

STREAMED = [name for name, form in FORMATS.items() if not form.is_binary]
"""Text formats, which are written record by record; a workbook is written at the end."""


def written(form: str, options: Options, cases: list[Case] = CASES, drawing: str = "") -> bytes:
    """Return the report of cases in a format."""
    pieces: list[bytes] = []
    out = writer(form, pieces.append, options)
    out.begin()
    for case in cases:
        out.add(case.record, solo=case.solo, extras=Extras(lambda: drawing) if drawing else None)
    out.end()
    return b"".join(pieces)


if __name__ == "__main__":
    for name, (form, options, cases) in REPORTS.items():
        (DATA / name).write_bytes(written(form, options, cases))
