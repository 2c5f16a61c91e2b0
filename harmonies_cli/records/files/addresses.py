"""Local paths, and addresses of remote storage such as ``s3://bucket/games.jsonl``, in one form."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from harmonies_cli.errors import UsageError

__all__ = [
    "as_os_errors",
    "files_at",
    "is_address",
    "is_file",
    "is_folder",
    "is_page",
    "open_binary",
    "path_of",
    "size_at",
]

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_PAGES = ("http", "https")
_LONGEST = 200
"""Letters of a driver's message."""


def is_address(path: str | Path) -> bool:
    """Return whether a path leads to storage elsewhere."""
    return not isinstance(path, Path) and _ADDRESS.match(str(path)) is not None


def path_of(path: str | Path) -> Path:
    """Return a path to work with; one at an address has the same methods, and only then fsspec is loaded.

    Parameters
    ----------
    path
        As the user gives it.

    Raises
    ------
    UsageError
        If there is no driver for the kind of address.
    """
    if not is_address(path):
        return Path(path)
    try:
        from upath import UPath
    except ImportError:
        message = f'for the address "{path}" needs packages that are not installed'
        from harmonies_cli.extras import install_command

        raise UsageError(f"{message}: {install_command('cluster')}") from None
    try:
        found = UPath(path)
        found.fs  # noqa: B018 - loads the driver
    except (ImportError, ValueError) as error:
        raise UsageError(f'no driver for the address "{path}": {error}') from None
    return cast(Path, found)


def is_folder(path: Path) -> bool:
    """Return whether there is a folder; a page is a file, which only reading it would tell."""
    if not is_address(path):
        return path.is_dir()
    with as_os_errors():
        return not is_page(path) and path.is_dir()


def is_file(path: Path) -> bool:
    """Return whether there is a file that can be reached."""
    if not is_address(path):
        return path.is_file()
    try:
        with as_os_errors():
            return path.is_file()
    except OSError:
        return False


def size_at(path: Path) -> int | None:
    """Return the bytes of a file at an address; None where its server does not tell.

    Raises
    ------
    OSError
        If it cannot be reached.
    """
    with as_os_errors():
        size: int | None = path.fs.info(path.path).get("size")  # type: ignore[attr-defined]
    return size


def files_at(folder: Path) -> Iterator[Path]:
    """Yield the files of a folder at an address, and of the folders in it, in the order of their names."""
    fs, base = folder.fs, folder.path.rstrip("/")  # type: ignore[attr-defined]
    with as_os_errors():
        names = sorted(str(file)[len(base) :].lstrip("/").split("/") for file in fs.find(base))
    for parts in names:
        if not any(part.startswith(".") for part in parts):
            yield folder.joinpath(*parts)


def open_binary(path: Path) -> BinaryIO:
    """Open a file to read its bytes.

    A web server that gives no parts of a file gives a stream that cannot be sought in.

    Raises
    ------
    OSError
        If it cannot be opened, wherever it is.
    UsageError
        While it is read, if it is at an address and the connection breaks.
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
    """A file at an address, which breaks off with a sentence: what is missing is no fault of the records."""

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
        with self._reported():
            return int(self._stream.seek(offset, whence))

    def read(self, size: int = -1) -> bytes:
        with self._reported():
            data: bytes = self._stream.read(size)
        self._read += len(data)
        return data

    def close(self) -> None:
        with suppress(Exception):
            self._stream.close()
        super().close()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            how_far = f"the connection broke after {self._read:,} bytes"
            raise UsageError(f'cannot read "{self._path}": {how_far}: {_one_line(error)}; try again') from None


def _gives_parts(path: Path) -> bool:
    """Ask a web server for the second byte, and tell whether that is what it gives."""
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
    """Return whether a path is the address of a page: web servers have no folders that can be listed."""
    found = _ADDRESS.match(str(path))
    return found is not None and found[1].lower() in _PAGES


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Turn any error of a driver into an `OSError`."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(0, _one_line(error)) from error
