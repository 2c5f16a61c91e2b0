"""Workers of a dask cluster behind the interface of `concurrent.futures`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager
from functools import partial
from pickle import dumps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from harmonies_cli.errors import HarmoniesError, UsageError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Cluster", "cluster"]

_Result = TypeVar("_Result")
_PATIENCE = 30
"""Seconds to wait for the scheduler, and for its first worker."""

_LARGE = 1 << 16
"""Bytes of a function that is sent to the workers once, and not with every chunk."""


class Cluster(NamedTuple):
    """What a scheduler offers.

    Attributes
    ----------
    threads
        How many chunks its workers work on at a time.
    make_pool
        See `executor.MakePool`; the workers are the same for any number of jobs.
    """

    threads: int
    make_pool: Callable[[int], Executor]


@contextmanager
def cluster(address: str, patience: float = _PATIENCE) -> Iterator[Cluster]:
    """Give the workers behind a scheduler; what a worker had under way when it was lost is done again by another.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.
    patience
        Seconds to wait for an answer, and for a first worker.

    Raises
    ------
    UsageError
        If distributed is not installed, the scheduler does not answer, or it has no workers.
    """
    try:
        from distributed import Client
    except ImportError:
        message = "for a scheduler the package distributed is needed"
        raise UsageError(f"{message}: pip install 'harmonies-cli[cluster]'") from None
    try:
        client = Client(address, timeout=patience, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f'the scheduler at "{address}" does not answer: {error}') from None
    with client:
        try:
            client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            message = f'the scheduler at "{address}" has no workers'
            raise UsageError(f"{message}: start some with dask worker {address}") from None
        threads: int = sum(client.nthreads().values())  # type: ignore[no-untyped-call]
        yield Cluster(threads, lambda jobs: _ClusterPool(client))


class _ClusterPool(Executor):
    """The executor of a client, with the errors of a pool of processes."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._pool = client.get_executor(pure=False)  # type: ignore[no-untyped-call]
        self._sent: tuple[Callable[..., Any], Any] | None = None

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        handed: Future[_Result] = Future()
        if self._sent is None or self._sent[0] is not fn:
            self._sent = fn, self._at_the_workers(fn)
        self._pool.submit(_call, self._sent[1], *args, **kwargs).add_done_callback(partial(_hand_on, handed))
        return handed

    def _at_the_workers(self, fn: Callable[..., Any]) -> Any:
        """Return what stands for a function: itself, or if it is large its copies at the workers."""
        if len(dumps(fn)) < _LARGE:
            return fn
        return self._client.scatter(fn, broadcast=True)  # type: ignore[no-untyped-call]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait=wait and not cancel_futures)


def _call(function: Callable[..., _Result], *args: Any, **kwargs: Any) -> _Result:
    return function(*args, **kwargs)


def _hand_on(handed: Future[Any], done: Future[Any]) -> None:
    from distributed import KilledWorker

    if done.cancelled():
        handed.set_exception(HarmoniesError("the connection to the scheduler has been lost"))
        return
    error = done.exception()
    if error is None:
        handed.set_result(done.result())
    else:
        handed.set_exception(BrokenExecutor(str(error)) if isinstance(error, KilledWorker) else error)
