"""The work of a command on its files: in this process for a few records, by many workers for many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

import click

from harmonies_cli.records.files.paths import CHUNK_BYTES, bytes_of, check_paths
from harmonies_cli.records.files.record_output import RecordJob, RecordOutput
from harmonies_cli.records.files.sources import iter_documents
from harmonies_cli.report.terminal import is_terminal

if TYPE_CHECKING:
    from harmonies_cli.batch.executor import Workers

__all__ = ["command_workers", "jobs_option", "run_job", "scheduler_option", "tell", "wait_option"]

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

jobs_option: Decorator = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of processes; by default one for each core. It does not change the results.",
)
_address_option: Decorator = click.option(
    "--scheduler",
    metavar="ADDRESS",
    envvar="DASK_SCHEDULER_ADDRESS",
    show_envvar=True,
    help="Run on the cluster of this Dask scheduler; see docs/cluster.md.",
)
_VERBOSE = "harmonies_cli.verbose"


def _note_verbose(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[_VERBOSE] = value


def scheduler_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--scheduler`` to a command, and ``--verbose`` for the log of its library."""
    verbose = click.option(
        "--verbose", is_flag=True, expose_value=False, callback=_note_verbose, help="With --scheduler: show Dask's log."
    )
    decorated: Callable[..., Any] = _address_option(verbose(command))
    return decorated


def command_workers(
    jobs: int | None, scheduler: str | None, size: int | None = None
) -> AbstractContextManager[Workers]:
    """Return the workers of a command; see `batch.executor.workers`."""
    from harmonies_cli.batch.executor import workers

    ctx = click.get_current_context()
    return workers(
        jobs,
        scheduler,
        size,
        tell=tell,
        verbose=ctx.meta.get(_VERBOSE, False),
    )


wait_option: Decorator = click.option(
    "--wait", is_flag=True, help="If another process is writing the output, wait for it to end."
)


def tell(line: str) -> None:
    """Print a message on standard error."""
    click.echo(line, err=True)


@contextmanager
def run_job(
    work: RecordJob,
    files: Sequence[str],
    *,
    label: str,
    jobs: int | None = None,
    scheduler: str | None = None,
    output: str | None = None,
    in_chunks: bool = True,
) -> Iterator[Iterator[RecordOutput]]:
    """Yield the output in order; print each part's messages when it is reached.

    Parameters
    ----------
    work
        The work on the records.
    files
        Their files.
    label
        The name of the work, for the progress bar.
    jobs, scheduler
        See `batch.executor.workers`.
    output
        The output; there is no bar if the output itself shows the progress.
    in_chunks
        Whether the records can be processed independently.

    Raises
    ------
    UsageError
        Immediately, if a path is missing or not readable, or a cluster cannot be used.
    """
    check_paths(files)
    size = bytes_of(files)
    if not in_chunks or (size is not None and size <= CHUNK_BYTES):
        yield _with_notes(work(iter_documents(files)), lambda lines: click.echo(lines, err=True, nl=False))
        return
    # A few records take less time than loading these modules.
    from harmonies_cli.batch.parallel import pieces_of
    from harmonies_cli.cli.live_terminal import progress

    shows_itself = output in (None, "-") and is_terminal(sys.stdout)
    with (
        command_workers(jobs, scheduler, size) as (number, make_pool),
        progress(label, None if shows_itself else size) as bar,
    ):
        yield _with_notes(pieces_of(work, files, jobs=number, make_pool=make_pool, advance=bar), bar.tell)


def _with_notes(pieces: Iterator[RecordOutput], tell: Callable[[str], object]) -> Iterator[RecordOutput]:
    for piece in pieces:
        if piece.messages:
            tell(piece.messages)
        yield piece
