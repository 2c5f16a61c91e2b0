"""Files and folders cut into chunks of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from harmonies_cli.batch.chunks import Chunk, DocumentsChunk, FilesChunk, LinesChunk
from harmonies_cli.records.chunks import chunks as pieces_of
from harmonies_cli.records.chunks import is_json_lines, peek
from harmonies_cli.records.content import BOM, GZIP, foreign_content
from harmonies_cli.records.paths import STDIN, check_paths, printable, walk
from harmonies_cli.records.sources import Document, file_documents, iter_documents, unreadable

__all__ = ["CHUNK_BYTES", "bytes_of", "chunks_of"]

CHUNK_BYTES = 4 << 20
"""Some 700 games of two players: long against the cost of a chunk, short against the memory of a process."""
_PACKED = 8
"""A packed file counts as so many times its size."""


def chunks_of(paths: Sequence[str], size: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """Return the records of files and folders in chunks, in the order of `sources.iter_documents`.

    Large files of JSON Lines are cut at line ends; small files are put together.

    Parameters
    ----------
    paths
        Files, folders, or ``-`` for standard input.
    size
        About how many bytes a chunk should have.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable.
    """
    check_paths(paths)
    return _chunks(paths, size)


def bytes_of(paths: Sequence[str]) -> int | None:
    """Return the sum of the sizes of the chunks of some paths; None where that is not known beforehand."""
    total = 0
    for file, error in chain.from_iterable(map(_files, paths)):
        if file is None or not (error or file.is_file()):
            return None
        total += 0 if error else _expected_size(file)
    return total


def _chunks(paths: Sequence[str], size: int) -> Iterator[Chunk]:
    small: list[tuple[Path, str]] = []
    weight = 0
    for file, error in chain.from_iterable(map(_files, paths)):
        expected = 0 if error or file is None else _expected_size(file)
        if small and (file is None or error or weight + expected > size):
            yield FilesChunk(tuple(small), weight)
            small, weight = [], 0
        if file is None:
            yield from _streamed(iter_documents([STDIN]), size)
        elif error:
            yield DocumentsChunk((unreadable(printable(file), error),), 0)
        elif expected > size:
            yield from _large(file, size)
        else:
            small.append((file, printable(file)))
            weight += expected
    if small:
        yield FilesChunk(tuple(small), weight)


def _files(path: str) -> Iterator[tuple[Path | None, OSError | None]]:
    """Yield the files of a path; None stands for standard input."""
    if path == STDIN:
        yield None, None
    elif Path(path).is_dir():
        yield from walk(Path(path))
    else:
        yield Path(path), None


def _expected_size(file: Path) -> int:
    try:
        size = file.stat().st_size if file.is_file() else CHUNK_BYTES * _PACKED  # a pipe has no size
    except OSError:
        return 0  # its reader will say why
    return size * _PACKED if file.name.lower().endswith(".gz") else size


def _large(file: Path, size: int) -> Iterator[Chunk]:
    source = printable(file)
    start = _start_of_lines(file) if file.is_file() else None
    if start is None:
        yield from _streamed(file_documents(file, source), size)
        return
    empty = True
    with file.open("rb", buffering=0) as stream:
        for chunk in _cut(file, source, stream, start, size):
            empty = False
            yield chunk
    if empty:  # which its reader will say
        yield from _streamed(file_documents(file, source), size)


def _start_of_lines(file: Path) -> int | None:
    """Return where the first line begins if a file is JSON Lines as it is, else None."""
    try:
        with file.open("rb", buffering=0) as stream:
            head, rest = peek(pieces_of(stream))
            if head.startswith(GZIP) or foreign_content(head):
                return None
            start = len(BOM) if head.startswith(BOM) else 0
            text = head[start:]
            if text.lstrip().startswith(b"<"):
                return None
            lines = file.name.lower().endswith(".jsonl") or is_json_lines(chain((text,), rest))[0]
            return start if lines else None
    except OSError:
        return None


def _cut(file: Path, source: str, stream: BinaryIO, start: int, size: int) -> Iterator[Chunk]:
    """Yield the lines of a file in chunks that end with a line; blank lines at its beginning are left out."""
    stream.seek(start)
    first = 1
    end = start
    lines = 0
    blank = True
    while block := stream.read(size):
        cut = block.rfind(b"\n") + 1
        blank = blank and block.isspace()
        if cut:
            lines += block.count(b"\n", 0, cut)
            if not blank:
                yield LinesChunk(file, source, start, end + cut, first, first + lines - 1)
            start, first, lines = end + cut, first + lines, 0
        end += len(block)
    if end > start and not blank:
        yield LinesChunk(file, source, start, end, first, first)


def _streamed(documents: Iterator[Document], size: int) -> Iterator[Chunk]:
    read: list[Document] = []
    weight = 0
    for document in documents:
        read.append(document)
        weight += len(document.data)
        if weight >= size:
            yield DocumentsChunk(tuple(read), weight)
            read, weight = [], 0
    if read:
        yield DocumentsChunk(tuple(read), weight)
