"""The files and folders of the command line, and their sizes."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePath

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import files_at, is_address, is_folder, open_binary, path_of, size_at
from harmonies_cli.records.files.sniff import is_own_output
from harmonies_cli.suggest import did_you_mean

__all__ = [
    "CHUNK_BYTES",
    "STDIN",
    "bytes_of",
    "check_paths",
    "expected_size",
    "files_of",
    "is_lines_name",
    "is_record_name",
    "own_outputs",
    "printable",
    "walk",
]

CHUNK_BYTES = 4 << 20
"""About 700 games of two players: much work per chunk, but little memory per process."""
_PACKED = 8
"""The assumed compression ratio of a packed file."""


def bytes_of(paths: Sequence[str]) -> int | None:
    """Estimate the bytes in files and folders; None if unknown beforehand."""
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
    """Yield the files of a path; None means standard input."""
    if path == STDIN:
        yield None, None
        return
    place = path_of(path)
    if is_folder(place):
        yield from walk(place)
    else:
        yield place, None


def expected_size(file: Path) -> int | None:
    """Estimate the bytes in a file; None for a pipe, or a page whose server does not report them."""
    try:
        if is_address(file):
            size = size_at(file)
        else:
            size = file.stat().st_size if file.is_file() else None
    except OSError:
        return 0  # reading it will report the reason
    if size is None:
        return None
    return size * _PACKED if file.name.lower().endswith(_PACKED_ENDINGS) else size


STDIN = "-"
_TEXTS = (".json", ".jsonl", ".html", ".htm", ".bgsplay", ".xml")
_ENDINGS = (*_TEXTS, *(f"{ending}.gz" for ending in _TEXTS), ".zip", ".har", ".mhtml", ".mht")
_PACKED_ENDINGS = (".gz", ".zip")


def check_paths(paths: Sequence[str]) -> None:
    """Check that all paths can be read, before reading any.

    Raises
    ------
    UsageError
        For the first path that is missing, not readable, or a folder without records.
    """
    if list(paths).count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once, but is given twice")
    for path in paths:
        if path == STDIN:
            continue
        try:
            _check(path)
        except FileNotFoundError:
            raise UsageError(f"there is no file {_quote(path)}{_similar(path)}") from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise UsageError(f"{_quote(path)} cannot be read: {reason}") from None


def walk(folder: Path) -> Iterator[tuple[Path, OSError | None]]:
    """Yield the record files of a folder and its subfolders, sorted, without hidden ones and outputs of this program.

    A folder reached again through a link is skipped. An unreadable entry has its error, so nothing is left out
    silently; the left out outputs are those of `own_outputs`.
    """
    if is_address(folder):
        yield from ((file, None) for file in files_at(folder) if file.name.lower().endswith(_ENDINGS))
        return
    yield from ((file, error) for file, error, is_own in _entries(folder) if not is_own)


def own_outputs(paths: Sequence[str]) -> Iterator[Path]:
    """Yield the files in folders on this machine that are not read, because they are outputs of this program."""
    for path in paths:
        if path != STDIN and not is_address(path) and is_folder(place := path_of(path)):
            yield from (file for file, _, is_own in _entries(place) if is_own)


def _entries(folder: Path) -> Iterator[tuple[Path, OSError | None, bool]]:
    """Yield the files to read of a folder, each with its error, and whether it is an output of this program."""
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            status = path.stat()
            if not stat.S_ISDIR(status.st_mode):
                # Reading a pipe or a device in the folder could wait for ever.
                is_file = stat.S_ISREG(status.st_mode)
                error = None if is_file else OSError(errno.EINVAL, "it is not a regular file")
                yield path, error, is_file and is_own_output(path, status.st_mtime_ns, status.st_size)
                continue
            if (status.st_dev, status.st_ino) in seen:
                continue
            seen.add((status.st_dev, status.st_ino))
            with os.scandir(path) as entries:
                names = sorted((entry.name for entry in entries if _is_wanted(entry)), reverse=True)
        except OSError as error:
            yield path, error, False
            continue
        waiting.extend(path / name for name in names)


def is_record_name(name: str) -> bool:
    """Return whether to read a file of this name in an archive; hidden files and nested archives are skipped."""
    path = PurePath(name)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return not hidden and path.name.lower().endswith(_ENDINGS) and not path.name.lower().endswith(".zip")


def is_lines_name(name: str) -> bool:
    """Return whether the name means one record per line, whatever the content."""
    return name.lower().endswith((".jsonl", ".jsonl.gz"))


def printable(path: str | Path) -> str:
    """Return a path as printable text, even if its bytes are not UTF-8."""
    return str(path).encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _quote(path: str) -> str:
    return f'"{printable(path)}"'


def _is_wanted(entry: os.DirEntry[str]) -> bool:
    return not entry.name.startswith(".") and (entry.name.lower().endswith(_ENDINGS) or entry.is_dir())


def _check(path: str) -> None:
    if not path:
        raise FileNotFoundError
    if is_address(path):
        _check_address(path)
        return
    place = Path(path)
    mode = place.stat().st_mode
    if stat.S_ISSOCK(mode):
        raise UsageError(f"{_quote(path)} is a socket, not a file")
    if stat.S_ISDIR(mode):
        first = next(walk(place), None)
        if first is None:
            raise _no_records(path)
        if first[0] == place and first[1]:
            raise first[1]
    elif stat.S_ISREG(mode):
        with place.open("rb"):
            pass
    elif not os.access(place, os.R_OK):  # opening a pipe as a test would wait for its writer
        raise PermissionError(0, "Permission denied")


def _check_address(path: str) -> None:
    place = path_of(path)
    if is_folder(place):
        if next(walk(place), None) is None:
            raise _no_records(path)
        return
    with open_binary(place):
        pass


def _no_records(path: str) -> UsageError:
    kinds = ", ".join((*_TEXTS, ".zip", ".har", ".mhtml"))
    message = f"the folder {_quote(path)} holds no records: no {kinds}, or .gz of one"
    is_dataset = any(path_of(path).glob("*.manifest"))
    return UsageError(f"{message}; it is a data set, which export and analyse read" if is_dataset else message)


def _similar(path: str) -> str:
    if is_address(path):
        return ""
    folder = Path(path).parent
    try:
        names = [printable(other.name) for other in folder.iterdir() if not other.name.startswith(".")]
    except FileNotFoundError:
        return f": the folder {_quote(str(folder))} does not exist"
    except OSError:
        return ""
    hint = did_you_mean(Path(path).name, names)
    return f"; {hint}" if hint else ""
