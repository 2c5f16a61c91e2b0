"""Files that are written whole or not at all, at a path that other libraries write to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_address
from harmonies_cli.records.files.paths import printable
from harmonies_cli.records.files.storage import upload

__all__ = ["replacing"]


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Give a path to write to; what is written there takes the place of `target` if all goes well.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    if is_address(target):
        with TemporaryDirectory() as folder:
            written = Path(folder) / target.name
            try:
                yield written
                upload(written, target)
            except OSError as error:
                raise UsageError(f"cannot write {printable(target)}: {error.strerror or error}") from None
        return
    unfinished = target.with_name(f".{target.name}.unfinished")
    try:
        unfinished.write_bytes(b"")  # what cannot be written is told before the work is done
        yield unfinished
        unfinished.replace(target)
    except OSError as error:
        raise UsageError(f"cannot write {printable(target)}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):  # on storage that cannot be written even a missing file cannot be removed
            unfinished.unlink(missing_ok=True)
