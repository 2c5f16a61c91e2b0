"""Allow one owner of an output at a time: of a folder, or of a file with its list of rejected records.

The owner holds a lock on a hidden file that names its process, machine and start. The system releases the lock when the
process ends, however it ends. Storage without locks, and storage at an address, has no owners.

The package filelock uses the same system locks in the same way, but loading it takes longer than reading and scoring a
record.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import printable

__all__ = ["LOCK", "is_owned", "lock_file", "own"]

_HELD = frozenset((errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK))

_FAR = 1 << 30
"""The byte to lock on Windows, beyond the text because nobody can read a locked byte there."""

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_file(handle: int) -> bool:
    """Lock an open file until it is closed; return False if somebody else has the lock.

    Parameters
    ----------
    handle
        The descriptor of the file, open for reading and writing.

    Raises
    ------
    OSError
        If the storage has no locks.
    """
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in _HELD:
            return False
        raise
    return True


def is_owned(handle: int, path: Path) -> bool:
    """Lock an open file that anybody can remove; return whether it is ours: locked, and still at its path.

    On storage without locks, every file counts as ours.
    """
    try:
        if not lock_file(handle):
            return False
    except OSError:
        return True
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False


LOCK = ".lock"
"""Name of the lock file in a folder, and the end of its name beside a file."""
_PAUSE = 0.2  # seconds between two attempts
_LONGEST = 200


@contextmanager
def own(target: Path, *, is_folder: bool, wait: Callable[[str], object] | None = None) -> Iterator[None]:
    """Own an output while the block runs.

    Parameters
    ----------
    target
        The file or folder; a missing folder is created.
    is_folder
        Whether it is a folder.
    wait
        Called once with the name of another owner before waiting for its end; None to fail instead of waiting.

    Raises
    ------
    UsageError
        If somebody else owns it and `wait` is None, or if it cannot be written.
    """
    if is_address(target) or (os.path.isdir(target) != is_folder and os.path.exists(target)):  # noqa: PTH110, PTH112
        yield  # writing it will report the error
        return
    try:
        if is_folder:
            target.mkdir(parents=True, exist_ok=True)
        place = target / LOCK if is_folder else target.with_name(f".{target.name[: _LONGEST // 5]}{LOCK}")
        handle = _take_lock(place, target, wait)
    except OSError as error:
        raise UsageError(f"cannot write {printable(target)}: {error.strerror or error}") from None
    try:
        yield
    finally:
        with suppress(OSError):  # before closing it: a waiting process then sees that the file is a different one
            place.unlink(missing_ok=True)
        os.close(handle)


def _take_lock(place: Path, target: Path, wait: Callable[[str], object] | None) -> int:
    """Return the descriptor of the lock once it is ours."""
    is_said = False
    while True:
        handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o666)
        is_ours = False
        try:
            is_ours = is_owned(handle, place)  # unless its last owner has removed it meanwhile
            if is_ours:
                _sign(handle)
                return handle
        finally:
            if not is_ours:
                owner = os.pread(handle, _LONGEST, 0) if hasattr(os, "pread") else b""
                os.close(handle)
        who = owner.decode("utf-8", "replace").strip() or "another process"
        if wait is None:
            message = f"cannot write {printable(target)}: {who} is writing it"
            raise UsageError(f"{message}; try again when it ends, or use --wait")
        if not is_said:
            wait(f"Waiting for {who}, which is writing {printable(target)}.")
            is_said = True
        time.sleep(_PAUSE)


def _sign(handle: int) -> None:
    from socket import gethostname

    started = time.strftime("%Y-%m-%d %H:%M:%S")
    os.ftruncate(handle, 0)
    os.write(handle, f"process {os.getpid()} on {gethostname()} (since {started})\n".encode())
