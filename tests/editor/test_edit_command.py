from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.cli.command import ROOT, run


def started(*arguments: object, browser: Path | None = None) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "harmonies_cli", "edit", *map(str, arguments)]
    environment = os.environ | {"BROWSER": f"{browser} %s"}
    if browser is None:
        command.append("--no-browser")
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def post(address: str, name: str, body: bytes) -> None:
    origin = "/".join(address.split("/")[:3])
    headers = {"Content-Type": "application/json", "Origin": origin, "If-Match": '"absent"'}
    urllib.request.urlopen(urllib.request.Request(address + name, body, headers), timeout=10).read()


@pytest.mark.skipif(os.name == "nt", reason="a shell script as the browser")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_secret_is_given_to_the_browser_by_a_file_that_only_the_user_can_read(
    tmp_path: Path, number: signal.Signals
) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {tmp_path}/part\nmv {tmp_path}/part {tmp_path}/asked\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "harmonies_cli", "edit"]
    environment = os.environ | {"BROWSER": f"{browser} %s"}
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as editor:
        assert editor.stdout is not None
        address = editor.stdout.readline().strip()
        while not (tmp_path / "asked").exists():
            time.sleep(0.01)
        asked = (tmp_path / "asked").read_text()
        page = Path(asked.removeprefix("file://"))
        assert address.split("/")[3] not in asked
        assert f'url={address}"' in page.read_text(encoding="utf-8")
        assert page.parent.stat().st_mode & 0o077 == 0
        editor.send_signal(number)
        editor.communicate(timeout=10)
    assert not page.parent.exists()


@pytest.mark.skipif(os.name == "nt", reason="a signal that Windows does not have")
def test_ctrl_c_ends_it_cleanly() -> None:
    with started() as editor:
        assert editor.stdout is not None
        address = editor.stdout.readline().strip()
        assert urllib.request.urlopen(address, timeout=10).read().startswith(b"<!doctype html>")
        editor.send_signal(signal.SIGINT)
        _, err = editor.communicate(timeout=10)
    assert editor.returncode == 0
    assert "Ended without saving" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(("cards", "status"), [("{}", 0), ('{"falcon": 2}', 1)])
def test_exit_status_reports_problems_in_what_was_saved(tmp_path: Path, cards: str, status: int) -> None:
    file = tmp_path / "game.json"
    player = f'{{"name": "A", "board": {{}}, "cards": {cards}}}'
    record = f'{{"format": "harmonies-position", "version": 1, "side": "A", "players": [{player}]}}'
    with started(file) as editor:
        assert editor.stdout is not None
        address = editor.stdout.readline().strip()
        post(address, "save", record.encode())
        post(address, "quit", b"{}")
        _, err = editor.communicate(timeout=10)
    assert editor.returncode == status
    assert file.exists()
    assert f"it has {status or 'no'} problem" in err


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("samples", "is a folder"),
        ("samples/games/illegal.json", "is a game"),
        ("samples/games/README.md", "README.md:1:1"),
    ],
)
def test_files_that_cannot_be_edited_are_reported(file: str, says: str) -> None:
    ran = run("edit", "--no-browser", ROOT / file)
    assert ran.status == 2
    assert says in ran.err
    assert ran.out == ""
