from __future__ import annotations

import http.client
import json
import re
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.editor.page_requests import PICTURE_LIMIT
from harmonies_cli.editor.server import BODY_LIMIT, EditorServer
from harmonies_cli.editor.session import EditingSession
from harmonies_cli.errors import UsageError
from tests.cli.command import ROOT
from tests.editor.served import EXAMPLE, Served

PAGE_FILES = ["", "main.js", "editor.css", "report.css", "icon.svg", "tables.json", "start.json"]


@pytest.mark.parametrize("name", PAGE_FILES)
def test_page_is_served(served: Served, name: str) -> None:
    answer = served.get(name)
    assert answer.status == 200
    assert answer.body


def test_every_file_that_the_page_names_is_served(served: Served) -> None:
    page = served.get("").body.decode()
    names = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    seen: set[str] = set()
    while names - seen:
        name = (names - seen).pop()
        seen.add(name)
        answer = served.get(name)
        assert answer.status == 200, name
        if name.endswith(".js"):
            names |= set(re.findall(r'from "\./([^"]+)"', answer.body.decode()))
    assert len(seen) > 12


ASKED = {
    **dict.fromkeys(("main.js", "report.css", "tables.json", "start.json")),
    **dict.fromkeys(("judge", "text", "open", "save"), EXAMPLE),
    "cards": b'{"text": "fish 2, gren", "language": "fr"}',
}
"""The page's requests, with their bodies."""


@pytest.mark.parametrize("asked", ASKED)
def test_answer_comes_within_ten_milliseconds(served: Served, asked: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=10)
    headers = {"Host": served.host, "Origin": f"http://{served.host}", "Content-Type": "application/json"}
    times = []
    for _ in range(50):  # on one connection, like a browser's; other programs may slow some requests down
        version = {"If-Match": f'"{served.version}"'} if asked == "save" else {}
        begun = time.perf_counter()
        method, body = ("GET", None) if "." in asked else ("POST", ASKED[asked])
        connection.request(method, served.root + asked, body, headers | version)
        response = connection.getresponse()
        response.read()
        times.append(time.perf_counter() - begun)
        assert response.status == 200
    connection.close()
    assert sorted(times)[len(times) // 10] < 0.010


def test_small_answers_are_sent_at_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    accepted: list[socket.socket] = []
    take = served.server.get_request

    def get_request() -> tuple[socket.socket, Any]:
        connection, address = take()
        accepted.append(connection)
        return connection, address

    monkeypatch.setattr(served.server, "get_request", get_request)
    connection = http.client.HTTPConnection("127.0.0.1", served.server.server_port, timeout=10)
    connection.request("GET", f"{served.root}start.json", None, {"Host": served.host})
    connection.getresponse().read()
    assert accepted[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    connection.close()


def test_position_is_judged(served: Served) -> None:
    answer = served.post("judge")
    assert answer.status == 200
    assert answer.value["totals"] == [{"player": 1, "total": 116, "landscapes": 53, "rank": 1}]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff", b"[]", b"[" * 9999, b"null", b'{"format": 1}', b'{"a": 1, "a": 2}']
)
def test_bad_json_is_reported(served: Served, body: bytes) -> None:
    assert served.post("judge", body).value["problems"]
    for answer in (served.post("open", body), served.post("text", body), served.save(body)):
        assert answer.status == 422
        assert answer.value["problems"] and answer.value["error"]
    assert served.file.read_bytes() == EXAMPLE


def test_file_is_saved(served: Served) -> None:
    record = json.loads(EXAMPLE)
    record["players"][0]["name"] = "Zoë"
    answer = served.save(json.dumps(record).encode())
    assert (answer.status, answer.value) == (200, {"problems": 0, "version": served.version})
    assert "Zoë" in served.file.read_text(encoding="utf-8")


def test_file_changed_meanwhile_is_a_conflict(served: Served) -> None:
    version = served.version
    served.file.write_bytes(b"other")
    answer = served.save(EXAMPLE, version)
    assert answer.status == 409
    assert "changed by another program" in answer.value["error"]
    assert served.file.read_bytes() == b"other"
    assert served.save(EXAMPLE, answer.value["version"]).status == 200
    assert json.loads(served.file.read_bytes())["id"] == "rulebook-example"


def test_file_that_cannot_be_written_is_reported(served: Served) -> None:
    def fail(path: str, data: bytes) -> None:
        raise UsageError("cannot write game.json: no space left")

    served.server.session._write = fail
    answer = served.save()
    assert (answer.status, answer.value["error"]) == (500, "cannot write game.json: no space left")


def test_other_file_is_opened_from_its_text(served: Served) -> None:
    answer = served.post("open", (ROOT / "samples/positions/solo-seven-suns.json").read_bytes())
    assert answer.value["record"]["players"][0]["cards"]["falcon"] == 1
    assert served.post("open", (ROOT / "samples/games/illegal.json").read_bytes()).status == 422


def test_text_for_a_download_is_that_of_the_file(served: Served) -> None:
    text = served.post("text").value["text"]
    served.save()
    assert served.file.read_text(encoding="utf-8") == text


def test_page_can_end_the_editor(served: Served) -> None:
    assert served.post("quit", b"{}").status == 200
    served.thread.join(5)
    assert not served.thread.is_alive()


def test_each_file_has_its_own_port_if_that_is_free(tmp_path: Path) -> None:
    def session(name: str) -> EditingSession:
        return EditingSession(str(tmp_path / name), lambda path, data: None)

    with EditorServer(session("a.json")) as first, EditorServer(session("a.json")) as second:
        assert first.server_port != second.server_port
        own = first.server_port
    with EditorServer(session("a.json")) as again, EditorServer(session("b.json")) as other:
        assert again.server_port == own != other.server_port


def test_redirect_leads_to_the_page(served: Served) -> None:
    assert served.server.redirect.count(served.server.address) == 2


def test_port_in_use_is_reported(served: Served) -> None:
    port = served.server.server_port
    with pytest.raises(UsageError) as error:
        EditorServer(served.server.session, port)
    assert str(error.value) == f"cannot use port {port}: Address already in use; leave out --port"


@pytest.mark.parametrize(
    ("method", "name", "headers", "status", "words"),
    [
        ("GET", "nothing.js", {}, 404, "there is no such page"),
        ("POST", "nothing", {}, 404, "there is no such page"),
        ("POST", "judge", {"Content_Type": "text/plain"}, 415, "send application/json"),
        ("POST", "judge", {"Content_Length": "x"}, 411, "send the length of the record"),
        ("POST", "judge", {"Content_Length": str(BODY_LIMIT + 1)}, 413, "this is too long for a position"),
        ("POST", "propose", {"Content_Length": str(PICTURE_LIMIT + 1)}, 413, "this is too long for a photograph"),
        ("POST", "cards", {}, 400, "send a line of cards"),
    ],
)
def test_refusals_give_their_reason(
    served: Served, method: str, name: str, headers: dict[str, str], status: int, words: str
) -> None:
    answer = served.post(name, b"[]", **headers) if method == "POST" else served.get(name)
    assert (answer.status, answer.value) == (status, {"error": words, "problems": []})


def test_a_fault_of_a_file_that_is_opened_has_its_line_and_column(served: Served) -> None:
    answer = served.post("open", b'{"format": "harmonies-position",\n "version": oops}')
    (problem,) = answer.value["problems"]
    assert answer.status == 422
    assert (problem["line"], problem["column"], problem["code"]) == (2, 13, "syntax")
    assert "\n" not in problem["message"]
