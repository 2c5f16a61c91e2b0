"""Who works on the chunks: this process, a pool of processes, or a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from harmonies_cli.batch.executor import MakePool, process_pool
from harmonies_cli.records.sizes import CHUNK_BYTES

__all__ = ["Workers", "workers"]


class Workers(NamedTuple):
    """How many, and where; see `executor.map_chunks`."""

    jobs: int
    make_pool: MakePool


@contextmanager
def workers(jobs: int | None = None, scheduler: str | None = None, size: int | None = None) -> Iterator[Workers]:
    """Give those who work on chunks.

    Parameters
    ----------
    jobs
        Number of processes; by default one for each core, or what a cluster has.
    scheduler
        Address of the scheduler of a cluster.
    size
        About how many bytes there are to work on, if known: what is one chunk is done by this process alone, for to
        start others takes longer.

    Raises
    ------
    UsageError
        If a cluster cannot be used.
    """
    if size is not None and size <= CHUNK_BYTES:
        yield Workers(1, process_pool)
    elif scheduler is not None:
        from harmonies_cli.batch.cluster import cluster

        with cluster(scheduler) as found:
            yield Workers(jobs or found.threads, found.make_pool)
    else:
        yield Workers(jobs or _cores(), process_pool)


def _cores() -> int:
    """Return the number of cores that this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
