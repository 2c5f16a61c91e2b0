from __future__ import annotations

import socket

import pytest

from harmonies_cli.editor.server import BODY_LIMIT
from tests.editor.served import EXAMPLE, Served


def test_only_this_machine_is_served(served: Served) -> None:
    assert served.server.server_address[0] == "127.0.0.1"
    assert served.server.address == f"http://{served.host}{served.root}"
    assert len(served.server.access.token) >= 22  # 128 bits


def test_answers_forbid_everything_from_elsewhere(served: Served) -> None:
    for answer in (served.get(""), served.get("nothing"), served.post("judge")):
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy and "http" not in policy and "*" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert answer.headers["Server"].strip() == "harmonies"


@pytest.mark.parametrize("token", ["", "wrong", "%c3%a4" * 32, "A" * 32, "%00", "."])
def test_wrong_token_finds_nothing(served: Served, token: str) -> None:
    for name in ("", "start.json"):
        assert served.ask("GET", f"/{token}/{name}").status == 404
    answer = served.ask("POST", "/wrong/save", EXAMPLE)
    assert answer.status == 404
    assert served.server.access.token.encode() not in answer.body


def test_part_of_the_token_finds_nothing(served: Served) -> None:
    for path in (served.root[:-2] + "/", served.root[:-1], "/", "//", served.root.lower() + "x"):
        assert served.ask("GET", path).status == 404, path


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost", "127.0.0.1:1", "", None])
def test_other_host_is_refused(served: Served, host: str | None) -> None:
    assert served.get("", Host=host).status == 403
    assert served.post("judge", Host=host, Origin=f"http://{host}").status == 403


def test_page_may_be_called_localhost(served: Served) -> None:
    host = f"localhost:{served.server.server_port}"
    assert served.get("", Host=host).status == 200
    assert served.post("judge", Host=host, Origin=f"http://{host}").status == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1", ""])
def test_other_origin_is_refused(served: Served, origin: str) -> None:
    before = served.file.read_bytes()
    assert served.get("start.json", Origin=origin).status == 403
    assert served.post("save", b"{}", Origin=origin).status == 403
    assert served.file.read_bytes() == before


def test_post_without_an_origin_is_refused(served: Served) -> None:
    assert served.post("judge", Origin=None).status == 403


@pytest.mark.parametrize(
    "path",
    [
        "../server.py",
        "..%2fserver.py",
        "page/../../server.py",
        "/etc/passwd",
        "index.html",
        "main.js/",
        "main.js%00",
        "__init__.py",
        "..\\server.py",
    ],
)
def test_nothing_but_the_page_is_served(served: Served, path: str) -> None:
    assert served.get(path).status == 404


def test_huge_body_is_refused_unread(served: Served) -> None:
    for length in (str(BODY_LIMIT + 1), "9" * 400):
        assert served.post("judge", b"", Content_Length=length).status == 413
    assert served.post("judge", b" " * (BODY_LIMIT - len(EXAMPLE)) + EXAMPLE).status == 200


@pytest.mark.parametrize("length", ["-1", "x", "1.5", "", "٣"])
def test_body_without_a_length_is_refused(served: Served, length: str) -> None:
    raw = (
        f"POST {served.root}judge HTTP/1.1\r\nHost: {served.host}\r\nOrigin: http://{served.host}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", served.server.server_port), timeout=10) as connection:
        connection.sendall(raw.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 411 ")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None])
def test_forms_of_other_pages_are_refused(served: Served, kind: str | None) -> None:
    assert served.post("save", Content_Type=kind).status == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "HACK"])
def test_other_methods_are_not_known(served: Served, method: str) -> None:
    assert served.ask(method, served.root).status == 501


@pytest.mark.parametrize(
    "raw", [b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70000]
)
def test_noise_does_not_stop_the_server(served: Served, raw: bytes) -> None:
    with socket.create_connection(("127.0.0.1", served.server.server_port), timeout=10) as connection:
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(1000):
                pass
        except OSError:
            pass
    assert served.get("").status == 200
