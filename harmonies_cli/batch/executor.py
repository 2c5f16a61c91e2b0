"""Executors for many chunks of work: processes on this machine, or the workers of a cluster."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from harmonies_cli.records.files.paths import CHUNK_BYTES

__all__ = ["LostChunk", "MakePool", "Workers", "map_chunks", "process_pool", "workers"]

_Chunk = TypeVar("_Chunk")
_Result = TypeVar("_Result")

MakePool = Callable[[int], Executor]
"""Makes an executor with a number of workers: one of `concurrent.futures`, or a cluster's."""

_AHEAD = 2
"""Chunks per worker that are in progress or waiting, so memory stays bounded."""
_MOST_PROCESSES = 512


class LostChunk(NamedTuple):
    """Stands in for a result: the chunk was tried twice, and its worker died or ran out of memory both times."""

    reason: str


def process_pool(jobs: int, function: Callable[..., Any] | None = None) -> Executor:
    """Return a pool of processes: copies of this one if it is safe to copy, else clean ones.

    Parameters
    ----------
    jobs
        Number of processes.
    function
        The function that `_call_given` calls; each process gets it once, not with every chunk.
    """
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A copy has everything already loaded, but a copy of a process with threads (numpy's, a notebook's) may hang.
    if _has_one_thread():
        method = "fork"
    else:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"

    class Pool(ProcessPoolExecutor):
        def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # starts processes
            with _without_script():
                return super().submit(call, *args, **kwargs)

    return Pool(jobs, multiprocessing.get_context(method), _serve_parent, (function,))


@contextmanager
def _without_script() -> Iterator[None]:
    """Keep new processes from running the user's script again, which may have no guard against that."""
    script = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = script


def _has_one_thread() -> bool:
    """Return whether this is certainly the only thread, including those of libraries; only Linux can tell."""
    tasks = Path("/proc/self/task")
    return sys.platform == "linux" and tasks.is_dir() and len(list(tasks.iterdir())) == 1


_given: Callable[..., Any] | None = None
"""The function of this worker process."""


def _call_given(chunk: Any) -> Any:
    assert _given is not None
    return _given(chunk)


def _serve_parent(function: Callable[..., Any] | None) -> None:
    """Leave interrupts to the parent, and end when it ends, even if it is killed."""
    global _given
    from threading import Thread

    _given = function

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a copy has the parent's handler
    try:
        Thread(target=_end_with_parent, daemon=True).start()
    except RuntimeError:  # out of memory: the chunk of the process is reported as lost
        os._exit(1)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def map_chunks(
    function: Callable[[_Chunk], _Result],
    chunks: Iterable[_Chunk],
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
) -> Generator[tuple[_Chunk, _Result | LostChunk], None, None]:
    """Yield each chunk with the result of a function, in order.

    Parameters
    ----------
    function
        The function: pure, and picklable unless there is only one job.
    chunks
        The chunks, taken as needed.
    jobs
        Number of workers; a single one works in this process, and there are at most 512 processes.
    make_pool
        Makes the pool that does the work.
    """
    if jobs == 1 and make_pool is process_pool:
        for chunk in chunks:
            yield chunk, function(chunk)
        return
    if make_pool is process_pool:
        jobs = min(jobs, _MOST_PROCESSES)
    pool, work = _pool(make_pool, jobs, function)
    under_way: deque[tuple[_Chunk, Future[_Result]]] = deque()
    source = iter(chunks)
    try:
        while True:
            while len(under_way) < jobs * _AHEAD:
                try:
                    chunk = next(source)
                except StopIteration:
                    break
                under_way.append((chunk, _submit(pool, work, chunk)))
            if not under_way:
                return
            chunk, future = under_way.popleft()
            try:
                result = future.result()
            except (BrokenExecutor, MemoryError):
                # The faulty chunk is unknown: try those in progress one at a time.
                suspects = [chunk, *(other for other, _ in under_way)]
                pool.shutdown(cancel_futures=True)
                under_way.clear()
                for suspect in suspects:
                    yield suspect, _retry(function, suspect, make_pool)
                pool, work = _pool(make_pool, jobs, function)
            else:
                yield chunk, result
    finally:
        # A program that ends while its pool is closing may print a traceback.
        pool.shutdown(cancel_futures=True)


def _pool(
    make_pool: MakePool, jobs: int, function: Callable[[_Chunk], _Result]
) -> tuple[Executor, Callable[[_Chunk], _Result]]:
    """Return a pool, and the function to submit to it."""
    if make_pool is process_pool:
        return process_pool(jobs, function), _call_given
    return make_pool(jobs), function


def _submit(pool: Executor, function: Callable[[_Chunk], _Result], chunk: _Chunk) -> Future[_Result]:
    try:
        return pool.submit(function, chunk)
    except BrokenExecutor as error:
        broken: Future[_Result] = Future()
        broken.set_exception(error)
        return broken


def _retry(function: Callable[[_Chunk], _Result], chunk: _Chunk, make_pool: MakePool) -> _Result | LostChunk:
    pool, work = _pool(make_pool, 1, function)
    with pool:
        try:
            return pool.submit(work, chunk).result()
        except MemoryError:
            return LostChunk("there is not enough memory for it")
        except BrokenExecutor:
            return LostChunk("the process that worked on it died, perhaps because memory ran out")


class Workers(NamedTuple):
    """The number of workers, and their place; see `executor.map_chunks`."""

    jobs: int
    make_pool: MakePool


@contextmanager
def workers(
    jobs: int | None = None,
    scheduler: str | None = None,
    size: int | None = None,
    *,
    tell: Callable[[str], object] = lambda line: None,
    verbose: bool = False,
) -> Iterator[Workers]:
    """Provide workers for chunks.

    Parameters
    ----------
    jobs
        Number of processes; by default one per core, or all workers of a cluster.
    scheduler
        Address of the scheduler of a cluster.
    size
        Approximate bytes of the input, if known: this process does a single chunk alone, because starting others would
        take longer.
    tell, verbose
        See `cluster.cluster`.

    Raises
    ------
    UsageError
        If a cluster cannot be used.
    """
    if size is not None and size <= CHUNK_BYTES:
        yield Workers(1, process_pool)
    elif scheduler is not None:
        from harmonies_cli.batch.cluster import cluster

        with cluster(scheduler, tell=tell, verbose=verbose) as found:
            yield Workers(jobs or found.threads, found.make_pool)
    else:
        yield Workers(jobs or _cores(), process_pool)


def _cores() -> int:
    """Return the number of cores that this process can use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
