"""``harmonies samples``."""

from __future__ import annotations

from pathlib import Path

import click

from harmonies_cli.plurals import count_of
from harmonies_cli.safe_text import printable
from harmonies_cli.sample_records import copy_samples

__all__ = ["samples"]


@click.command(
    help="""Copy the sample records to DIR: boards, games, files from Board Game Arena, and records with faults.

    The tutorials use them. DIR is created if missing; nothing in it is overwritten.
    """,
)
@click.argument("folder", metavar="DIR", type=click.Path())
def samples(folder: str) -> int:
    """Run ``harmonies samples``."""
    files = copy_samples(Path(folder))
    click.echo(f"{count_of(len(files), 'file')} written to {printable(folder)}; harmonies score {printable(folder)}")
    return 0
