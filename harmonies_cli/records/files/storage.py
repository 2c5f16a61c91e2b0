"""Folders on this machine or at an address."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from harmonies_cli.records.files.addresses import is_address

__all__ = ["entries", "remove_folder"]


def entries(folder: Path) -> list[Path]:
    """Return what is in a folder; in object storage, folders are only the beginnings of names."""
    try:
        return list(folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def remove_folder(folder: Path) -> None:
    """Remove a folder and everything in it, if possible."""
    if not is_address(folder):
        from shutil import rmtree

        rmtree(folder, ignore_errors=True)
        return
    with suppress(Exception):
        folder.fs.rm(folder.path, recursive=True)  # type: ignore[attr-defined]
