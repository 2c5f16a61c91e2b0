"""The outcome of an export: how many records count, which are left out, and why."""

from __future__ import annotations

import csv
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from harmonies_cli.csv_dialects import PLAIN_CSV, CsvDialect
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import replacing
from harmonies_cli.records.files.paths import printable
from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.records.problems import Problem
from harmonies_cli.rules.replay.faults import Violation
from harmonies_cli.safe_text import cell

__all__ = ["SAME_GAME", "ExportSummary", "RejectedRecord", "rejection", "write_rejection_list"]


SAME_GAME = "same-game"
"""Code of a record superseded by another record of the same game."""
_LONGEST = 1000
"""The most characters to keep of a text, because some have millions."""


class RejectedRecord(NamedTuple):
    """A record left out.

    Attributes
    ----------
    source, line, id
        Which record it is.
    verdict
        ``illegal``, ``invalid``, or ``lost`` for records that could not be processed.
    code
        Code of the first fault.
    faults
        Number of faults found.
    place
        JSON pointer to the first fault.
    message
        The first fault in words.
    """

    source: str
    line: int | None
    id: str | None
    verdict: str
    code: str
    faults: int
    place: str
    message: str


def rejection(found: VerifiedRecord) -> RejectedRecord:
    """Return the reason to leave out a record that is not legal."""
    faults: list[Problem | Violation] = [*found.problems, *found.violations]
    first = faults[0]
    message = first.sentence if isinstance(first, Problem) else first.message
    return RejectedRecord(
        found.source, found.line, found.id, found.verdict, first.code, len(faults), first.pointer, message
    )


def write_rejection_list(
    path: Path,
    rejected: Iterable[RejectedRecord],
    same_games: Collection[RejectedRecord] = (),
    *,
    keep: bool,
    dialect: CsvDialect = PLAIN_CSV,
) -> None:
    """Write the list of records left out as CSV; no file if there are none.

    Parameters
    ----------
    path
        The file.
    rejected
        The records; foreign texts are made harmless, see `safe_text.cell`.
    same_games
        Further records; there may be many.
    keep
        Whether to keep records already listed; those with the code `SAME_GAME` are always replaced.
    dialect
        The CSV dialect of the list; kept records must be in the default dialect.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    rows = {tuple(_cells(record)): None for record in rejected}
    try:
        if keep and path.exists():
            rows = dict.fromkeys(_rows_of(path)) | rows
        if not rows and not same_games:
            path.unlink(missing_ok=True)
            return
        with replacing(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="") as file:
            file.write(dialect.mark.decode())
            writer = csv.writer(file, delimiter=dialect.delimiter, lineterminator="\n")
            writer.writerow(RejectedRecord._fields)
            writer.writerows(rows)
            writer.writerows(map(_cells, same_games))
    except (OSError, csv.Error) as error:
        raise UsageError(f"cannot write {printable(path)}: {error}") from None


def _rows_of(path: Path) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a list without those of the same games; older versions wrote fields of any length."""
    code = RejectedRecord._fields.index("code")
    limit = csv.field_size_limit(sys.maxsize)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            for row in islice(csv.reader(file), 1, None):
                if len(row) > code and row[code] != SAME_GAME:
                    yield tuple(row)
    finally:
        csv.field_size_limit(limit)


def _cells(record: RejectedRecord) -> Iterator[str]:
    for value in record:
        yield cell(_shorten(value)) if isinstance(value, str) else "" if value is None else str(value)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


@dataclass(slots=True)
class ExportSummary:
    """The records read, and what became of them; the numbers add up.

    Attributes
    ----------
    records
        Records read.
    added
        New legal records that count.
    known
        Legal records already in the data set.
    repeated
        Records that occur earlier in the input.
    same
        New legal records superseded by a fuller record of the same game.
    replaced
        Records that counted before this run and are now superseded by fuller ones.
    rejected
        Records that are not legal, in the order of the input.
    lost
        Chunks whose records could not be processed.
    same_games
        All records in the sink that a fuller one supersedes; these are not findings.
    disagreements
        Messages about tables of the site recorded with different final boards, and about records that may be of one
        game but lack a date.
    notes
        Remarks on logged plays, each with its place.
    """

    records: int = 0
    added: int = 0
    known: int = 0
    repeated: int = 0
    same: int = 0
    replaced: int = 0
    rejected: list[RejectedRecord] = field(default_factory=list)
    lost: list[RejectedRecord] = field(default_factory=list)
    same_games: Collection[RejectedRecord] = ()
    disagreements: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
