"""Documents: the bytes of a record each, or the reason why they are missing. No file is in memory as a whole."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO

import msgspec

from harmonies_cli.records.files.addresses import open_binary
from harmonies_cli.records.files.sniff import BOM, GZIP, foreign_content, record_a_line
from harmonies_cli.records.problems import Problem

__all__ = [
    "RECORD_LIMIT",
    "Document",
    "chunks",
    "is_json_lines",
    "line_documents",
    "peek",
    "problem_document",
    "start_of_lines",
    "unreadable",
    "whole_document",
]

RECORD_LIMIT = 64 * 1024 * 1024  # bytes of one record
_CHUNK = 1 << 18
_HEAD = 64


def chunks(stream: io.RawIOBase | BinaryIO | IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a stream as they arrive."""
    # read1 does not wait for a full chunk, so records from a pipe are available immediately.
    read = getattr(stream, "read1", stream.read)
    while chunk := read(_CHUNK):
        yield chunk


def peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return enough bytes to recognise the format, and the following pieces."""
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= _HEAD:
            break
    return head, pieces


def is_json_lines(pieces: Iterator[bytes]) -> tuple[bool, Iterator[bytes]]:
    """Return whether the pieces are JSON Lines and not a single record, and all pieces again."""
    parts: list[bytes] = []
    size = 0
    enough = 0
    line_ended = False
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        line_ended = line_ended or b"\n" in piece
        # Checking only at each doubling of the size keeps the work linear; an endless line is never joined.
        if line_ended and size >= enough:
            parts = [b"".join(parts)]
            verdict = record_a_line(parts[0])
            if verdict is not None:
                return verdict, chain(parts, pieces)
            enough = 2 * size
        if size > RECORD_LIMIT:
            break
    return False, chain(parts, pieces)


_TEXT = re.compile(rb"\S")
_SHORTEST_RECORD = 30
"""The fewest bytes of a record: it names its format, or is a log with at least one packet."""
_LONG_LINE = re.compile(rb"[^\n]{%d}" % _SHORTEST_RECORD)
_MOST_RUBBISH = 1000
"""The most short lines in a row to list individually, because a file could have millions."""
_TOO_LONG = "put many records in JSON Lines: one record a line, each line ended"


class Document(msgspec.Struct):
    """The bytes of one record, or the reason why they are missing.

    Parameters
    ----------
    source
        The given path, the file within the given folder, or ``-``.
    line
        Line of the file, from 1; None if the record is the whole file.
    data
        The record, in UTF-8 unless its author erred; empty if there is a problem.
    problem
        The reason why the record could not be read.
    further
        More reasons.
    notes
        Remarks about it, in words.
    is_made
        Whether the record was made from another program's file, so no place in its text is a place in the file.
    pages
        The pages in the file, in words; only for its first document.
    """

    source: str
    line: int | None
    data: bytes
    problem: Problem | None = None
    further: list[Problem] = []
    notes: list[str] = []
    is_made: bool = False
    pages: list[str] = []


def whole_document(source: str, pieces: Iterator[bytes]) -> Iterator[Document]:
    """Yield a file as one record; nothing if it is blank."""
    parts: list[bytes] = []
    size = 0
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        if size > RECORD_LIMIT:
            yield problem_document(source, None, "the record is larger than 64 MB", _TOO_LONG)
            return
    data = b"".join(parts)
    if data and not data.isspace():
        yield Document(source, None, data)


def line_documents(source: str, pieces: Iterator[bytes], first: int = 1) -> Iterator[Document]:
    """Yield the records of JSON Lines, one per line.

    Parameters
    ----------
    source
        The name of the file.
    pieces
        Its bytes, cut at any points.
    first
        Number of the first line.
    """
    number = first
    parts: list[bytes] = []  # the parts of a line that continues in the next piece; dropped once the line is too long
    size = 0
    rubbish = 0  # consecutive lines too short for a record
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
            yield problem_document(source, number, "the line is longer than 64 MB", _TOO_LONG)
        if end < 0:
            continue
        line = b"".join(parts)
        while True:
            if len(line) >= _SHORTEST_RECORD:
                if rubbish > _MOST_RUBBISH:
                    yield _rubbish(source, number, rubbish)
                rubbish = 0
                if not line.isspace():
                    yield Document(source, number, line)
            elif line and not line.isspace():
                rubbish += 1
                if rubbish <= _MOST_RUBBISH:
                    yield Document(source, number, line)
            number += 1
            start = end + 1
            if rubbish > _MOST_RUBBISH:
                skipped = _after_rubbish(piece, start)
                lines = piece.count(b"\n", start, skipped)
                rubbish += lines
                number += lines
                start = skipped
            if piece[start : start + 1].isspace():
                start, blank = _after_blanks(piece, start)
                number += blank
            end = piece.find(b"\n", start)  # which checks many bytes at once, unlike `split`
            if end < 0:
                break
            line = piece[start:end]
        parts = [piece[start:]]
        size = len(parts[0])
    if rubbish > _MOST_RUBBISH:
        yield _rubbish(source, number, rubbish)
    line = b"".join(parts)
    if line and not line.isspace():
        yield Document(source, number, line)


def _rubbish(source: str, number: int, lines: int) -> Document:
    more = lines - _MOST_RUBBISH
    message = f"{more:,} more lines before this one are too short to be records"
    return problem_document(source, number, message, "a record is at least a line of JSON with its players")


def _after_rubbish(piece: bytes, start: int) -> int:
    """Return the start of the first line that is long enough for a record, or else of the last line."""
    long = _LONG_LINE.search(piece, start)
    return piece.rfind(b"\n", start, len(piece) if long is None else long.start()) + 1 or start


def _after_blanks(piece: bytes, start: int) -> tuple[int, int]:
    """Return the start of the first line that is not blank, and the number of blank lines before it."""
    text = _TEXT.search(piece, start)
    begin = piece.rfind(b"\n", start, len(piece) if text is None else text.start()) + 1
    return (begin, piece.count(b"\n", start, begin)) if begin else (start, 0)


def problem_document(source: str, line: int | None, message: str, hint: str | None) -> Document:
    """Return a document for an unreadable record."""
    return Document(source, line, b"", Problem("syntax", message, line=line, hint=hint))


def unreadable(source: str, error: OSError) -> Document:
    """Return a document for an unreadable file or folder."""
    return problem_document(source, None, f"it cannot be read: {error.strerror or error}", None)


def start_of_lines(file: Path) -> int | None:
    """Return the start of the first line if a file is uncompressed JSON Lines, else None."""
    try:
        with open_binary(file) as stream:
            if not stream.seekable():  # a server that does not serve parts of a file
                return None
            head, rest = peek(chunks(stream))
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
