"""Cut files and folders into chunks of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import SEEK_END
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from harmonies_cli.batch.record_chunks import Chunk, DocumentsChunk, FilesChunk, LinesChunk
from harmonies_cli.records.files.addresses import is_address, open_binary
from harmonies_cli.records.files.documents import Document, is_json_lines, peek, unreadable
from harmonies_cli.records.files.documents import chunks as pieces_of
from harmonies_cli.records.files.paths import (
    CHUNK_BYTES,
    STDIN,
    bytes_of,
    check_paths,
    expected_size,
    files_of,
    printable,
)
from harmonies_cli.records.files.sniff import BOM, GZIP, foreign_content
from harmonies_cli.records.files.sources import file_documents, iter_documents

__all__ = ["CHUNK_BYTES", "bytes_of", "chunks_of", "documents_in_chunks"]

_PIECE = 1 << 17
_TAPER = 4
"""The largest part of the rest of its file that a chunk may be."""
_LEAST = 1 << 19


def chunks_of(paths: Sequence[str], size: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """Return the records of files and folders in chunks, in the order of `sources.iter_documents`.

    Large files of JSON Lines are cut at line ends; small files are combined.

    Parameters
    ----------
    paths
        Files, folders, or ``-`` for standard input.
    size
        Approximate bytes per chunk.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable.
    """
    check_paths(paths)
    return _chunks(paths, size)


def _chunks(paths: Sequence[str], size: int) -> Iterator[Chunk]:
    small: list[tuple[Path, str]] = []
    weight = 0
    for found, error in chain.from_iterable(map(files_of, paths)):
        source = STDIN if found is None else printable(found)
        # Workers may have another working folder.
        file = found if found is None or is_address(found) else found.absolute()
        expected = 0 if error or file is None else expected_size(file)
        if small and (file is None or error or expected is None or weight + expected > size):
            yield FilesChunk(tuple(small), weight)
            small, weight = [], 0
        if file is None:
            yield from documents_in_chunks(iter_documents([STDIN]), size)
        elif error:
            yield DocumentsChunk((unreadable(source, error),), 0)
        elif expected is None:  # a pipe
            yield from documents_in_chunks(file_documents(file, source), size)
        elif expected > size:
            yield from _large(file, source, size)
        else:
            small.append((file, source))
            weight += expected
    if small:
        yield FilesChunk(tuple(small), weight)


def _large(file: Path, source: str, size: int) -> Iterator[Chunk]:
    start = _start_of_lines(file)
    if start is None:
        yield from documents_in_chunks(file_documents(file, source), size)
        return
    empty = True
    with open_binary(file) as stream:
        for chunk in _cut(file, source, stream, start, size):
            empty = False
            yield chunk
    if empty:  # reading it will report the error
        yield from documents_in_chunks(file_documents(file, source), size)


def _start_of_lines(file: Path) -> int | None:
    """Return the start of the first line if a file is uncompressed JSON Lines, else None."""
    try:
        with open_binary(file) as stream:
            if not stream.seekable():  # a server that does not serve parts of a file
                return None
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


def _cut(file: Path, source: str, stream: BinaryIO, start: int, largest: int) -> Iterator[Chunk]:
    """Yield the lines of a file in chunks that end with a line, without blank lines at its beginning.

    The last chunks are smaller, so all workers finish at about the same time.
    """
    whole = stream.seek(0, SEEK_END)
    stream.seek(start)
    size = _size(largest, whole - start)
    first = 1  # line of the chunk
    lines = 0  # complete lines of the chunk, up to `end`
    position = end = start
    blank = True
    while piece := stream.read(min(size, _PIECE)):
        cut = piece.rfind(b"\n") + 1
        blank = blank and piece.isspace()
        if cut:
            lines += _line_ends(piece)
            end = position + cut
        position += len(piece)
        if lines and position - start >= size:
            if not blank:
                yield LinesChunk(file, source, start, end, first, first + lines - 1)
            start, first, lines = end, first + lines, 0
            size = _size(largest, whole - start)
    if position > start and not blank:
        yield LinesChunk(file, source, start, position, first, first + lines - (position == end))


def _line_ends(piece: bytes) -> int:
    number, at = 0, piece.find(b"\n")
    while at >= 0:  # unlike `count`, `find` looks at many bytes at once
        number += 1
        at = piece.find(b"\n", at + 1)
    return number


def _size(largest: int, left: int) -> int:
    return min(largest, max(_LEAST, left // _TAPER))


def documents_in_chunks(documents: Iterator[Document], size: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """Yield chunks of about `size` bytes from records that this process reads."""
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
