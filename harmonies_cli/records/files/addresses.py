"""One interface to files and folders, on local paths and at addresses such as ``s3://bucket/games.jsonl``."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from harmonies_cli.errors import UsageError, install_command

__all__ = [
    "as_os_errors",
    "entries",
    "files_at",
    "is_address",
    "is_file",
    "is_folder",
    "is_page",
    "open_binary",
    "path_of",
    "remove_folder",
    "size_at",
]

_ADDRESS = r"[A-Za-z][A-Za-z0-9+.-]+://"
_PAGES = ("http://", "https://")
_LONGEST = 200
"""The most letters of a driver's message to show."""


def is_address(path: str | Path) -> bool:
    """Return whether a path is an address of remote storage."""
    return not isinstance(path, Path) and "://" in str(path) and re.match(_ADDRESS, str(path)) is not None


def path_of(path: str | Path) -> Path:
    """Return a path object; one for an address has the same methods, and only this loads fsspec.

    Parameters
    ----------
    path
        The path or address as the user gave it.

    Raises
    ------
    UsageError
        If there is no driver for this kind of address.
    """
    if not is_address(path):
        return Path(path)
    try:
        from upath import UPath
    except ImportError:
        message = f'the address "{path}" needs packages that are not installed'
        raise UsageError(f"{message}: {install_command('cluster')}") from None
    try:
        found = UPath(path)
        found.fs  # noqa: B018 - loads the driver
    except (ImportError, ValueError) as error:
        raise UsageError(f'no driver for the address "{path}": {error}') from None
    return cast(Path, found)


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder; a web page counts as a file, because only reading it could show more."""
    if not is_address(path):
        return os.path.isdir(path)  # noqa: PTH112 - unlike `Path.is_dir`, False for a name too long for the file system
    with as_os_errors():
        return not is_page(path) and path.is_dir()


def is_file(path: Path) -> bool:
    """Return whether a path is a reachable file."""
    if not is_address(path):
        return os.path.isfile(path)  # noqa: PTH113 - see `is_folder`
    try:
        with as_os_errors():
            return path.is_file()
    except OSError:
        return False


def size_at(path: Path) -> int | None:
    """Return the size in bytes of a file at an address; None if its server does not report it.

    Raises
    ------
    OSError
        If it cannot be reached.
    """
    with as_os_errors():
        size: int | None = path.fs.info(path.path).get("size")  # type: ignore[attr-defined]
    return size


def files_at(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder at an address and of its subfolders, in the order of their names."""
    fs, base = folder.fs, folder.path.rstrip("/")  # type: ignore[attr-defined]
    with as_os_errors():
        names = sorted(str(file)[len(base) :].lstrip("/").split("/") for file in fs.find(base))
    for parts in names:
        if not any(part.startswith(".") for part in parts):
            yield folder.joinpath(*parts)


def open_binary(path: Path) -> BinaryIO:
    """Open a file to read its bytes.

    If a web server does not serve parts of a file, the stream cannot seek.

    Raises
    ------
    OSError
        If the file cannot be opened.
    UsageError
        During reading, if the file is at an address and the connection breaks.
    """
    if not is_address(path):
        return cast(BinaryIO, path.open("rb", buffering=0))
    with as_os_errors():
        has_parts = not is_page(path) or _gives_parts(path)
        fs, name = path.fs, path.path  # type: ignore[attr-defined]
        return cast(
            BinaryIO, _Remote(fs.open(name, "rb") if has_parts else fs.open(name, "rb", block_size=0), path, has_parts)
        )


class _Remote(io.RawIOBase):
    """A file at an address; a broken connection raises `UsageError`, because it is not a fault of the records."""

    def __init__(self, stream: Any, path: Path, has_parts: bool) -> None:
        self._stream = stream
        self._path = path
        self._has_parts = has_parts
        self._read = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._has_parts

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        with self._os_errors():
            return int(self._stream.seek(offset, whence))

    def read(self, size: int = -1) -> bytes:
        with self._os_errors():
            data: bytes = self._stream.read(size)
        self._read += len(data)
        return data

    def close(self) -> None:
        with suppress(Exception):
            self._stream.close()
        super().close()

    @contextmanager
    def _os_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            how_far = f"the connection broke after {self._read:,} bytes"
            raise UsageError(f'cannot read "{self._path}": {how_far}: {_one_line(error)}; try again') from None


def _gives_parts(path: Path) -> bool:
    """Ask a web server for the second byte, and return whether it sends exactly that."""
    try:
        with path.fs.open(path.path, "rb", cache_type="none") as stream:  # type: ignore[attr-defined]
            stream.seek(1)
            return len(stream.read(1)) == 1
    except FileNotFoundError:
        raise
    except Exception:
        return False


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:_LONGEST]


def is_page(path: Path) -> bool:
    """Return whether a path is the address of a web page; web servers cannot list folders."""
    return str(path).startswith(_PAGES)


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Turn any driver error into an `OSError`."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(0, _one_line(error)) from error


def entries(folder: Path) -> list[Path]:
    """Return the entries of a folder; in object storage, folders are only beginnings of names."""
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
