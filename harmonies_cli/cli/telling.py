"""What commands say on standard error about a record."""

from __future__ import annotations

import click

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.display import printable
from harmonies_cli.report.problem_place import file_place

__all__ = ["tell_violation"]


def tell_violation(record: VerifiedRecord) -> None:
    """Say that a game breaks off, and where; problems of a record stand in the results themselves."""
    for violation in record.violations[:1]:
        place = printable(file_place(record.source, record.line))
        game = f" game {printable(record.id)}" if record.id else ""
        where = f" at turn {violation.turn}" if violation.turn else " at the start" if violation.turn == 0 else ""
        where += f", action {violation.action}" if violation.action else ""
        message = f"{place}:{game} illegal{where} ({violation.code}): {printable(violation.message)}"
        click.echo(f"{message}; scored up to there", err=True)
