"""The line about a game that is scored up to where it breaks a rule."""

from __future__ import annotations

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.problem_place import file_place
from harmonies_cli.safe_text import printable

__all__ = ["violation_line"]


def violation_line(record: VerifiedRecord) -> str:
    """Say that a game breaks off, and where, with the line's end; problems of a record stand in the results themselves.

    Returns
    -------
    str
        The line; empty if no rule is broken.
    """
    if not record.violations:
        return ""
    violation = record.violations[0]
    place = printable(file_place(record.source, record.line))
    game = f" game {printable(record.id)}" if record.id else ""
    where = f" at turn {violation.turn}" if violation.turn else " at the start" if violation.turn == 0 else ""
    where += f", action {violation.action}" if violation.action else ""
    message = f"{place}:{game} illegal{where} ({violation.code}): {printable(violation.message)}"
    return f"{message}; scored up to there\n"
