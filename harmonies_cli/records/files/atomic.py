"""Write output completely or not at all, on this machine or at an address.

Output goes to a hidden file beside its target, which is renamed when complete. The writer holds a lock on it that ends
with the process, however that ends, so the next writer recognises and removes the leftovers of a killed run.
"""

from __future__ import annotations

import atexit
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import as_os_errors, is_address
from harmonies_cli.records.files.ownership import is_owned, lock_file
from harmonies_cli.records.files.paths import files_of, printable

__all__ = ["open_whole", "refuse_inputs", "remove_leftovers", "replacing", "write_whole"]

_PART = r"\..+\.[0-9a-f]{16}\.part"
_LONGEST = 40
"""Letters of the target's name in the name of the hidden file, because file names have a limit."""
_BUFFER = 1 << 18  # bytes: one system call for many records
_unfinished: set[Path] = set()


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """Provide a path to write to; its file replaces `target` if the block ends without an error.

    Links are followed, and a replaced file keeps its mode.

    Parameters
    ----------
    target
        The file, or an address.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    with _as_usage_errors(target):
        if is_address(target):
            with _upload(target) as part:
                yield part
            return
        place = Path(os.path.realpath(target))
        if place.is_dir():
            raise UsageError(f"cannot write {printable(target)}: it is a folder")
        remove_leftovers(place.parent)
        with _part_of(place) as part:
            yield part


@contextmanager
def open_whole(target: Path) -> Iterator[BinaryIO]:
    """Provide a stream whose bytes replace `target` if the block ends without an error.

    Devices and pipes cannot be replaced, so they are written directly.

    Parameters
    ----------
    target
        The file, or an address.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    if not is_address(target) and target.exists() and not target.is_file() and not target.is_dir():
        with _as_usage_errors(target), target.open("wb") as stream:
            yield stream
        return
    with replacing(target) as part, part.open("wb", _BUFFER) as stream:
        yield stream


def write_whole(target: Path, data: bytes | memoryview) -> None:
    """Write one of many files in a folder whose owner has already removed leftovers.

    Raises
    ------
    UsageError
        If it cannot be written.
    """
    with _as_usage_errors(target):
        if is_address(target):  # where a file appears once it is complete
            with as_os_errors():
                target.write_bytes(data)
            return
        with _part_of(Path(os.path.realpath(target))) as part:
            part.write_bytes(data)


def remove_leftovers(folder: Path) -> None:
    """Remove the unfinished files of killed runs from a folder on this machine; keep those still being written."""
    if is_address(folder):  # where a file appears once it is complete
        return
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if re.fullmatch(_PART, entry.name):
                with suppress(OSError):
                    handle = os.open(entry.path, os.O_RDWR)
                    try:
                        if lock_file(handle):
                            Path(entry.path).unlink(missing_ok=True)
                    finally:
                        os.close(handle)


def refuse_inputs(target: str | Path | None, inputs: Sequence[str]) -> None:
    """Refuse an output that would replace an input file, even through a link.

    Parameters
    ----------
    target
        The output; None or ``-`` for standard output.
    inputs
        Files, folders, or ``-``, as given by the user.

    Raises
    ------
    UsageError
        If the output is one of the inputs, or in an input folder.
    """
    if target is None or target == "-":
        return
    if is_address(target):
        same = next((path for path in inputs if str(path) == str(target)), None)
    else:
        same = _same_file(Path(target), inputs)
    if same is not None:
        raise UsageError(f"cannot write {printable(target)}: it is one of the input files; choose another name")


def _same_file(target: Path, inputs: Sequence[str]) -> str | None:
    try:
        status = target.stat()
    except (OSError, ValueError):
        return None
    if not target.is_file():
        return None
    for path in inputs:
        for file, error in files_of(path):
            if file is None or error or is_address(file):
                continue
            with suppress(OSError, ValueError):
                if os.path.samestat(file.stat(), status):
                    return path
    return None


@contextmanager
def _as_usage_errors(target: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"cannot write {printable(target)}: {error.strerror or error}") from None


@contextmanager
def _part_of(place: Path) -> Iterator[Path]:
    """Provide an empty file beside a target, to replace it at the end."""
    handle = None
    part = _name_of_part(place)
    try:
        while (handle := _locked_part(part)) is None:  # another process has just removed it as a leftover
            _remove(part)
            part = _name_of_part(place)
        yield part
        part.chmod(_mode_of(place))
        if os.name == "nt":  # on systems where an open file keeps its name
            os.close(handle)
            handle = None
        part.replace(place)
    finally:
        if handle is not None:
            os.close(handle)
        _remove(part)


def _name_of_part(place: Path) -> Path:
    part = place.with_name(f".{place.name[:_LONGEST]}.{os.urandom(8).hex()}.part")
    # The name is noted before the file exists, so after an interrupt at any point it is removed here or at program end.
    _unfinished.add(part)
    return part


def _locked_part(part: Path) -> int | None:
    """Create a file, and return its locked descriptor; None if another process has removed the file."""
    handle = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    is_ours = False
    try:
        is_ours = is_owned(handle, part)
    finally:
        if not is_ours:
            os.close(handle)
    return handle if is_ours else None


@contextmanager
def _upload(target: Path) -> Iterator[Path]:
    """Provide a local file, and copy it to an address at the end."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        part = Path(folder) / target.name
        part.touch()
        yield part
        with as_os_errors():
            target.fs.put_file(str(part), target.path)  # type: ignore[attr-defined]


def _remove(part: Path) -> None:
    with suppress(OSError):  # read-only storage refuses even to remove a missing file
        part.unlink(missing_ok=True)
    _unfinished.discard(part)


@atexit.register
def _remove_unfinished() -> None:
    """Remove files left by an interrupt between two instructions."""
    for part in list(_unfinished):
        _remove(part)


def _mode_of(place: Path) -> int:
    """Return the permissions of a file, or those that a new file would have."""
    with suppress(FileNotFoundError):
        return place.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
