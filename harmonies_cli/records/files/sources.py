"""Records as bytes, out of files, folders, gzip data and standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import msgspec

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_folder, open_binary, path_of
from harmonies_cli.records.files.paths import STDIN, check_paths, printable, walk
from harmonies_cli.records.files.sniff import BOM, GZIP, GzipError, foreign_content, gunzip
from harmonies_cli.records.files.stream import RECORD_LIMIT, chunks, is_json_lines, peek
from harmonies_cli.records.problems import Problem

__all__ = ["RECORD_LIMIT", "Document", "file_documents", "iter_documents", "line_documents", "unreadable"]

_TOO_LONG = "many records belong in JSON Lines: one record a line, each line ended"


class Document(msgspec.Struct):
    """The bytes of one record, or why there are none.

    Parameters
    ----------
    source
        The path as given, the file within the folder given, or ``-``.
    line
        Line of the file, from 1; None if the record is the whole file.
    data
        The record, UTF-8 unless its author erred; empty if there is a problem.
    problem
        Why the record could not be read.
    """

    source: str
    line: int | None
    data: bytes
    problem: Problem | None = None


def iter_documents(paths: Sequence[str]) -> Iterator[Document]:
    """Return the records of files and folders, one at a time, in the order given.

    What a file holds decides, not its name: one record in any layout, a record a line, a saved page of
    Board Game Arena; packed with gzip or not. Only ``.jsonl`` (``.jsonl.gz``) always means a record a line.
    A record that cannot be read yields a document with a problem, and reading goes on behind it.

    Parameters
    ----------
    paths
        Files, folders (read with all folders in them), or ``-`` for standard input.

    Raises
    ------
    UsageError
        At once, before anything is read, if a path is missing or not readable.
    """
    check_paths(paths)
    return chain.from_iterable(_path_documents(path) for path in paths)


def _path_documents(path: str) -> Iterator[Document]:
    if path == STDIN:
        if sys.stdin is None:
            raise UsageError("standard input (-) is closed")
        yield from _read(STDIN, sys.stdin.buffer, lines=False)
        return
    place = path_of(path)
    if not is_folder(place):
        yield from file_documents(place, printable(path))
    else:
        for file, error in walk(place):
            if error:
                yield unreadable(printable(file), error)
            else:
                yield from file_documents(file, printable(file))


def file_documents(file: Path, source: str) -> Iterator[Document]:
    """Yield the records of one file.

    Parameters
    ----------
    file
        The file; if it cannot be read, that is the problem of its one document.
    source
        The name that it goes by.
    """
    try:
        stream = open_binary(file)
    except OSError as error:
        yield unreadable(source, error)
        return
    with stream:
        yield from _read(source, stream, lines=file.name.lower().endswith((".jsonl", ".jsonl.gz")))


def _read(source: str, stream: io.RawIOBase | BinaryIO, lines: bool) -> Iterator[Document]:
    read_to = 0
    try:
        head, rest = peek(chunks(stream))
        if head.startswith(GZIP):
            head, rest = peek(gunzip(chain((head,), rest)))
        foreign = foreign_content(head)
        if foreign:
            yield _problem(source, None, f"this is {foreign[0]}, not JSON", foreign[1])
            return
        head = head.removeprefix(BOM)
        pieces: Iterator[bytes] = chain((head,), rest)
        if head.lstrip().startswith(b"<"):  # a saved page, whatever its name
            lines = False
        elif not lines:
            lines, pieces = is_json_lines(pieces)
        documents = line_documents(source, pieces) if lines else _whole(source, pieces)
        empty = True
        for document in documents:
            empty = False
            read_to = document.line or 0
            yield document
        if empty:
            hint = "it should hold a record, or JSON Lines: a record a line"
            yield _problem(source, None, "there is nothing in it but blanks" if head else "it is empty", hint)
    except GzipError as error:
        hint = "download or copy the file again"
        if read_to:
            hint += f"; the records up to line {read_to} have been read"
        yield _problem(source, read_to + 1 if read_to else None, str(error), hint)
    except OSError as error:
        yield unreadable(source, error)


def _whole(source: str, pieces: Iterator[bytes]) -> Iterator[Document]:
    parts: list[bytes] = []
    size = 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > RECORD_LIMIT:
            yield _problem(source, None, "the record is larger than 64 MB", _TOO_LONG)
            return
    data = b"".join(parts)
    if data and not data.isspace():
        yield Document(source, None, data)


def line_documents(source: str, pieces: Iterator[bytes], first: int = 1) -> Iterator[Document]:
    """Yield the records of JSON Lines, one a line.

    Parameters
    ----------
    source
        The name of the file.
    pieces
        Its bytes, cut anywhere.
    first
        Number of the first line.
    """
    number = first
    parts: list[bytes] = []  # of the line that goes on in the next piece; none once the line is too long
    size = 0
    for piece in pieces:
        if not size and piece.isspace() and piece.endswith(b"\n"):
            number += piece.count(b"\n")
            continue
        end = piece.find(b"\n")
        head = piece if end < 0 else piece[:end]
        size += len(head)
        if size <= RECORD_LIMIT:
            parts.append(head)
        elif parts:
            parts.clear()
            yield _problem(source, number, "the line is longer than 64 MB", _TOO_LONG)
        if end < 0:
            continue
        line = b"".join(parts)
        while True:
            if line and not line.isspace():
                yield Document(source, number, line)
            number += 1
            start = end + 1
            end = piece.find(b"\n", start)  # which looks at many bytes at once, unlike `split`
            if end < 0:
                break
            line = piece[start:end]
        parts = [piece[start:]]
        size = len(parts[0])
    line = b"".join(parts)
    if line and not line.isspace():
        yield Document(source, number, line)


def _problem(source: str, line: int | None, message: str, hint: str | None) -> Document:
    return Document(source, line, b"", Problem("syntax", message, line=line, hint=hint))


def unreadable(source: str, error: OSError) -> Document:
    """Return the document that stands for a file or folder which cannot be read."""
    return _problem(source, None, f"it cannot be read: {error.strerror or error}", None)
