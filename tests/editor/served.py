"""The editor's server in a thread, with requests like those of its own page."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from harmonies_cli.editor.access import Access
from harmonies_cli.editor.server import EditorServer
from harmonies_cli.editor.session import EditingSession
from tests.cli.command import ROOT

EXAMPLE = (ROOT / "samples/rulebook-example.json").read_bytes()


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        return json.loads(self.body)


class Served:
    """A server with a file to edit, and requests to it like those of its own page."""

    def __init__(self, file: Path, port: int | None = 0, access: Access | None = None) -> None:
        self.file = file
        self.server = EditorServer(
            EditingSession(str(file), lambda path, data: Path(path).write_bytes(data)), port, access
        )
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()
        self.host = f"{self.server.access.host}:{self.server.server_port}"
        self.root = f"/{self.server.access.token}/"

    def end(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str | None) -> Answer:
        usual: dict[str, str | None] = {"Host": self.host}
        if method == "POST":
            usual |= {"Origin": f"http://{self.host}", "Content-Type": "application/json"}
        all_headers = {**usual, **{name.replace("_", "-"): value for name, value in headers.items()}}
        connection = http.client.HTTPConnection(self.server.access.host, self.server.server_port, timeout=10)
        connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in all_headers.items():
            if value is not None:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in all_headers:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        response = connection.getresponse()
        answer = Answer(response.status, dict(response.getheaders()), response.read())
        connection.close()
        return answer

    def get(self, name: str, **headers: str | None) -> Answer:
        return self.ask("GET", self.root + name, None, **headers)

    @property
    def version(self) -> str:
        """The version of the file that the page knows."""
        return str(self.get("start.json").value["version"])

    def save(self, body: bytes = EXAMPLE, version: str | None = None) -> Answer:
        return self.post("save", body, If_Match=f'"{self.version if version is None else version}"')

    def post(self, name: str, body: bytes = EXAMPLE, **headers: str | None) -> Answer:
        return self.ask("POST", self.root + name, body, **headers)
