"""Containers of records: ZIP archives, and what browsers save around a page or an answer (HAR, MHTML)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import IO

import msgspec

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.files.paths import is_lines_name, is_record_name, printable
from harmonies_cli.records.files.sniff import BOM

__all__ = ["CONTAINER_LIMIT", "archive_documents", "har_members", "member_documents", "mhtml_members"]

CONTAINER_LIMIT = 256 << 20
"""Most bytes of a HAR or MHTML file, which is read as a whole."""
_MOST_MEMBERS = 1_000_000
_MOST_UNPACKED = 1 << 30
"""Most bytes that the members of a small archive unpack to."""
_LARGEST_RATIO = 200
"""Highest ratio at which a large archive unpacks: no text of records packs better than 1 to 100."""
_WORKBOOK = "xl/workbook.xml"
"""A file in every spreadsheet workbook."""
_LARGEST_WORKBOOK = 8 << 20
_OFFICE = {"[Content_Types].xml", "mimetype"}

Member = tuple[str, bytes]
"""The name of a member, and its bytes."""
Members = Callable[[bytes], Iterator[Member]]


class ContainerError(HarmoniesError):
    """A container that cannot be read, or holds no record.

    Parameters
    ----------
    message
        What is wrong.
    hint
        The remedy.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def zip_members(stream: IO[bytes]) -> Iterator[tuple[str, Callable[[], IO[bytes]] | ContainerError]]:
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
        Opens the member, or the reason it cannot be read.

    Raises
    ------
    ContainerError
        If it is not an archive of records, or unpacks to far more than records do.
    """
    import zipfile

    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise ContainerError(f"the ZIP archive is damaged: {error}", "download or copy the file again") from None
    with archive:
        members = archive.infolist()
        if _OFFICE & {member.filename for member in members}:
            raise ContainerError(
                "this is an Office document or a spreadsheet, not JSON", "save it as plain text, UTF-8, or as JSON"
            )
        wanted = [member for member in members if not member.is_dir() and is_record_name(member.filename)]
        if not wanted:
            raise ContainerError(
                "the ZIP archive holds no records", "it should hold .json, .jsonl, .html, or .gz of one"
            )
        packed = sum(member.compress_size for member in wanted)
        unpacked = sum(member.file_size for member in wanted)
        if len(wanted) > _MOST_MEMBERS or unpacked > max(_MOST_UNPACKED, _LARGEST_RATIO * packed):
            message = f"the ZIP archive unpacks to {unpacked >> 20:,} MB in {len(wanted):,} files"
            raise ContainerError(f"{message}: no archive of records does", "unpack it first, and give the folder")
        for member in wanted:
            if member.flag_bits & 1:
                yield member.filename, ContainerError("the file is encrypted in the archive", "unpack it first")
                continue

            def opener(member: zipfile.ZipInfo = member) -> IO[bytes]:
                try:
                    return archive.open(member)
                except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, OSError) as error:
                    raise ContainerError(f"the file cannot be unpacked: {error}", "unpack the archive first") from None

            yield member.filename, opener


class _HarContent(msgspec.Struct):
    text: str = ""
    encoding: str = ""


class _HarResponse(msgspec.Struct):
    content: _HarContent = msgspec.field(default_factory=_HarContent)


class _HarEntry(msgspec.Struct):
    response: _HarResponse = msgspec.field(default_factory=_HarResponse)


class _HarLog(msgspec.Struct):
    entries: list[_HarEntry]


class _Har(msgspec.Struct):
    log: _HarLog


def har_members(data: bytes) -> Iterator[Member]:
    """Yield the answers in a HAR file that hold a record, named by the number of their entry from 1.

    Raises
    ------
    ContainerError
        If it is damaged or holds no such answer.
    """
    try:
        har = msgspec.json.decode(data.removeprefix(BOM), type=_Har)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ContainerError(f"the HAR file is damaged: {error}", "save it again from the browser") from None
    number = 0
    for index, entry in enumerate(har.log.entries, 1):
        content = _har_bytes(entry.response.content)
        if _holds_record(content):
            number += 1
            yield str(index), content
    if not number:
        raise ContainerError(
            f"the HAR file holds no game: none of its {len(har.log.entries)} answers is a log or a replay page",
            "open the table's replay with the network tab open, then save the HAR with content",
        )


def _har_bytes(content: _HarContent) -> bytes:
    if content.encoding != "base64":
        return content.text.encode("utf-8", "surrogatepass")
    from base64 import b64decode

    try:
        return b64decode(content.text)
    except ValueError:
        return b""


def mhtml_members(data: bytes) -> Iterator[Member]:
    """Yield the pages in an MHTML file that hold a record, named by their number from 1, in UTF-8 with a BOM.

    Raises
    ------
    ContainerError
        If there is none, or a page is not in its declared charset.
    """
    from email import message_from_bytes, policy

    message = message_from_bytes(data, policy=policy.compat32)
    pages = [part for part in message.walk() if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    number = 0
    for index, page in enumerate(pages, 1):
        content = page.get_payload(decode=True)
        if not isinstance(content, bytes) or not _holds_record(content):
            continue
        number += 1
        charset = page.get_content_charset()
        yield str(index), content if charset is None else BOM + _in_charset(content, charset).encode()
    if not number:
        raise ContainerError(
            f"the MHTML file holds no game: none of its {len(pages)} pages is a saved replay",
            "open the table's replay on the site and save that page",
        )


def _in_charset(content: bytes, charset: str) -> str:
    from harmonies_cli.records.files.charsets import CharsetError, decode_as

    try:
        return decode_as(content, charset)
    except CharsetError as error:
        raise ContainerError(f"a page in the MHTML file: {error}", error.hint) from None


def _holds_record(data: bytes) -> bool:
    from harmonies_cli.records.foreign import reader_of

    reader = reader_of(data)
    return reader is not None and reader.holds_record(data)


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
    import zlib
    from lzma import LZMAError

    with SpooledTemporaryFile(max_size=CONTAINER_LIMIT) as spool:
        for piece in pieces:
            spool.write(piece)
        name = source
        try:
            if _is_workbook(spool):
                yield from _workbook_documents(source, spool)
                return
            for member, opener in zip_members(spool):
                name = f"{source}!{printable(member)}"
                if isinstance(opener, ContainerError):
                    yield problem_document(name, None, opener.message, opener.hint)
                    continue
                with opener() as unpacked:
                    yield from read(name, unpacked, is_lines_name(member))
        except ContainerError as error:
            yield problem_document(name, None, error.message, error.hint)
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
        raise ContainerError(f"the workbook is larger than {_LARGEST_WORKBOOK >> 20} MB", "score pads are small files")
    yield from collection.documents(source, data)


def member_documents(source: str, pieces: Iterable[bytes], members: Members) -> Iterator[Document]:
    """Yield the records in a HAR or MHTML file; a damaged file, or one without records, yields its problem.

    Parameters
    ----------
    source
        The name of the file; a record in it is ``saved.har!7``, the seventh answer.
    pieces
        Its bytes.
    members
        Extracts the records: `har_members` or `mhtml_members`.
    """
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > CONTAINER_LIMIT:
            message = f"the file is larger than {CONTAINER_LIMIT >> 20} MB"
            yield problem_document(source, None, message, "save the log or the replay page alone")
            return
    try:
        for name, content in members(bytes(data)):
            yield Document(f"{source}!{name}", None, content)
    except ContainerError as error:
        yield problem_document(source, None, error.message, error.hint)
