"""Text of pages in the charset that they declare; nothing is silently replaced."""

from __future__ import annotations

import codecs
import re

from harmonies_cli.errors import HarmoniesError
from harmonies_cli.records.files.sniff import BOM

__all__ = ["CharsetError", "decode_as", "decode_page"]

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})""",
    re.IGNORECASE,
)
_HEAD = 4096
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_SAVE_AGAIN = "save the page again from the browser, or save it with the encoding UTF-8"


class CharsetError(HarmoniesError):
    """Bytes that are invalid in a charset, or an unknown charset.

    Parameters
    ----------
    message
        What is wrong, and where.
    line, column
        The place, from 1; None if the charset is unknown. Columns count bytes.
    """

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.hint = _SAVE_AGAIN


def decode_page(data: bytes) -> str:
    """Return the text of an HTML page: decoded by its BOM, else by its declared charset, else as UTF-8.

    Raises
    ------
    CharsetError
        If the charset is unknown or cannot decode all bytes.
    """
    if data.startswith(BOM):
        return _decoded(data, "utf-8", len(BOM), "its byte order mark says")
    for mark, name in _WIDE.items():
        if data.startswith(mark):
            return _decoded(data, name, len(mark), "its byte order mark says")
    declared = _DECLARED.search(data[:_HEAD])
    if declared is None:
        return _decoded(data, "utf-8", 0, "a page that declares no charset should be")
    return decode_as(data, (declared[1] or declared[2]).decode())


def decode_as(data: bytes, charset: str, why: str = "it declares") -> str:
    """Return text in a charset named by a page or a header; an error message gives `why` it should be.

    Raises
    ------
    CharsetError
        If the charset is unknown or cannot decode all bytes.
    """
    try:
        name = codecs.lookup(charset).name
        "".encode(name)  # some codecs are not for text
    except LookupError:
        raise CharsetError(f'the page declares the charset "{charset}", which is unknown') from None
    if name in ("iso8859-1", "ascii"):
        name = "cp1252"  # as browsers read these names (WHATWG, Encoding)
    if name.startswith("utf-16"):
        name = "utf-8"  # a declaration readable as ASCII is not in UTF-16
    return _decoded(data, name, 0, why)


def _decoded(data: bytes, name: str, start: int, why: str) -> str:
    try:
        return data[start:].decode(name)
    except UnicodeDecodeError as error:
        at = start + error.start
    line = data.count(b"\n", 0, at) + 1
    column = at - (data.rfind(b"\n", 0, at) + 1) + 1
    bad = data[at]
    raise CharsetError(f"byte 0x{bad:02X} is not {name.upper()}, which {why}", line, column)
