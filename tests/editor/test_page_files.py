from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import ROOT
from tests.editor.browser_page import Page
from tests.editor.served import EXAMPLE, Served

pytestmark = pytest.mark.browser


def test_unsaved_changes_are_reported_and_kept_from_being_lost(page: Page) -> None:
    assert page.tab.inner_text("#file") == "game.json"
    page.space("a1").click()
    page.tab.click("text=Take off")
    assert page.tab.inner_text("#file").endswith("not saved")
    asked: list[str] = []
    page.tab.on("dialog", lambda dialog: asked.append(dialog.type) or dialog.dismiss())  # type: ignore[func-returns-value]
    page.tab.evaluate("setTimeout(() => location.reload(), 0)")
    page.tab.wait_for_timeout(300)
    assert asked == ["beforeunload"]
    page.saved()
    assert not page.tab.inner_text("#file").endswith("not saved")


def test_control_s_saves_what_is_being_typed(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    page.tab.press("#name", "Control+s")
    page.says("Saved")
    assert json.loads(page.served.file.read_bytes())["players"][0]["name"] == "Zoë"


def test_file_changed_by_another_program_is_asked_about(page: Page) -> None:
    page.served.file.write_bytes(b"other")
    page.tab.fill("#name", "Zoë")
    page.tab.press("#name", "Tab")
    page.tab.click("#save")
    page.tab.wait_for_selector("text=was changed by another program or tab")
    assert page.served.file.read_bytes() == b"other"
    page.tab.click("text=Save over it")
    page.says("Saved")
    assert b"Zo" in page.served.file.read_bytes()
    page.wrong.clear()  # the browser logs the response 409


def test_record_is_downloaded(page: Page) -> None:
    with page.tab.expect_download() as downloaded:
        page.tab.click("#download")
    text = Path(downloaded.value.path()).read_text(encoding="utf-8")
    assert json.loads(text)["players"][0]["board"] == json.loads(EXAMPLE)["players"][0]["board"]
    assert downloaded.value.suggested_filename == "game.json"


def test_other_file_is_opened_in_the_page(page: Page) -> None:
    page.tab.set_input_files("#open", ROOT / "samples/positions/four-islands.json")
    page.tab.wait_for_selector("#players >> text=Inès")
    assert page.tab.locator("#board .space").count() == 25
    assert page.row("water") == "20"
    assert page.tab.inner_text("#file").endswith("not saved")
    page.tab.set_input_files("#open", ROOT / "samples/games/illegal.json")
    page.tab.wait_for_selector("#banner >> text=is a game")
    assert "null" not in page.tab.inner_text("#banner")
    assert page.row("water") == "20"
    page.tab.click("#undo")
    assert page.tab.input_value("#name") == "Pauline"
    page.wrong.clear()  # the browser logs the response 422


def test_unreadable_parts_are_reported(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    record = json.loads(EXAMPLE)
    record["players"][0]["board"][0] = "FT F W W L"
    file.write_text(json.dumps(record), encoding="utf-8")
    running = Served(file)
    opened = Page(browser, running)
    assert 'Player 1, a1: the stack "FT" is impossible' in opened.tab.inner_text("#banner")
    assert opened.label_of("a1") == "a1: empty"
    running.end()


def test_page_without_its_program_still_gives_the_record(page: Page) -> None:
    page.space("a1").click()
    page.tab.context.set_offline(True)
    page.tab.click("text=Take off")
    page.tab.wait_for_selector("#banner >> text=has ended")
    with page.tab.expect_download() as downloaded:
        page.tab.click("#download")
    assert "a1" not in json.loads(Path(downloaded.value.path()).read_text())["players"][0]["board"]
    page.wrong.clear()  # the browser logs that there is no response


def test_quit_ends_the_program(page: Page) -> None:
    page.tab.click("#quit")
    page.tab.wait_for_selector("text=The editor has ended")
    page.served.thread.join(5)
    assert not page.served.thread.is_alive()


def test_hostile_words_run_no_code(browser: Any, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    record = {
        "format": "harmonies-position",
        "version": 1,
        "side": "A",
        "id": evil,
        "notes": evil,
        "players": [{"name": evil, "board": {}, "cards": {evil: 1}, "cubes": {evil: evil}}],
    }
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    running = Served(file)
    opened = Page(browser, running)
    opened.tab.click("#add-card")
    assert opened.wrong == []
    assert evil in opened.tab.inner_text("#players")
    assert not [url for _, url, _ in opened.asked if not url.startswith(running.server.address)]
    running.end()
