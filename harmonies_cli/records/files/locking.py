"""Locks on open files, which the system releases when their owner ends, however it ends.

The package filelock takes the same locks of the system in the same way, but loading it takes longer than reading and
scoring a record does.
"""

from __future__ import annotations

import os
import sys

__all__ = ["lock_file"]

_FAR = 1 << 30
"""The byte that is locked on Windows, where nobody may read a locked byte."""

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
    """Lock an open file until it is closed, and tell whether that could be done.

    It cannot if another process holds the lock, or if the storage has no locks: then nobody holds any.

    Parameters
    ----------
    handle
        The descriptor of the file, open for reading and writing.
    """
    try:
        _lock(handle)
    except OSError:
        return False
    return True
