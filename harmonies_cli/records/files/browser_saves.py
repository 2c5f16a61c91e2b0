"""Files saved by browsers: pages in the charset that they declare, and HAR and MHTML files with pages and answers.

Nothing in a page is silently replaced.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.files.documents import Document, problem_document
from harmonies_cli.records.files.sniff import BOM, UnpackError
from harmonies_cli.safe_text import safe

if TYPE_CHECKING:
    from email.message import Message

__all__ = ["CharsetError", "decode_as", "decode_page", "har_members", "member_documents", "mhtml_members"]

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})""",
    re.IGNORECASE,
)
_HEAD = 4096
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_LARGEST = 256 << 20
"""The most bytes of a HAR or MHTML file, which is read as a whole."""
_LONGEST_CHARSET = 40
"""The most letters of an unknown charset that a message shows."""
_SAVE_AGAIN = "save the page again from the browser, or save it with the encoding UTF-8"

Member = tuple[str, bytes]
"""The name of a member, and its bytes."""
Members = Callable[[bytes], Iterator[Member]]


class CharsetError(HarmoniesError):
    """Bytes that are invalid in a charset, or an unknown charset.

    Parameters
    ----------
    message
        The fault and its place.
    line, column
        The place, from 1; None if the charset is unknown. Columns count bytes.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.hint = _SAVE_AGAIN


def decode_page(data: bytes) -> str:
    """Return the text of an HTML page, decoded by its BOM, or else by its declared charset, or else as UTF-8.

    Raises
    ------
    CharsetError
        If the charset is unknown or cannot decode all bytes.
    """
    if data.startswith(BOM):
        return _decode(data, "utf-8", len(BOM), "its byte order mark says")
    for mark, name in _WIDE.items():
        if data.startswith(mark):
            return _decode(data, name, len(mark), "its byte order mark says")
    declared = _DECLARED.search(data[:_HEAD])
    if declared is None:
        return _decode(data, "utf-8", 0, "a page that declares no charset should be")
    return decode_as(data, (declared[1] or declared[2]).decode())


def decode_as(data: bytes, charset: str, why: str = "it declares") -> str:
    """Decode text in the charset that a page or header names; error messages give the reason `why` it should be that.

    Raises
    ------
    CharsetError
        If the charset is unknown or cannot decode all bytes.
    """
    try:
        name = codecs.lookup(charset).name
        "".encode(name)  # some codecs are not for text
    except (LookupError, ValueError):  # ValueError: the name has a zero byte, or the codec always fails
        shown = safe(charset[:_LONGEST_CHARSET])
        raise CharsetError(f'the page declares the charset "{shown}", which is unknown') from None
    if name in ("iso8859-1", "ascii"):
        name = "cp1252"  # as browsers read these names (WHATWG, Encoding)
    if name.startswith("utf-16"):
        name = "utf-8"  # a declaration that is readable as ASCII is not in UTF-16
    return _decode(data, name, 0, why)


def _decode(data: bytes, name: str, start: int, why: str) -> str:
    try:
        return data[start:].decode(name)
    except UnicodeError as error:
        at = start + getattr(error, "start", 0)  # codecs of domain names give no place
    line = data.count(b"\n", 0, at) + 1
    column = at - (data.rfind(b"\n", 0, at) + 1) + 1
    bad = data[at]
    raise CharsetError(f"byte 0x{bad:02X} is not {name.upper()}, which {why}", line, column)


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
    """Yield the answers in a HAR file that contain a record, named by the number of their entry from 1.

    Raises
    ------
    UnpackError
        If the file is damaged or has no such answer.
    """
    try:
        har = msgspec.json.decode(data.removeprefix(BOM), type=_Har)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnpackError(f"the HAR file is damaged: {error}", "save it again from the browser") from None
    number = 0
    for index, entry in enumerate(har.log.entries, 1):
        content = _har_bytes(entry.response.content)
        if _holds_record(content):
            number += 1
            yield str(index), content
    if not number:
        raise UnpackError(
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
    """Yield the pages in an MHTML file that contain a record, named by their number from 1, in UTF-8 with a BOM.

    Raises
    ------
    UnpackError
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
        charset = _charset_of(page)
        yield str(index), content if charset is None else BOM + _in_charset(content, charset).encode()
    if not number:
        raise UnpackError(
            f"the MHTML file holds no game: none of its {len(pages)} pages is a saved replay",
            "open the table's replay on the site and save that page",
        )


def _charset_of(page: Message) -> str | None:
    try:
        return page.get_content_charset()
    except ValueError:  # it is written in a charset whose name has a zero byte
        return str(page.get_param("charset"))


def _in_charset(content: bytes, charset: str) -> str:
    try:
        return decode_as(content, charset)
    except CharsetError as error:
        raise UnpackError(f"a page in the MHTML file: {error}", error.hint) from None


def _holds_record(data: bytes) -> bool:
    from harmonies_cli.records.foreign import reader_of

    reader = reader_of(data)
    return reader is not None and reader.holds_record(data)


def member_documents(source: str, pieces: Iterable[bytes], members: Members) -> Iterator[Document]:
    """Yield the records in a HAR or MHTML file; a damaged file, or one without records, yields its problem.

    Parameters
    ----------
    source
        The name of the file; a record in it is ``saved.har!7``, the seventh answer.
    pieces
        Its bytes.
    members
        The function that extracts the records: `har_members` or `mhtml_members`.
    """
    data = bytearray()
    for piece in pieces:
        data += piece
        if len(data) > _LARGEST:
            message = f"the file is larger than {_LARGEST >> 20} MB"
            yield problem_document(source, None, message, "save the log or the replay page alone")
            return
    try:
        for name, content in members(bytes(data)):
            yield Document(f"{source}!{name}", None, content)
    except UnpackError as error:
        yield problem_document(source, None, str(error), error.hint)
