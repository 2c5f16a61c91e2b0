"""Unpacking gzip data piece by piece, so that no member can fill the memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from harmonies_cli.errors import HarmoniesError

__all__ = ["GzipError", "gunzip"]

_PIECE = 1 << 18


class GzipError(HarmoniesError):
    """Gzip data that are damaged or stop in the middle."""


def gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack the members of gzip data, however they are cut into chunks.

    The gzip module loses what stands before a damaged spot, and hides the state that a limit needs.

    Yields
    ------
    bytes
        Pieces of at most 256 KiB.

    Raises
    ------
    GzipError
        At the spot where the data cannot be unpacked; everything before it has been yielded.
    """
    member = None
    members = 0
    for chunk in chunks:
        while chunk:
            if member is None:
                if members:  # tape archives and some tools pad the end with zero bytes
                    chunk = chunk.lstrip(b"\0")
                    if not chunk:
                        break
                member = zlib.decompressobj(wbits=31)
                members += 1
            full = True
            while full and not member.eof:
                try:
                    piece = member.decompress(chunk, _PIECE)
                except zlib.error as error:
                    raise GzipError("the gzip data are damaged") from error
                if piece:
                    yield piece
                chunk = member.unconsumed_tail
                full = len(piece) == _PIECE
            if member.eof:
                chunk = member.unused_data
                member = None
    if member is not None:
        raise GzipError("the gzip data stop in the middle")
