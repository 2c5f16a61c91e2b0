"""Local paths, and addresses of remote storage such as ``s3://bucket/games.jsonl``, in one form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from harmonies_cli.errors import UsageError

__all__ = ["as_os_errors", "files_at", "is_address", "is_file", "is_folder", "open_binary", "path_of"]

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_PAGES = ("http", "https")


def is_address(path: str | Path) -> bool:
    """Tell whether a path leads to storage elsewhere."""
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
        message = f'for the address "{path}" packages are needed that are not installed'
        from harmonies_cli.extras import install_command

        raise UsageError(f"{message}: {install_command('cluster')}") from None
    try:
        found = UPath(path)
        found.fs  # noqa: B018 - loads the driver
    except (ImportError, ValueError) as error:
        raise UsageError(f'no driver for the address "{path}": {error}') from None
    return cast(Path, found)


def is_folder(path: Path) -> bool:
    """Tell whether there is a folder; pages are files, for to ask would be to read them."""
    if not is_address(path):
        return path.is_dir()
    with as_os_errors():
        return _kind(path) not in _PAGES and path.is_dir()


def is_file(path: Path) -> bool:
    """Tell whether there is a file that can be reached."""
    if not is_address(path):
        return path.is_file()
    try:
        with as_os_errors():
            return path.is_file()
    except OSError:
        return False


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

    Raises
    ------
    OSError
        If it cannot be read, wherever it is.
    """
    if not is_address(path):
        return cast(BinaryIO, path.open("rb", buffering=0))
    with as_os_errors():
        return cast(BinaryIO, path.open("rb"))


def _kind(path: Path) -> str:
    found = _ADDRESS.match(str(path))
    return found[1].lower() if found else ""


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Turn any error of a driver into an `OSError`."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(0, f"{type(error).__name__}: {error}") from error
