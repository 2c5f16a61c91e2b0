"""What commands say on standard error about a record."""

from __future__ import annotations

import click

from harmonies_cli.records.outcome import VerifiedRecord
from harmonies_cli.report.violation_line import violation_line

__all__ = ["tell_violation"]


def tell_violation(record: VerifiedRecord) -> None:
    """Say that a game breaks off, and where; problems of a record stand in the results themselves."""
    click.echo(violation_line(record), err=True, nl=False)
