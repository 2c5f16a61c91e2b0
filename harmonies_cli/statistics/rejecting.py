"""Records that are left out, and why."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import NamedTuple

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.report.csv_rows import cell
from harmonies_cli.rules.faults import Violation

__all__ = ["Rejected", "rejected_csv", "rejection"]


class Rejected(NamedTuple):
    """A record that is left out.

    Attributes
    ----------
    source, line, id
        Which record it is.
    verdict
        ``illegal``, ``invalid``, or ``lost`` for records that could not be worked on.
    code
        Code of the first fault.
    faults
        Number of faults found.
    place
        JSON pointer of the first one.
    message
        The first one in words.
    """

    source: str
    line: int | None
    id: str | None
    verdict: str
    code: str
    faults: int
    place: str
    message: str


def rejection(found: VerifiedRecord) -> Rejected:
    """Return why a record that is not legal is left out."""
    faults: list[Problem | Violation] = [*found.problems, *found.violations]
    first = faults[0]
    return Rejected(
        found.source, found.line, found.id, found.verdict, first.code, len(faults), first.pointer, first.message
    )


def rejected_csv(rejected: Iterable[Rejected]) -> str:
    """Return records left out as CSV with a heading; texts of their authors are made harmless."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Rejected._fields)
    for record in rejected:
        writer.writerow([cell(value) if isinstance(value, str) else value for value in record])
    return text.getvalue()
