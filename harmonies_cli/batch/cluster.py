"""Workers of a dask cluster behind the interface of `concurrent.futures`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from pickle import dumps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from harmonies_cli.batch.able_workers import AbleWorkers, Versions, versions_here
from harmonies_cli.errors import HarmoniesError, UsageError, install_command

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Cluster", "cluster"]

_Result = TypeVar("_Result")
_PATIENCE = 30
"""Seconds to wait for the scheduler, and for an able worker."""
_NOISY = ("distributed", "tornado", "asyncio")

_TRIES = 3
"""How many sets of workers a task can lose before it fails."""
_LARGE = 1 << 16
"""A function of at least this many bytes is sent to the workers once, not with every chunk."""


class Cluster(NamedTuple):
    """The resources of a scheduler.

    Attributes
    ----------
    threads
        How many chunks its able workers process at a time.
    make_pool
        See `executor.MakePool`; the workers are the same for any number of jobs.
    """

    threads: int
    make_pool: Callable[[int], Executor]


@contextmanager
def cluster(
    address: str,
    patience: float = _PATIENCE,
    *,
    tell: Callable[[str], object] = lambda line: None,
    verbose: bool = False,
) -> Iterator[Cluster]:
    """Return the scheduler's workers that have this program, its rules and its Python.

    If a worker is lost, another repeats its unfinished work. A worker with other versions gets no work, whether it is
    there from the start or joins later.

    Parameters
    ----------
    address
        Address of the scheduler, such as ``tcp://10.0.0.1:8786``.
    patience
        Seconds to wait for an answer, and for an able worker if there is none.
    tell
        Shows a line that says what the run waits for, or which workers get no work.
    verbose
        Whether dask can log on standard error.

    Raises
    ------
    UsageError
        If distributed is not installed, the scheduler does not answer, or no able worker joins.
    HarmoniesError
        From the futures of the pool, if the scheduler or all able workers are lost for good.
    """
    try:
        from distributed import Client
    except ImportError:
        message = "a scheduler needs the package distributed"
        raise UsageError(f"{message}: {install_command('cluster')}") from None
    with _quiet(verbose):
        try:
            client = Client(address, timeout=patience, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError) as error:
            raise UsageError(f'the scheduler at "{address}" does not answer: {error}') from None
        try:
            workers = AbleWorkers(client, patience, tell)
            threads = workers.wait()
            yield Cluster(threads, lambda jobs: _ClusterPool(client, workers))
        finally:
            with suppress(Exception):  # if the scheduler is gone
                client.close(timeout=5)  # type: ignore[no-untyped-call]


@contextmanager
def _quiet(verbose: bool) -> Iterator[None]:
    """Keep dask from logging: one sentence reports a lost scheduler."""
    import logging

    loggers = [] if verbose else [logging.getLogger(name) for name in _NOISY]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


class _Failure(NamedTuple):
    """A task that failed."""

    error: BaseException


class _ClusterPool(Executor):
    """The executor of a client, with the errors of a pool of processes."""

    def __init__(self, client: Client, workers: AbleWorkers) -> None:
        self._client = client
        self._workers = workers
        self._under_way: set[Any] = set()
        self._own = versions_here()
        self._sent: tuple[Callable[..., Any], Any] | None = None

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        handed: Future[_Result] = Future()
        self._start(handed, partial(fn, **kwargs) if kwargs else fn, args, _TRIES)
        return handed

    def _start(self, handed: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...], tries: int) -> None:
        # Bind a task to the able workers only if others are unable: a task bound to workers that die waits for ever.
        able = self._workers.addresses() if self._workers.some_are_unable() else None
        if self._sent is None or self._sent[0] is not fn:
            self._sent = fn, self._at_the_workers(fn, self._workers.addresses())
        future = self._client.submit(
            _call, self._own, self._sent[1], *args, pure=False, workers=able, allow_other_workers=False
        )
        self._under_way.add(future)
        start_again = partial(self._start_again, handed, fn, args, tries, future)
        self._workers.watch(handed, able, start_again)
        future.add_done_callback(partial(self._hand_on, handed, start_again))  # type: ignore[no-untyped-call]

    def _at_the_workers(self, fn: Callable[..., Any], able: list[str]) -> Any:
        """Return what to submit for a function: itself or, if it is large, its copies at the workers."""
        if len(dumps(fn)) < _LARGE:
            return fn
        return self._client.scatter(fn, broadcast=True, workers=able)  # type: ignore[no-untyped-call]

    def _start_again(
        self, handed: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...], tries: int, lost: Any
    ) -> None:
        """Give a task to other workers, because all that could do it are gone; it may have killed them."""
        self._under_way.discard(lost)
        lost.cancel(force=True)
        self._sent = None
        if tries > 1:
            self._start(handed, fn, args, tries - 1)
        elif not handed.done():
            handed.set_exception(BrokenExecutor("the workers that had it died"))

    def _hand_on(self, handed: Future[Any], start_again: Callable[[], None], done: Any) -> None:
        if done not in self._under_way:
            return  # other workers have the task
        if not done.cancelled() and isinstance(done.exception(), _REFUSED):
            self._workers.forget(handed)
            self._workers.look()  # an unable worker has joined
            start_again()
            return
        outcome = self._outcome(done)
        if done not in self._under_way:
            return  # the worker with the result is gone, and other workers have the task
        self._workers.forget(handed)
        self._under_way.discard(done)
        if handed.done():
            return
        if isinstance(outcome, _Failure):
            handed.set_exception(outcome.error)
        else:
            handed.set_result(outcome)

    def _outcome(self, done: Any) -> Any:
        """Return the result of a task, or its failure.

        The task is still watched during the transfer: if its worker leaves now, the task starts again elsewhere.
        """
        from distributed import KilledWorker

        lost = HarmoniesError("the connection to the scheduler is lost")
        if done.cancelled():
            return _Failure(lost)
        error = done.exception()
        if error is not None:
            return _Failure(BrokenExecutor(str(error)) if isinstance(error, KilledWorker) else error)
        try:
            return done.result()
        except (CancelledError, asyncio.CancelledError):
            return _Failure(lost)
        except Exception as failure:
            return _Failure(failure)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if cancel_futures:
            for future in tuple(self._under_way):
                self._under_way.discard(future)
                with suppress(Exception):
                    future.cancel()
        elif wait:
            from distributed import wait as wait_for

            with suppress(Exception):
                wait_for(tuple(self._under_way))  # type: ignore[no-untyped-call]


class _OtherVersionError(Exception):
    """The worker has another version of the program."""


_REFUSED = (_OtherVersionError, ImportError, AttributeError)
"""The result of a task at a worker with another version of the program, or without it."""


def _call(versions: Versions, function: Callable[..., _Result], *args: Any) -> _Result:
    if versions_here() != versions:
        raise _OtherVersionError
    return function(*args)
