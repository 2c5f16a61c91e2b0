"""A web server that serves one file in the various ways of real servers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

__all__ = ["served"]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    data = b""

    def handle_error(self, request: object, client_address: object) -> None:
        """Log nothing: readers may leave early."""


class _Handler(BaseHTTPRequestHandler):
    """``/ranges/NAME`` serves ranges, ``/whole/NAME`` does not, and ``/chunked/NAME`` gives no length either.

    ``/cut/NAME`` ends before the length it announced; ``/cutchunk/NAME`` ends early without announcing a length.
    """

    server: _Server
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(is_head=True)

    def do_GET(self) -> None:
        self._answer(is_head=False)

    def _answer(self, *, is_head: bool) -> None:
        kind = self.path.split("/")[1]
        data = self.server.data
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if kind == "missing":
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if kind == "ranges" and asked is not None:
            start, end = int(asked[1]), min(int(asked[2] or len(data)), len(data) - 1)
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
            data = data[start : end + 1]
        else:
            self.send_response(200)
        if kind == "ranges":
            self.send_header("Accept-Ranges", "bytes")
        if kind in ("chunked", "cutchunk"):
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if is_head:
            return
        if kind in ("chunked", "cutchunk"):
            for start in range(0, len(data), 1 << 16):
                if kind == "cutchunk" and start > len(data) // 2:
                    self.close_connection = True
                    return
                part = data[start : start + (1 << 16)]
                self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")
        elif kind == "cut":
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
        else:
            self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the name is the standard library's
        """Say nothing."""


@contextmanager
def served(data: bytes) -> Iterator[str]:
    """Serve bytes, and yield the address to which these paths are added."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.data = data
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
