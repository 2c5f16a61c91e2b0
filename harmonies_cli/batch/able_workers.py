"""The workers of a cluster that have the same program, rules and Python as this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from harmonies_cli.errors import HarmoniesError, UsageError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["AbleWorkers", "Versions", "versions_here"]

_SUFFIXES = (".py", ".json", ".toml")


class Versions(NamedTuple):
    """The versions of the program, of its files and of Python.

    Attributes
    ----------
    program
        Version of harmonies-cli.
    files
        A digest of its modules and data, because copies of one version can differ.
    python
        Version of Python, without the patch.
    """

    program: str
    files: str
    python: str

    def __str__(self) -> str:
        return f"harmonies-cli {self.program} ({self.files}) on Python {self.python}"


@cache
def versions_here() -> Versions:
    """Return the versions of this process."""
    import harmonies_cli

    digest = sha256()
    package = Path(harmonies_cli.__file__).parent
    for file in sorted(package.rglob("*")):
        if file.suffix in _SUFFIXES and "schemas" not in file.parts:  # a source checkout keeps the schemas elsewhere
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes().replace(b"\r\n", b"\n"))
    python = ".".join(map(str, sys.version_info[:2]))
    return Versions(harmonies_cli.__version__, digest.hexdigest()[:8], python)


_LOOK_AGAIN = 1.0
"""Seconds between checks of the workers."""


class _Task(NamedTuple):
    able: frozenset[str] | None
    start_again: Callable[[], None]

    def is_stranded(self, able: set[str]) -> bool:
        """Return whether no present worker can do the task."""
        return not (able if self.able is None else self.able & able)


class AbleWorkers:
    """Tracks which workers can take work, and reassigns the work of workers that have left.

    Parameters
    ----------
    client
        The client of the scheduler.
    patience
        Seconds without an able worker before the work fails.
    tell
        Shows a line that says what the run waits for, or which workers get no work.
    """

    def __init__(self, client: Client, patience: float, tell: Callable[[str], object]) -> None:
        self._client = client
        self._patience = patience
        self._tell = tell
        self._own = versions_here()
        self._known: dict[str, str | None] = {}  # by address, the reason for giving the worker no work
        self._told: set[str] = set()
        self._tasks: dict[Future[Any], _Task] = {}
        self._lock = Lock()
        self._idle_since: float | None = None

    def wait(self) -> int:
        """Wait for an able worker, and return how many chunks the able workers process at a time.

        Raises
        ------
        UsageError
            If none joins.
        """
        end = monotonic() + self._patience
        pause = Event()
        waiting = False
        while not (threads := self.look()):
            if monotonic() > end:
                raise UsageError(f"no worker can do the work: {self._why()}")
            if not waiting:
                self._tell(f"Waiting for a worker of the scheduler: {self._why()}")
                waiting = True
            pause.wait(_LOOK_AGAIN)
        Thread(target=self._watch, name="able workers", daemon=True).start()
        return sum(threads.values())

    def addresses(self) -> list[str]:
        """Return the addresses of the able workers at the last check."""
        with self._lock:
            return sorted(address for address, reason in self._known.items() if reason is None)

    def some_are_unable(self) -> bool:
        """Return whether there are workers that must not get work."""
        with self._lock:
            return any(reason is not None for reason in self._known.values())

    def watch(self, handed: Future[Any], able: list[str] | None, start_again: Callable[[], None]) -> None:
        """Restart a task once all workers in `able` have left; None for a task that any worker can do."""
        with self._lock:
            self._tasks[handed] = _Task(None if able is None else frozenset(able), start_again)

    def forget(self, handed: Future[Any]) -> None:
        """Stop watching a task."""
        with self._lock:
            self._tasks.pop(handed, None)

    def look(self) -> dict[str, int]:
        """Check the present workers, and return the threads of each able one."""
        threads: dict[str, int] = dict(self._client.nthreads())  # type: ignore[no-untyped-call]
        new = [address for address in threads if address not in self._known]
        reasons = self._reasons(new) if new else {}
        with self._lock:
            self._known = {address: self._known.get(address) for address in threads if address not in reasons} | reasons
        for address, reason in reasons.items():
            if reason is not None and address not in self._told:
                self._told.add(address)
                self._tell(f"The worker {address} gets no work: {reason}")
        return {address: number for address, number in threads.items() if self._known[address] is None}

    def _reasons(self, addresses: list[str]) -> dict[str, str | None]:
        answers = self._client.run(versions_here, workers=addresses, on_error="return")
        return {address: self._reason(answers[address]) for address in addresses if address in answers}

    def _reason(self, answer: object) -> str | None:
        if isinstance(answer, BaseException):
            missing = isinstance(answer, ImportError) or "No module named" in str(answer)
            what = "harmonies-cli is not installed there" if missing else f"it does not answer: {answer}"
            return f"{what}; install {self._own}"
        if not isinstance(answer, tuple) or tuple(answer) != tuple(self._own):
            other = Versions(*answer) if isinstance(answer, tuple) and len(answer) == len(self._own) else answer
            return f"it has {other}, not {self._own}"
        return None

    def _why(self) -> str:
        with self._lock:
            reasons = sorted({reason for reason in self._known.values() if reason is not None})
        return "; ".join(reasons) if reasons else "none has joined it (start some with dask worker ADDRESS)"

    def _watch(self) -> None:
        pause = Event()
        while self._client.status == "running":
            pause.wait(_LOOK_AGAIN)
            try:
                able = set(self.look())
            except Exception:  # the scheduler is gone or busy; the tasks get its errors
                able = set()
            with self._lock:
                stranded = [(handed, task) for handed, task in self._tasks.items() if task.is_stranded(able)]
            if not stranded:
                self._idle_since = None
            elif able:
                for handed, task in stranded:
                    self.forget(handed)
                    with suppress(Exception):
                        task.start_again()
            else:
                self._give_up(stranded)

    def _give_up(self, stranded: list[tuple[Future[Any], _Task]]) -> None:
        now = monotonic()
        if self._idle_since is None:
            self._idle_since = now
            self._tell(f"Waiting for a worker of the scheduler: {self._why()}")
        if now - self._idle_since > self._patience:
            error = HarmoniesError(f"no worker has been able to do the work for {self._patience:g} s: {self._why()}")
            for handed, _ in stranded:
                self.forget(handed)
                if not handed.done():
                    handed.set_exception(error)
