"""Recognise files by their first bytes: other programs' files, saved pages, JSON Lines, this program's own outputs."""

from __future__ import annotations

import re
import zlib
from functools import lru_cache
from pathlib import Path

from harmonies_cli.errors import HarmoniesError

__all__ = [
    "BOM",
    "GZIP",
    "ZIP",
    "UnpackError",
    "foreign_content",
    "is_har",
    "is_mhtml",
    "is_own_output",
    "is_wide_page",
    "may_hold_many",
    "record_a_line",
]

BOM = b"\xef\xbb\xbf"
GZIP = b"\x1f\x8b"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""Beginnings of a ZIP archive; the second is that of an empty archive."""

_TYPE_JSON = "type the boards as JSON in a text file; a picture cannot be read"
_SAVE_TEXT = "save it as plain text, UTF-8"
_UNPACK = "unpack it first; only gzip (.gz) is read packed"
_SAVE_UTF8 = "save the file again with the encoding UTF-8"

_MAGIC: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"\x89PNG", "a PNG picture", _TYPE_JSON),
    (0, b"\xff\xd8\xff", "a JPEG picture", _TYPE_JSON),
    (0, b"GIF8", "a GIF picture", _TYPE_JSON),
    (8, b"WEBP", "a WebP picture", _TYPE_JSON),
    (4, b"ftyphei", "a HEIC picture", _TYPE_JSON),
    (4, b"ftyphev", "a HEIC picture", _TYPE_JSON),
    (4, b"ftypmif1", "a HEIC picture", _TYPE_JSON),
    (4, b"ftypavif", "an AVIF picture", _TYPE_JSON),
    (4, b"ftyp", "a video", _TYPE_JSON),
    (0, b"II*\0", "a TIFF picture", _TYPE_JSON),
    (0, b"MM\0*", "a TIFF picture", _TYPE_JSON),
    (0, b"%PDF", "a PDF document", _TYPE_JSON),
    (0, b"{\\rtf", "an RTF document of a word processor", _SAVE_TEXT),
    (0, b"\xd0\xcf\x11\xe0", "an Office document", _SAVE_TEXT),
    (0, ZIP[0], "a ZIP archive", "unpack it first"),
    (0, GZIP, "gzip data inside gzip data", "unpack it once"),
    (0, b"BZh", "bzip2 data", _UNPACK),
    (0, b"\xfd7zXZ", "xz data", _UNPACK),
    (0, b"\x28\xb5\x2f\xfd", "zstd data", _UNPACK),
    (0, b"7z\xbc\xaf", "a 7z archive", _UNPACK),
    (0, b"SQLite format 3", "an SQLite database", "export the records as JSON Lines"),
    (0, b"PAR1", "a Parquet table", "a table of results is not a record"),
    (0, b"\xff\xfe\0\0", "text in the encoding UTF-32", _SAVE_UTF8),
    (0, b"\0\0\xfe\xff", "text in the encoding UTF-32", _SAVE_UTF8),
    (0, b"\xff\xfe", "text in the encoding UTF-16", _SAVE_UTF8),
    (0, b"\xfe\xff", "text in the encoding UTF-16", _SAVE_UTF8),
)


_HAR = rb'(?:\xef\xbb\xbf)?\s*\{\s*"log"\s*:\s*\{'
_MHTML = tuple(
    f"{header}:".encode()
    for header in ("from", "date", "subject", "snapshot-content-location", "mime-version", "message-id")
)


def foreign_content(head: bytes) -> tuple[str, str] | None:
    """Name the content of a file that is not text in UTF-8.

    Parameters
    ----------
    head
        The first bytes, unpacked; only 64 matter.

    Returns
    -------
    tuple of str, or None
        The content and the remedy; None if it can be text in UTF-8.
    """
    for offset, magic, name, remedy in _MAGIC:
        if head.startswith(magic, offset):
            return name, remedy
    if b"\0" not in head[:64]:
        return None
    # JSON begins with two ASCII characters: zero bytes among the first four identify the wide encodings.
    zeros = tuple(byte == 0 for byte in head[:4])
    if zeros in ((False, True, True, True), (True, True, True, False)):
        return "text in the encoding UTF-32", _SAVE_UTF8
    if zeros in ((False, True, False, True), (True, False, True, False)):
        return "text in the encoding UTF-16", _SAVE_UTF8
    return "binary data", "records are text files: JSON in UTF-8"


def is_wide_page(head: bytes) -> bool:
    """Return whether a file begins like a saved page in UTF-16, with a byte order mark."""
    codec = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(head[:2])
    return codec is not None and head[2:64].decode(codec, "ignore").lstrip().startswith("<")


def may_hold_many(data: bytes) -> bool:
    """Return whether a file may be another program's file of many records; the readers of these check further."""
    head = data[:8192].lstrip()
    if head.startswith(b"{"):
        return b'"plays"' in data
    return head.startswith(ZIP[0]) or (head.startswith(b"<") and (b"<plays" in head or b"<error" in head))


