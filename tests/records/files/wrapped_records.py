"""Files wrapped as browsers, archives and clipboards do."""

from __future__ import annotations

import base64
import io
import json
import quopri
import zipfile
from collections.abc import Callable

__all__ = ["PAGE_WRAPPERS", "TEXT_WRAPPERS", "WRAPPERS", "har", "mhtml", "zipped"]


def har(*answers: tuple[bytes, bool], indent: int | None = None) -> bytes:
    """Return a HAR file with responses, each base64 or not."""
    entries = [
        {
            "request": {"method": "GET", "url": f"https://example.org/{number}"},
            "response": {"status": 200, "content": {"mimeType": "text/plain", **_content(data, packed)}},
        }
        for number, (data, packed) in enumerate(answers)
    ]
    log = {"version": "1.2", "creator": {"name": "x", "version": "1"}, "entries": entries}
    return json.dumps({"log": log}, indent=indent).encode()


def _content(data: bytes, packed: bool) -> dict[str, str]:
    return {"text": base64.b64encode(data).decode(), "encoding": "base64"} if packed else {"text": data.decode()}


def mhtml(page: bytes, charset: str | None = None) -> bytes:
    """Return a page as a browser saves it with all its files."""
    declared = f"text/html; charset={charset}" if charset else "text/html"
    lines = [
        b"From: <Saved by Blink>",
        b"Snapshot-Content-Location: https://example.org/replay",
        b"Subject: Replay",
        b"MIME-Version: 1.0",
        b'Content-Type: multipart/related; type="text/html"; boundary="--x--"',
        b"",
        b"----x--",
        f"Content-Type: {declared}".encode(),
        b"Content-Transfer-Encoding: quoted-printable",
        b"",
        quopri.encodestring(page),
        b"----x--",
        b"Content-Type: image/png",
        b"Content-Transfer-Encoding: base64",
        b"",
        base64.b64encode(b"\x89PNG picture"),
        b"----x----",
        b"",
    ]
    return b"\r\n".join(lines)


def zipped(*members: tuple[str, bytes]) -> bytes:
    """Return a ZIP archive."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members:
            out.writestr(name, data)
    return archive.getvalue()


def _quoted(data: bytes) -> bytes:
    return json.dumps(data.decode()).encode()


def _single(data: bytes) -> bytes:
    return b"'" + data.replace(b"\\", b"\\\\").replace(b"'", b"\\'") + b"'"


WRAPPERS: dict[str, Callable[[bytes], bytes]] = {
    "har": lambda data: har((b"body {}", False), (data, False), (b"\x89PNG", True)),
    "har-base64": lambda data: har((data, True), indent=2),
    "zip": lambda data: zipped(("readme.txt", b"none"), ("games/a.json", data)),
}
"""Wrappers for both a log and a page."""
PAGE_WRAPPERS: dict[str, Callable[[bytes], bytes]] = {"mhtml": mhtml}
TEXT_WRAPPERS: dict[str, Callable[[bytes], bytes]] = {
    "quoted": _quoted,
    "single quotes": _single,
    "single quotes, unescaped": lambda data: b"'" + data.replace(b"'", b"") + b"'",
    "console": lambda data: b"> " + data,
    "console with place": lambda data: b"VM1234:1 " + data + b"\n",
    "script": lambda data: b"var g_gamelogs = " + data + b";\n",
    "assignment": lambda data: b"g_gamelogs=" + data,
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
}
"""What clipboards and consoles add around a log."""
