"""The output of a command: a file, or standard output; packed where the name ends in ``.gz``."""

from __future__ import annotations

import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_address, path_of

__all__ = ["Write", "open_output", "open_packed_output", "whole_write"]

Write = Callable[[bytes], object]

_BUFFER = 1 << 18  # bytes: a write of the system for many records, not for every other one


@contextmanager
def open_output(path: str | None) -> Iterator[Write]:
    """Give a function that writes bytes to standard output, or to a file.

    The file appears when all of it has been written; if anything fails before, what was there stays.

    Parameters
    ----------
    path
        The file; None or ``-`` for standard output.

    Raises
    ------
    UsageError
        If the file cannot be written.
    """
    if path is None or path == "-":
        yield from _standard_output()
        return
    if is_address(path):
        from harmonies_cli.statistics.files.replacing import replacing

        with replacing(path_of(path)) as written, written.open("wb") as stream:
            yield stream.write
            stream.flush()
        return
    target = Path(os.path.realpath(path))  # a link goes on leading to its file
    if target.is_dir():
        raise UsageError(f"cannot write {path}: it is a folder")
    if target.exists() and not target.is_file():
        try:
            with target.open("wb") as stream:  # a device or a pipe, which cannot be replaced
                yield stream.write
        except BrokenPipeError:
            raise
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from None
        return
    import tempfile

    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb", _BUFFER) as stream:
            yield stream.write
        _adopt_mode(Path(name), target)
        Path(name).replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None
    finally:
        Path(name).unlink(missing_ok=True)


def whole_write(stream: BinaryIO) -> Write:
    """Return a function that writes all of what it is given: Python's own, unless the stream is not buffered.

    Such is standard output under PYTHONUNBUFFERED: it writes as much as goes at once and says how much that was.
    """
    if not isinstance(stream, io.RawIOBase):
        return stream.write

    def write(data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[stream.write(left) or 0 :]

    return write


def _standard_output() -> Iterator[Write]:
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    try:
        yield whole_write(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot write to standard output: {error.strerror}") from None


def _adopt_mode(part: Path, target: Path) -> None:
    """Give the file the permissions that it would have had if written in place."""
    if target.exists():
        mode = target.stat().st_mode & 0o777
    else:
        umask = os.umask(0)
        os.umask(umask)
        mode = 0o666 & ~umask
    part.chmod(mode)


_GZIP = 16 + zlib.MAX_WBITS


@contextmanager
def open_packed_output(path: str | None) -> Iterator[Write]:
    """Give a function that writes bytes as `open_output` does, with gzip if the file's name says so.

    Parameters
    ----------
    path
        The file; None or ``-`` for standard output, which is not compressed.
    """
    with open_output(path) as write:
        if path is None or not path.lower().endswith(".gz"):
            yield write
            return
        packer = zlib.compressobj(wbits=_GZIP)  # without name and time, so that equal records give equal files
        yield lambda data: write(packer.compress(data))
        write(packer.flush())
