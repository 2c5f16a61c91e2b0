"""Locks on open files, which the system releases when their owner ends, in any way.

The package filelock takes the same system locks in the same way, but loading it takes longer than reading and
scoring a record.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

_HELD = frozenset((errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK))
__all__ = ["is_owned", "lock_file"]

_FAR = 1 << 30
"""The byte to lock on Windows, where nobody can read a locked byte."""

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
    """Lock an open file until it is closed; return whether that worked: nobody else holds the lock.

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

    Where the storage has no locks, every file is.
    """
    try:
        if not lock_file(handle):
            return False
    except OSError:
        return True
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(handle), path.stat())
    return False
