"""Chunks of records to read and process separately, cut from files and folders, and the progress of a long run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import SEEK_END
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Protocol

from harmonies_cli.records.files.addresses import is_address, open_binary
from harmonies_cli.records.files.documents import Document, line_documents, start_of_lines, unreadable
from harmonies_cli.records.files.paths import (
    CHUNK_BYTES,
    STDIN,
    check_paths,
    expected_size,
    files_of,
    printable,
)
from harmonies_cli.records.files.sources import file_documents, iter_documents

__all__ = ["Chunk", "DocumentsChunk", "FilesChunk", "LinesChunk", "Progress", "chunks_of", "documents_in_chunks"]

_PIECE = 1 << 17


class Chunk(Protocol):
    """Some records, in order."""

    @property
    def size(self) -> int:
        """How many bytes of the input it covers."""

    @property
    def place(self) -> str:
        """The place of its records, in words."""

    def documents(self) -> Iterator[Document]:
        """Read the records, one at a time."""


@dataclass(frozen=True, slots=True)
class FilesChunk:
    """Whole files, with their names."""

    files: tuple[tuple[Path, str], ...]
    size: int

    @property
    def place(self) -> str:
        """The first file, and the number of others."""
        more = f" and {len(self.files) - 1} more files" if len(self.files) > 1 else ""
        return self.files[0][1] + more

    def documents(self) -> Iterator[Document]:
        """Read the records, one at a time."""
        return chain.from_iterable(file_documents(file, source) for file, source in self.files)


@dataclass(frozen=True, slots=True)
class LinesChunk:
    """Some lines of a file of JSON Lines: the bytes from `start` to `end`, which are lines `first` to `last`."""

    file: Path
    source: str
    start: int
    end: int
    first: int
    last: int

    @property
    def size(self) -> int:
        """How many bytes of the input it covers."""
        return self.end - self.start

    @property
    def place(self) -> str:
        """The lines."""
        return f"{self.source}, lines {self.first} to {self.last}"

    def documents(self) -> Iterator[Document]:
        """Read the records, one at a time."""
        try:
            with open_binary(self.file) as stream:
                stream.seek(self.start)
                yield from line_documents(self.source, self._pieces(stream), self.first)
        except OSError as error:
            yield unreadable(self.source, error)

    def _pieces(self, stream: BinaryIO) -> Iterator[bytes]:
        left = self.size
        while left and (piece := stream.read(min(left, _PIECE))):
            left -= len(piece)
            yield piece


@dataclass(frozen=True, slots=True)
class DocumentsChunk:
    """Records already read, from a stream that cannot be cut."""

    read: tuple[Document, ...]
    size: int

    @property
    def place(self) -> str:
        """The first and the last record."""
        first, last = self.read[0], self.read[-1]
        lines = f", lines {first.line} to {last.line}" if first.line and last.line else ""
        return first.source + lines

    def documents(self) -> Iterator[Document]:
        """Return the records."""
        return iter(self.read)


class Progress(Protocol):
    """Receives every finished chunk."""

    def __call__(self, size: int, records: int) -> object:
        """Add the bytes and records of a chunk."""


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
    start = start_of_lines(file)
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