def is_har(head: bytes) -> bool:
    """Return whether a file begins like a HAR file, which a browser saves from its network tab."""
    return b'"log"' in head and re.match(_HAR, head) is not None


def is_mhtml(head: bytes) -> bool:
    """Return whether a file begins like an MHTML page, with the headers of a message."""
    return head[:32].lower().startswith(_MHTML)


def record_a_line(text: bytes) -> bool | None:
    """Distinguish JSON Lines from one record in any layout, by the first two non-blank lines.

    In one JSON document, a comma separates a closing bracket from an opening bracket on the next line; in JSON Lines
    nothing does. The other criteria only matter if one of the two lines has a typing mistake.

    Parameters
    ----------
    text
        The part of the file read so far, from its beginning.

    Returns
    -------
    bool or None
        None if the text is too short to decide; at the end of the file this means one record.
    """
    text = text.lstrip()
    first, newline, rest = text.partition(b"\n")
    rest = rest.lstrip()
    if not newline or not rest:
        return None
    first = first.rstrip()
    if first[:1] not in (b"{", b"[") or rest[:1] not in (b"{", b"["):
        return False
    balanced = first.count(b"{") == first.count(b"}") and first.count(b"[") == first.count(b"]")
    if first[-1:] in (b"}", b"]") and balanced:
        return True
    second, newline, _ = rest.partition(b"\n")
    if b'"format"' in first and b'"format"' in second:
        return True
    return False if newline else None


_OWN_HEAD = 1 << 13
_STRING = rb'"(?:[^"\\]|\\.)*"'
_LINE = rb'"line":(?:null|[0-9]+)'
_JUDGED = rb'\{"source":%s,%s,"id":(?:null|%s),"kind":(?:null|"position"|"game"),"side":' % (_STRING, _LINE, _STRING)
_REVIEWED = rb'\{"id":(?:null|%s),"source":%s,%s,"side":(?:null|"[AB]"),"finished":' % (_STRING, _STRING, _LINE)
_OUTPUT = rb"|".join(
    (
        rb'<!doctype html>[^>]*>[^>]*>[^>]*>\s*<meta name="generator" content="harmonies-cli">',
        rb'\{\s*"format": "harmonies-analysis"',
        rb'(?:\{"records": \[\s*)?%s' % _JUDGED,
        rb'(?:\{"reviews": \[\s*)?%s' % _REVIEWED,
        rb'\{"(?:records|reviews)": \[\s*\]',
        rb'\{\s*"(?:cards|rulings|codes)": \[\s*\{\s*"(?:id|topic|code)":',
    )
)
"""The beginnings of what the program writes; no record has any of them."""


@lru_cache(maxsize=1 << 16)  # folders are walked several times: to size them, to protect inputs, to read them
def is_own_output(file: Path, modified: int, size: int) -> bool:
    """Return whether a file is an output of this program, and not a record.

    Parameters
    ----------
    file
        The file.
    modified, size
        The time in nanoseconds at which it was modified, and its bytes: a changed file is read again.
    """
    try:
        with file.open("rb", buffering=0) as stream:
            head = stream.read(_OWN_HEAD)
        if head.startswith(GZIP):
            head = zlib.decompressobj(wbits=31).decompress(head, _OWN_HEAD)
    except (OSError, zlib.error):
        return False  # reading it will report the reason
    return re.match(_OUTPUT, head) is not None


class UnpackError(HarmoniesError):
    """Packed data are damaged, have no record, or unpack to far more than records would.

    Parameters
    ----------
    message
        What is wrong.
    hint
        The remedy.
    """

    def __init__(self, message: str, hint: str = "download or copy the file again") -> None:
        super().__init__(message)
        self.hint = hint
