"""Bytes in pieces: no file is ever held as a whole."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import IO, BinaryIO

from harmonies_cli.records.files.sniff import record_a_line

__all__ = ["RECORD_LIMIT", "chunks", "is_json_lines", "peek"]

RECORD_LIMIT = 64 * 1024 * 1024  # bytes of one record
_CHUNK = 1 << 18
_HEAD = 64


def chunks(stream: io.RawIOBase | BinaryIO | IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a stream as they come."""
    # Records from a pipe are wanted at once: read1 does not wait for a full chunk.
    read = getattr(stream, "read1", stream.read)
    while chunk := read(_CHUNK):
        yield chunk


def peek(pieces: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Return enough bytes to recognise them, and the pieces after them."""
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= _HEAD:
            break
    return head, pieces


def is_json_lines(pieces: Iterator[bytes]) -> tuple[bool, Iterator[bytes]]:
    """Distinguish JSON Lines from a single record; the pieces come back as if nothing had been read."""
    parts: list[bytes] = []
    size = 0
    enough = 0
    line_ended = False
    for piece in pieces:
        parts.append(piece)
        size += len(piece)
        line_ended = line_ended or b"\n" in piece
        # Looking again only at twice the size keeps the work linear; an endless line is never joined.
        if line_ended and size >= enough:
            parts = [b"".join(parts)]
            verdict = record_a_line(parts[0])
            if verdict is not None:
                return verdict, chain(parts, pieces)
            enough = 2 * size
        if size > RECORD_LIMIT:
            break
    return False, chain(parts, pieces)
