"""The server of the editor's page, whose address contains the secret."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import msgspec

from harmonies_cli.editor.access import Access, NotAdmittedError, RefusedError
from harmonies_cli.editor.drafts import judge_draft, page_problem, picture, reading_of
from harmonies_cli.editor.page_requests import HEADERS, PICTURE_LIMIT, can_propose, page_files, proposals, tables
from harmonies_cli.editor.session import (
    ChangedFileError,
    EditingSession,
    NotAPositionError,
    open_position,
    text_to_save,
)
from harmonies_cli.errors import HarmoniesError, UsageError
from harmonies_cli.records.position.card_line import read_card_line, suggestions

__all__ = ["BODY_LIMIT", "EditorServer"]

BODY_LIMIT = 1 << 18
"""The largest record that the page can send, in bytes."""
_SILENT_SECONDS = 30
_PORTS = range(20000, 32000)
"""The ports of files, below those that the system gives to outgoing connections."""


class EditorServer(ThreadingHTTPServer):
    """Serves one editing session.

    Parameters
    ----------
    session
        The session.
    port
        The port; 0 for any free one. None for the file's own port, so the browser finds the drafts of an earlier run;
        if that is taken, any free one.
    access
        Decides who has access; by default only this machine's browser.

    Raises
    ------
    UsageError
        If the port is not available.
    """

    daemon_threads = True
    request_queue_size = 64  # a browser requests all parts of the page at once

    def __init__(self, session: EditingSession, port: int | None = None, access: Access | None = None) -> None:
        self.session = session
        self.access = access or Access()
        own = _PORTS[int(session.key, 16) % len(_PORTS)]
        for choice in (own, 0) if port is None else (port,):
            try:
                super().__init__((self.access.host, choice), _Handler)
                break
            except OSError as error:
                reason = error.strerror
        else:
            raise UsageError(f"cannot use port {port}: {reason}; leave out --port")

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{self.access.host}:{self.server_port}/{self.access.token}/"

    @property
    def redirect(self) -> str:
        """A page that redirects to the address, for a file that only its owner can read.

        Everybody on the machine can read a browser's command line, so the command line names that file instead.
        """
        return (
            f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={self.address}">'
            f'<title>Board editor</title><p><a href="{self.address}">Open the board editor</a>'
        )

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser may drop a connection at any time."""


class _Handler(BaseHTTPRequestHandler):
    server: EditorServer
    protocol_version = "HTTP/1.1"
    server_version = "harmonies"
    sys_version = ""
    timeout = _SILENT_SECONDS
    wbufsize = -1  # head and body go out together,
    disable_nagle_algorithm = True  # and at once
    _ends_editor = False

    def do_GET(self) -> None:
        """Answer with a file of the page, or with its starting data."""
        self._answer(self._got)

    def do_POST(self) -> None:
        """Answer the page's question about a record that it sends."""
        self._answer(self._answer_to_post)

    def _got(self) -> tuple[str, bytes]:
        name = self._name(may_lack_origin=True)
        if name == "tables.json":
            return _tables()
        if name == "start.json":
            return _json(self.server.session.start() | {"proposes": self._proposes})
        if name not in page_files():
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such page")
        return page_files()[name]

    def _answer_to_post(self) -> tuple[str, bytes]:
        name = self._name(may_lack_origin=False)
        session = self.server.session
        answers: dict[str, Callable[[bytes], Any]] = {
            "judge": judge_draft,
            "picture": picture,
            "open": lambda data: open_position(reading_of(data, "the file")),
            "text": lambda data: {"text": text_to_save(data)[0].decode()},
            "save": lambda data: session.save(data, self.headers.get("If-Match", "").strip('"')),
            "cards": _card_line,
            "quit": self._quit,
        }
        if self._proposes:
            answers["propose"] = proposals
        if name not in answers:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no such page")
        return _json(answers[name](self._body(PICTURE_LIMIT if name == "propose" else BODY_LIMIT)))

    @property
    def _proposes(self) -> bool:
        """Whether to read photographs: only for this machine's browser, so none ever crosses a network."""
        return not self.server.access.is_open_to_network and can_propose()

    def _quit(self, data: bytes) -> dict[str, Any]:
        self.close_connection = self._ends_editor = True
        return {}

    def _name(self, *, may_lack_origin: bool) -> str:
        server, device = self.server, str(self.client_address[0])
        return server.access.admit(self.path, self.headers, server.server_port, device, may_lack_origin=may_lack_origin)

    def _body(self, limit: int) -> bytes:
        if self.headers.get_content_type() != "application/json":
            raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send application/json")
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()):
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "send the length of the record")
        if len(length) > len(str(limit)) or int(length) > limit:
            what = "a position" if limit == BODY_LIMIT else "a photograph"
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"this is too long for {what}")
        return self.rfile.read(int(length))

    def _answer(self, made: Callable[[], tuple[str, bytes]]) -> None:
        status = HTTPStatus.OK
        try:
            kind, body = made()
        except NotAdmittedError as refusal:
            self.send_error(refusal.status, str(refusal))
            return
        except RefusedError as refusal:
            self.close_connection = True  # an unread body may follow
            status = refusal.status
            kind, body = _json({"error": str(refusal), "problems": []})
        except NotAPositionError as error:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
            kind, body = _json(
                {"error": str(error), "problems": [page_problem(problem, of_file=True) for problem in error.problems]}
            )
        except ChangedFileError as error:
            status = HTTPStatus.CONFLICT
            kind, body = _json({"error": str(error), "problems": [], "version": error.version})
        except HarmoniesError as error:
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            kind, body = _json({"error": str(error), "problems": []})
        self._send(status, kind, body)
        if self._ends_editor:  # only now, since the program may end at once
            self.wfile.flush()
            Thread(target=self.server.shutdown).start()

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse methods that the page never uses; on a network silently, so nobody learns what runs here."""
        self.close_connection = True
        if not self.server.access.is_open_to_network:
            self._send(HTTPStatus(code), *_json({"error": message or HTTPStatus(code).phrase, "problems": []}))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, the name is the standard library's
        """Say nothing."""


class _TypedLine(msgspec.Struct):
    text: str
    language: str = "en"


def _card_line(data: bytes) -> dict[str, Any]:
    try:
        typed = msgspec.json.decode(data, type=_TypedLine)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise RefusedError(HTTPStatus.BAD_REQUEST, "send a line of cards") from None
    entries = read_card_line(typed.text)
    built = {"entries": entries, "suggestions": suggestions(typed.text, typed.language, entries)}
    return dict(msgspec.to_builtins(built))


@cache
def _tables() -> tuple[str, bytes]:
    return _json(tables())


def _json(value: Any) -> tuple[str, bytes]:
    return "application/json", json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
