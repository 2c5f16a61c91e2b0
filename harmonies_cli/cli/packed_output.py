"""Output that is compressed if its name ends in ``.gz``."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from harmonies_cli.cli.output import Write, open_output

__all__ = ["open_packed_output"]

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
