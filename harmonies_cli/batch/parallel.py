"""The output of a command for many records, made chunk by chunk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from typing import NamedTuple

from msgspec.structs import replace

from harmonies_cli.batch.executor import LostChunk, MakePool, map_chunks, process_pool
from harmonies_cli.batch.record_chunks import Chunk, Progress, chunks_of, documents_in_chunks
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.paths import CHUNK_BYTES, bytes_of, check_paths
from harmonies_cli.records.files.record_output import RecordJob, RecordOutput, join_outputs
from harmonies_cli.records.files.sources import iter_documents

__all__ = ["LOST", "pieces_of"]

LOST = "lost"
"""The name of the count of chunks that could not be processed."""

_LONG = 1 << 18


class _Stored(NamedTuple):
    """A piece with its output in a file."""

    piece: RecordOutput
    file: Path

    def taken(self) -> RecordOutput:
        """Return the piece with its output, and remove the file."""
        out = self.file.read_bytes()
        self.file.unlink()
        return replace(self.piece, out=out)


@dataclass(frozen=True, slots=True)
class _ChunkPiece:
    """Makes one piece of a chunk.

    Parameters
    ----------
    work
        The work on the records.
    folder
        Where to put a long output: between processes a file takes less time than a pipe, which passes small parts and
        copies them repeatedly.
    """

    work: RecordJob
    folder: Path | None = None

    def __call__(self, chunk: Chunk) -> RecordOutput | _Stored:
        piece = join_outputs(self.work(chunk.documents()), self.work.separator)
        if self.folder is None or len(piece.out) < _LONG:
            return piece
        try:
            handle, name = mkstemp(dir=self.folder)
        except OSError:  # no room in the folder: use the pipe
            return piece
        stored = _Stored(replace(piece, out=b""), Path(name))
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(piece.out)
        except OSError:
            stored.file.unlink()
            return piece
        return stored


def pieces_of(
    work: RecordJob,
    paths: Sequence[str],
    *,
    jobs: int = 1,
    make_pool: MakePool = process_pool,
    advance: Progress = lambda size, records: None,
    size: int = CHUNK_BYTES,
) -> Iterator[RecordOutput]:
    """Return the results of files and folders in input order, whatever the number of workers.

    Parameters
    ----------
    work
        The work on the records.
    paths
        Files, folders, or ``-`` for standard input.
    jobs, make_pool
        See `executor.map_chunks`. One process yields a piece for each record.
    advance
        Called for every finished chunk.
    size
        Approximate bytes per chunk.

    Raises
    ------
    UsageError
        At once, if a path is missing or not readable.
    """
    check_paths(paths)
    alone = jobs == 1 and make_pool is process_pool
    total = bytes_of(paths)
    if total is None:
        return _of_stream(work, iter_documents(paths), jobs, make_pool, size)
    if alone:
        return work(_report_progress(iter_documents(paths), total, advance))
    return _of_chunks(work, chunks_of(paths, size), jobs, make_pool, advance)


def _of_stream(
    work: RecordJob, documents: Iterator[Document], jobs: int, make_pool: MakePool, size: int
) -> Iterator[RecordOutput]:
    """Yield results as records arrive, without waiting for a full chunk."""
    alone = jobs == 1 and make_pool is process_pool
    for piece in work(documents if alone else _first(documents, size)):
        yield piece
        if piece.is_last:
            return
    if not alone:
        yield from _of_chunks(work, documents_in_chunks(documents, size), jobs, make_pool, lambda size, records: None)


def _first(documents: Iterator[Document], size: int) -> Iterator[Document]:
    for document in documents:
        yield document
        size -= len(document.data)
        if size <= 0:
            return


def _report_progress(documents: Iterator[Document], total: int, advance: Progress) -> Iterator[Document]:
    """Yield groups of documents of about this many bytes, and report progress now and then."""
    size = records = 0
    for document in documents:
        yield document
        size += len(document.data) + 1  # the end of its line
        records += 1
        if size >= _LONG:
            advance(size, records)
            total -= size
            size = records = 0
    advance(max(size, total), records)


def _of_chunks(
    work: RecordJob, chunks: Iterable[Chunk], jobs: int, make_pool: MakePool, advance: Progress
) -> Iterator[RecordOutput]:
    with ExitStack() as stack:
        folder = None
        if make_pool is process_pool:
            with suppress(OSError):  # no place for files: use pipes
                folder = Path(stack.enter_context(TemporaryDirectory()))
        work_on = _ChunkPiece(work, folder)
        done = stack.enter_context(closing(map_chunks(work_on, chunks, jobs=jobs, make_pool=make_pool)))
        for chunk, result in done:
            if isinstance(result, LostChunk):
                message = f"{chunk.place}: the records could not be processed: {result.reason}\n"
                yield RecordOutput(messages=message, counts={LOST: 1}, records=0)
                continue
            piece = result.taken() if isinstance(result, _Stored) else result
            yield piece
            if piece.is_last:
                return
            advance(chunk.size, piece.records)
