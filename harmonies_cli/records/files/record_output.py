"""Records written to a file: one per line, or exactly one; packed if the name ends in ``.gz``."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.paths import printable

__all__ = ["Write", "packed", "require_record_name", "write_records"]

Write: TypeAlias = Callable[[bytes], object]
_ONE = (".json", ".json.gz")
_LINES = (".jsonl", ".jsonl.gz")
_GZIP = 16 + zlib.MAX_WBITS


def require_record_name(path: str) -> None:
    """Raise `UsageError` if the name of a file does not give its format."""
    if not path.lower().endswith(_ONE + _LINES):
        raise UsageError(f'the output name "{printable(path)}" must end in .json, .jsonl, or .gz of either')


@contextmanager
def packed(write: Write, path: str) -> Iterator[Write]:
    """Provide a function that writes bytes through another, gzipped if the file name ends in .gz."""
    if not path.lower().endswith(".gz"):
        yield write
        return
    packer = zlib.compressobj(wbits=_GZIP)  # no name or time, so equal records make equal files
    yield lambda data: write(packer.compress(data))
    write(packer.flush())


def write_records(write: Write, path: str, records: Iterable[bytes]) -> int:
    """Write records, and return how many there are.

    Parameters
    ----------
    write
        Takes the bytes of the file, not packed.
    path
        The name of the file; a ``.json`` file holds exactly one record.
    records
        One record or several in each, a line each.

    Raises
    ------
    UsageError
        If there is more than one record for a ``.json`` file, or none.
    """
    number = 0
    is_one = path.lower().endswith(_ONE)
    for lines in records:
        number += lines.count(b"\n")
        if is_one and number > 1:
            raise UsageError(f'"{printable(path)}" can hold only one record: write several to a .jsonl file')
        write(msgspec.json.format(lines.rstrip(), indent=2) + b"\n" if is_one else lines)
    if is_one and not number:
        raise UsageError(f'there is no record to write to "{printable(path)}"')
    return number
