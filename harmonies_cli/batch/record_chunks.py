"""Chunks of records to read and process separately, and the progress of a long run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Protocol

from harmonies_cli.records.files.addresses import open_binary
from harmonies_cli.records.files.documents import Document, line_documents, unreadable
from harmonies_cli.records.files.sources import file_documents

__all__ = ["Chunk", "DocumentsChunk", "FilesChunk", "LinesChunk", "Progress"]

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
