"""How many bytes there are to read, as far as that can be told without reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from harmonies_cli.records.addresses import is_folder, path_of
from harmonies_cli.records.paths import STDIN, walk

__all__ = ["CHUNK_BYTES", "bytes_of", "expected_size", "files_of"]

CHUNK_BYTES = 4 << 20
"""Some 700 games of two players: long against the cost of a chunk, short against the memory of a process."""
_PACKED = 8
"""A packed file counts as so many times its size."""


def bytes_of(paths: Sequence[str]) -> int | None:
    """Return about how many bytes there are in files and folders; None where that is not known beforehand."""
    total = 0
    for file, error in chain.from_iterable(map(files_of, paths)):
        if file is None:
            return None
        size = 0 if error else expected_size(file)
        if size is None:
            return None
        total += size
    return total


def files_of(path: str) -> Iterator[tuple[Path | None, OSError | None]]:
    """Yield the files of a path; None stands for standard input."""
    if path == STDIN:
        yield None, None
        return
    place = path_of(path)
    if is_folder(place):
        yield from walk(place)
    else:
        yield place, None


def expected_size(file: Path) -> int | None:
    """Return about how many bytes there are in a file; None for a pipe."""
    try:
        if not file.is_file():
            return None
        size = file.stat().st_size
    except OSError:
        return 0  # its reader will say why
    return size * _PACKED if file.name.lower().endswith(".gz") else size
