"""The command that installs an extra, from the source of the program."""

from __future__ import annotations

import json
from importlib import metadata
from typing import Any

import pytest

from harmonies_cli.errors import install_command


class Installed:
    def __init__(self, origin: dict[str, Any] | None) -> None:
        self.origin = origin

    def read_text(self, name: str) -> str | None:
        assert name == "direct_url.json"
        return None if self.origin is None else json.dumps(self.origin)


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        (None, "pip install 'harmonies-cli[xlsx]'"),
        (
            {"url": "file:///src/harmonies", "dir_info": {"editable": True}},
            "pip install -e '/src/harmonies[xlsx]'",
        ),
        ({"url": "file:///src/h.whl", "archive_info": {}}, "pip install 'harmonies-cli[xlsx] @ file:///src/h.whl'"),
        (
            {"url": "https://example.org/h", "vcs_info": {"vcs": "git", "commit_id": "abc"}},
            "pip install 'harmonies-cli[xlsx] @ git+https://example.org/h@abc'",
        ),
    ],
)
def test_the_origin_is_named(origin: dict[str, Any] | None, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metadata, "distribution", lambda name: Installed(origin))
    assert install_command("xlsx") == command
