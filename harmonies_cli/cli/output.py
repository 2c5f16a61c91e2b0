"""The output of a command: a file, or standard output; compressed if the name ends in ``.gz``."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import path_of
from harmonies_cli.records.files.atomic import open_whole
from harmonies_cli.records.files.record_output import Write, pack

__all__ = ["Write", "open_output", "open_packed_output", "whole_write"]


@contextmanager
def open_output(path: str | None) -> Iterator[Write]:
    """Provide a function that writes bytes to standard output or a file.

    The file appears when it is complete; if anything fails before, the old file stays.

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
    with open_whole(path_of(path)) as stream:
        yield stream.write


def whole_write(stream: BinaryIO) -> Write:
    """Return a function that writes all its bytes, even to an unbuffered stream.

    Standard output under PYTHONUNBUFFERED is such a stream: a write may take only a part of the bytes.
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


@contextmanager
def open_packed_output(path: str | None) -> Iterator[Write]:
    """Provide a function that writes bytes as `open_output` does, gzipped if the name ends in .gz.

    Parameters
    ----------
    path
        The file; None or ``-`` for standard output, which is not compressed.
    """
    with open_output(path) as write, pack(write, path or "") as write_packed:
        yield write_packed
