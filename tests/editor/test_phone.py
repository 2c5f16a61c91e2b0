"""The editor served to a phone, and to nobody else."""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.editor.access import Access, network_address
from harmonies_cli.errors import UsageError
from tests.editor.browser_page import Page
from tests.editor.served import EXAMPLE, Served

NETWORK = "127.0.0.2"
"""In place of this machine's address on a network; other devices have other addresses of 127.0.0.0/8."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux answers on all of 127.0.0.0/8")


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Served]:
    file = tmp_path / "game.json"
    file.write_bytes(EXAMPLE)
    running = Served(file, 0, Access(NETWORK))
    yield running
    running.end()


def raw(served: Served, request: bytes) -> bytes:
    """Send any bytes, and return the whole response."""
    answer = b""
    with socket.create_connection((NETWORK, served.server.server_port), timeout=10) as connection:
        try:
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(1 << 16):
                answer += part
        except OSError:
            pass
    return answer


def request(served: Served, *, method: str = "GET", path: str | None = None, **headers: str) -> bytes:
    all_headers = {"Host": served.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [
        f"{method} {served.root if path is None else path} HTTP/1.1",
        *(f"{a}: {b}" for a, b in all_headers.items()),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


def device(served: Served, address: str) -> int:
    """Request the page from another device, and return the status."""
    connection = http.client.HTTPConnection(NETWORK, served.server.server_port, 10, (address, 0))
    connection.request("GET", served.root, headers={"Host": served.host})
    return connection.getresponse().status


def test_phone_with_the_secret_is_served(phone: Served) -> None:
    assert phone.get("").status == 200
    assert phone.save().status == 200
    assert phone.server.address == f"http://{NETWORK}:{phone.server.server_port}{phone.root}"


def test_secret_has_128_bits_and_is_new_each_time() -> None:
    tokens = {Access(NETWORK).token for _ in range(50)}
    assert len(tokens) == 50
    assert all(re.fullmatch(r"[\w-]{22}", token) for token in tokens)  # 22 characters of six bits


def test_nothing_comes_without_the_secret_from_another_host_or_origin(phone: Served) -> None:
    origin = f"http://{phone.host}"
    before = phone.file.read_bytes()
    for asked in (
        request(phone, path="/"),
        request(phone, path="/wrong/"),
        request(phone, path=phone.root[:-2] + "/"),
        request(phone, path="/wrong/start.json"),
        request(phone, Host="evil.example"),
        request(phone, Host=f"localhost:{phone.server.server_port}"),
        request(phone, Host=f"127.0.0.1:{phone.server.server_port}"),
        request(phone, Origin="http://evil.example"),
        request(phone, method="POST", path=phone.root + "save", Origin="http://evil.example", Content_Length="0"),
        request(phone, method="POST", path=phone.root + "save", Content_Length="0"),
        request(phone, method="POST", path="/wrong/save", Origin=origin, Content_Length="0"),
        request(phone, method="OPTIONS", Origin=origin),
        request(phone, method="HEAD"),
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"A" * 70000,
    ):
        assert raw(phone, asked) == b"", asked[:80]
    assert phone.file.read_bytes() == before
    assert raw(phone, request(phone)).startswith(b"HTTP/1.1 200 ")


def test_no_response_comes_after_the_end(phone: Served) -> None:
    asked = request(phone)
    phone.end()
    with pytest.raises(ConnectionRefusedError):
        raw(phone, asked)
    phone.end = lambda: None  # type: ignore[method-assign]


def test_one_device_at_a_time_is_served(phone: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    assert device(phone, "127.0.0.3") == 200
    assert device(phone, "127.0.0.4") == 403
    assert device(phone, "127.0.0.3") == 200
    later = time.monotonic() + 121
    monkeypatch.setattr(time, "monotonic", lambda: later)
    assert device(phone, "127.0.0.4") == 200
    assert device(phone, "127.0.0.3") == 403


def test_as_many_devices_as_allowed_are_served(tmp_path: Path) -> None:
    running = Served(tmp_path / "new.json", 0, Access(NETWORK, 2))
    assert [device(running, f"127.0.0.{number}") for number in (3, 4, 5, 3, 4)] == [200, 200, 403, 200, 200]
    running.end()


def test_device_without_the_secret_takes_no_place(phone: Served) -> None:
    connection = http.client.HTTPConnection(NETWORK, phone.server.server_port, 10, ("127.0.0.9", 0))
    with pytest.raises(http.client.RemoteDisconnected):
        connection.request("GET", "/wrong/", headers={"Host": phone.host})
        connection.getresponse()
    assert device(phone, "127.0.0.3") == 200


def edit_phone(answer: str, **environment: str) -> subprocess.Popen[str]:
    try:
        network_address()
    except UsageError:
        pytest.skip("needs a network")
    editor = subprocess.Popen(
        [sys.executable, "-m", "harmonies_cli", "edit", "--phone"],
        env=os.environ | {"PYTHONUTF8": "1", **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert editor.stdin is not None
    editor.stdin.write(answer)
    editor.stdin.close()
    return editor


@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_without_a_yes_nothing_is_served(answer: str) -> None:
    editor = edit_phone(answer)
    assert editor.wait(timeout=30) == 2
    assert editor.stdout is not None and editor.stderr is not None
    assert editor.stdout.read() == ""
    assert "without encryption" in editor.stderr.read()


@pytest.mark.parametrize(("columns", "is_shown"), [("80", True), ("20", False)])
def test_address_is_given_with_a_code_that_fits_the_terminal(columns: str, is_shown: bool) -> None:
    editor = edit_phone("y\n", COLUMNS=columns)
    assert editor.stdout is not None and editor.stderr is not None
    assert editor.stdout.readline().startswith(f"http://{network_address()}:")
    output = ""
    while "Ctrl-C ends it" not in output:
        output += editor.stderr.readline()
    editor.send_signal(signal.SIGINT)
    assert editor.wait(timeout=30) == 0
    assert ("█" in output, "too narrow" in output) == (is_shown, not is_shown)


@pytest.mark.browser
def test_game_is_typed_on_a_phone_by_touch_alone(browser: Any, tmp_path: Path) -> None:
    running = Served(tmp_path / "new.json", 0, Access(NETWORK))
    with Page(browser, running, viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True) as page:
        for space, stack in (("a1", "MMM"), ("e5", "TL"), ("c3", "W")):
            page.space(space).tap()
            for letter in stack:
                page.token(letter).tap()
        page.tab.tap("#players >> text=Add a player")
        page.space("d4").tap()
        page.token("F").tap()
        page.tab.tap("#add-card")
        page.tab.tap('#catalogue-cards [data-card="frog"]')
        page.tab.tap("#close-catalogue")
        page.tab.tap('[data-key="frog-more"]')
        page.tab.tap("#save")
        page.says("Saved")
        assert page.tab.is_visible(".camera")
        page.wrong.clear()  # the browser logs that the network is not encrypted
    running.end()
    saved = (tmp_path / "new.json").read_text()
    assert "MMM" in saved and "TL" in saved and '"frog": 1' in saved
