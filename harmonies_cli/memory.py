"""Limited memory, as with ``ulimit -v``: refuse to start with too little, and recognise when it runs out."""

from __future__ import annotations

import errno
import os
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from harmonies_cli.errors import UsageError

__all__ = ["NOT_ENOUGH", "is_memory_shortage", "load_within_limit"]

NOT_ENOUGH = "not enough memory: close other programs, or raise the limit (ulimit -v)"
_SIGNS = re.compile(
    "failed to map segment|[Cc]annot allocate memory|can't start new thread|bad_alloc|[Oo]ut of memory"
    "|Resource temporarily unavailable|alloc of size"
)


def is_memory_shortage(error: BaseException) -> bool:
    """Return whether an error, or one of its causes, means that memory ran out: for data, a thread or a library."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError) or (isinstance(seen, OSError) and seen.errno == errno.ENOMEM):
            return True
        if isinstance(seen, ImportError | OSError | RuntimeError | SystemError) and _SIGNS.search(str(seen)):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def load_within_limit(megabytes: int, modules: Sequence[str]) -> None:
    """If address space is limited, check that there is enough of it, then load large libraries.

    Some libraries abort, or hang and ignore signals, if memory runs out while they load. So they load here, after the
    check, and while a signal ends the process immediately. Without a limit this does nothing.

    Parameters
    ----------
    megabytes
        Address space that the process needs for all its work, libraries included.
    modules
        Modules that load the libraries.

    Raises
    ------
    UsageError
        If there is too little address space.
    """
    limit = _limit()
    if limit is None:
        return
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # its default would take a gigabyte of address space
    if not _can_map((megabytes << 20) - _mapped()):
        needed = f"this takes {megabytes} MB of address space, and the limit is {limit >> 20} MB"
        raise UsageError(f"not enough memory: {needed}; raise it (ulimit -v)")
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        for module in modules:
            with suppress(ModuleNotFoundError):  # an extra
                import_module(module)
    finally:
        signal.signal(signal.SIGTERM, before)


def _limit() -> int | None:
    """Return the limit of address space in bytes, or None."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    limits = (resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_DATA))
    return min((limit for limit in limits if limit != resource.RLIM_INFINITY), default=None)


def _mapped() -> int:
    """Return the address space in use, in bytes; 0 if the system does not report it."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _can_map(size: int) -> bool:
    import mmap

    if size <= 0:
        return True
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return False
    return True
