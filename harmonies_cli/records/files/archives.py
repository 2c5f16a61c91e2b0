"""Packed records: gzip data, ZIP archives, and spreadsheet workbooks, which are ZIP archives too."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import IO

from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.files.paths import is_lines_name, is_record_name, printable
from harmonies_cli.records.files.sniff import UnpackError

__all__ = ["archive_documents", "gunzip"]

_IN_MEMORY = 256 << 20
"""Bytes of an archive to keep in memory; a larger one goes to a temporary file."""
_MOST_MEMBERS = 1_000_000
_MOST_UNPACKED = 1 << 30
"""The most bytes that the members of a small archive may unpack to."""
_LARGEST_RATIO = 200
"""The highest ratio at which a large archive may unpack: no text of records packs better than 1 to 100."""
_WORKBOOK = "xl/workbook.xml"
"""A file in every spreadsheet workbook."""
_LARGEST_WORKBOOK = 8 << 20
_OFFICE = {"[Content_Types].xml", "mimetype"}


def _members(stream: IO[bytes]) -> Iterator[tuple[str, Callable[[], IO[bytes]] | UnpackError]]:
    """Yield the records in a ZIP archive, in the order of the archive.

    Parameters
    ----------
    stream
        The archive, seekable.

    Yields
    ------
    name
        The member's path in the archive.
    opener
        A function that opens the member, or the reason why it cannot be read.

    Raises
    ------
    UnpackError
        If it is not an archive of records, or unpacks to far more than records would.
    """
    import zipfile

    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise UnpackError(f"the ZIP archive is damaged: {error}", "download or copy the file again") from None
    with archive:
        members = archive.infolist()
        if _OFFICE & {member.filename for member in members}:
            raise UnpackError(
                "this is an Office document or a spreadsheet, not JSON", "save it as plain text, UTF-8, or as JSON"
            )
        wanted = [member for member in members if is_record_name(member.filename) and not member.is_dir()]
        if not wanted:
            raise UnpackError("the ZIP archive holds no records", "it should hold .json, .jsonl, .html, or .gz of one")
        packed = sum(member.compress_size for member in wanted)
        unpacked = sum(member.file_size for member in wanted)
        if len(wanted) > _MOST_MEMBERS or unpacked > max(_MOST_UNPACKED, _LARGEST_RATIO * packed):
            message = f"the ZIP archive unpacks to {unpacked >> 20:,} MB in {len(wanted):,} files"
            raise UnpackError(f"{message}, more than any archive of records", "unpack it first, and give the folder")
        for member in wanted:
            if member.flag_bits & 1:
                yield member.filename, UnpackError("the file is encrypted in the archive", "unpack it first")
                continue

            def opener(member: zipfile.ZipInfo = member) -> IO[bytes]:
                try:
                    return archive.open(member)
                except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError) as error:
                    raise UnpackError(f"the file cannot be unpacked: {error}", "unpack the archive first") from None

            yield member.filename, opener


Read = Callable[[str, IO[bytes], bool], Iterator[Document]]
"""Reads a member of an archive: its name, its bytes, and whether it is JSON Lines."""


def archive_documents(source: str, pieces: Iterable[bytes], read: Read) -> Iterator[Document]:
    """Yield the records in a ZIP archive; a damaged archive, or one without records, yields its problem.

    Parameters
    ----------
    source
        The name of the archive; a member of it is ``games.zip!a.json``.
    pieces
        Its bytes.
    read
        Reads a member.
    """
    import zipfile
    from lzma import LZMAError

    with SpooledTemporaryFile(max_size=_IN_MEMORY) as spool:
        for piece in pieces:
            spool.write(piece)
        name = source
        try:
            if _is_workbook(spool):
                yield from _workbook_documents(source, spool)
                return
            for member, opener in _members(spool):
                name = f"{source}!{printable(member)}"
                if isinstance(opener, UnpackError):
                    yield problem_document(name, None, str(opener), opener.hint)
                    continue
                with opener() as unpacked:
                    yield from read(name, unpacked, is_lines_name(member))
        except UnpackError as error:
            yield problem_document(name, None, str(error), error.hint)
        except (zipfile.BadZipFile, zlib.error, LZMAError, EOFError) as error:
            yield problem_document(name, None, f"the ZIP archive is damaged: {error}", "download or copy it again")


def _is_workbook(stream: IO[bytes]) -> bool:
    import zipfile

    try:
        with zipfile.ZipFile(stream) as archive:
            return _WORKBOOK in archive.NameToInfo
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def _workbook_documents(source: str, stream: IO[bytes]) -> Iterator[Document]:
    from harmonies_cli.records.foreign import collection_of

    stream.seek(0)
    data = stream.read(_LARGEST_WORKBOOK + 1)
    collection = collection_of(data) if len(data) <= _LARGEST_WORKBOOK else None
    if collection is None:
        raise UnpackError(f"the workbook is larger than {_LARGEST_WORKBOOK >> 20} MB", "score pads are small files")
    yield from collection.documents(source, data)


_PIECE = 1 << 18
_LARGEST_GZIP_RATIO = 250
"""The highest ratio at which gzip data may unpack: one game repeated for ever reaches 200."""
_MOST_GUNZIPPED = 8 << 20
"""Bytes, not counting blanks, that gzip data may unpack to at any ratio."""


def gunzip(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack the members of gzip data, in chunks of any size.

    The gzip module loses the data before a damaged spot, and hides the state needed for a limit.

    Yields
    ------
    bytes
        Pieces of at most 256 KiB.

    Raises
    ------
    UnpackError
        If the data cannot be unpacked or exceed the limit, after yielding everything before.
    """
    member = None
    members = packed = unpacked = 0
    for chunk in chunks:
        packed += len(chunk)
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
                    raise UnpackError("the gzip data are damaged") from error
                if not piece.isspace():  # blanks take no time
                    unpacked += len(piece)
                if unpacked > max(_MOST_GUNZIPPED, _LARGEST_GZIP_RATIO * packed):
                    message = f"the gzip data unpack to more than {_LARGEST_GZIP_RATIO} times their size"
                    raise UnpackError(message, "no file of records does: check what is in it")
                if piece:
                    yield piece
                chunk = member.unconsumed_tail
                full = len(piece) == _PIECE
            if member.eof:
                chunk = member.unused_data
                member = None
    if member is not None:
        raise UnpackError("the gzip data stop in the middle")
