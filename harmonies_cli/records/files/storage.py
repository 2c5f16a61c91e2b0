"""Files written whole or not at all, on this machine or at an address."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from harmonies_cli.records.files.addresses import as_os_errors, is_address

__all__ = ["UNFINISHED", "entries", "remove_folder", "upload", "write_whole"]

UNFINISHED = ".unfinished"
"""Ending of a file that is being written."""


def write_whole(file: Path, data: bytes) -> None:
    """Write a file in place of what is there.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    if is_address(file):  # where a file appears when all of it has come
        with as_os_errors():
            file.write_bytes(data)
        return
    unfinished = file.with_name(file.name + UNFINISHED)
    try:
        unfinished.write_bytes(data)
        unfinished.replace(file)
    except OSError:
        with suppress(OSError):  # where nothing can be written, nothing can be removed either
            unfinished.unlink(missing_ok=True)
        raise


def upload(file: Path, target: Path) -> None:
    """Copy a file of this machine to an address.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    with as_os_errors():
        target.fs.put_file(str(file), target.path)  # type: ignore[attr-defined]


def entries(folder: Path) -> list[Path]:
    """Return what is in a folder; object storage knows folders only as the beginnings of names."""
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def remove_folder(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as that can be done."""
    if not is_address(folder):
        from shutil import rmtree

        rmtree(folder, ignore_errors=True)
        return
    with suppress(Exception):
        folder.fs.rm(folder.path, recursive=True)  # type: ignore[attr-defined]
