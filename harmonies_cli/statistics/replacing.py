"""Files that are written whole or not at all, at a path that other libraries write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from harmonies_cli.errors import UsageError
from harmonies_cli.records.paths import printable

__all__ = ["replacing"]


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a path to write to; what is written there takes the place of `target` if all goes well.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {printable(target)}: {error.strerror or error}") from None
    finally:
        unfinished.unlink(missing_ok=True)
