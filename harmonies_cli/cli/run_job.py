"""The work of a command on its files: by this process for a few records, by many workers for many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

from harmonies_cli.records.files.paths import CHUNK_BYTES, bytes_of, check_paths
from harmonies_cli.records.files.sources import iter_documents
from harmonies_cli.records.jobs import RecordJob, RecordOutput

__all__ = ["jobs_option", "scheduler_option", "tell", "wait_option", "working"]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

jobs_option: Decorator = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes; by default one for each core. The results are the same for any number.",
)
scheduler_option: Decorator = click.option(
    "--scheduler",
    metavar="ADDRESS",
    envvar="DASK_SCHEDULER_ADDRESS",
    show_envvar=True,
    help="Work on the cluster of this dask scheduler; see docs/cluster.md.",
)
wait_option: Decorator = click.option(
    "--wait", is_flag=True, help="If another process is writing the output, wait until it has ended."
)


def tell(line: str) -> None:
    """Say something on standard error."""
    click.echo(line, err=True)


@contextmanager
def working(
    work: RecordJob,
    files: Sequence[str],
    *,
    label: str,
    jobs: int | None = None,
    scheduler: str | None = None,
    output: str | None = None,
    in_chunks: bool = True,
) -> Iterator[Iterator[RecordOutput]]:
    """Give the pieces of the output; what they say on standard error is said when each is reached.

    Parameters
    ----------
    work
        What is done with the records.
    files
        Where they are.
    label
        What is going on, for the progress bar.
    jobs, scheduler
        See `batch.workers.workers`.
    output
        Where the output goes. There is no bar where it shows itself how far it has come.
    in_chunks
        Whether the records can be worked on apart from each other.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable, or a cluster cannot be used.
    """
    check_paths(files)
    size = bytes_of(files)
    if not in_chunks or (size is not None and size <= CHUNK_BYTES):
        yield _said(work(iter_documents(files)), lambda lines: click.echo(lines, err=True, nl=False))
        return
    # A few records are done before these are loaded.
    from harmonies_cli.batch.executor import workers
    from harmonies_cli.batch.parallel import pieces_of
    from harmonies_cli.batch.progress import progress

    shows_itself = output in (None, "-") and sys.stdout is not None and sys.stdout.isatty()
    with workers(jobs, scheduler, size) as (number, make_pool), progress(label, None if shows_itself else size) as bar:
        yield _said(pieces_of(work, files, jobs=number, make_pool=make_pool, advance=bar), bar.tell)


def _said(pieces: Iterator[RecordOutput], tell: Callable[[str], object]) -> Iterator[RecordOutput]:
    for piece in pieces:
        if piece.said:
            tell(piece.said)
        yield piece
