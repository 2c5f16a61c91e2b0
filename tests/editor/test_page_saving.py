"""Nothing is lost by a reload, to another tab, or when the program ends."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.chromium import Tabs
from tests.editor.browser_page import Page
from tests.editor.served import EXAMPLE

pytestmark = pytest.mark.browser


def name_in(page: Page) -> str:
    return str(page.tab.input_value("#name"))


def saved_name(page: Page) -> str:
    return str(json.loads(page.served.file.read_bytes())["players"][0]["name"])


def reload(page: Page) -> None:
    page.on("dialog", lambda dialog: dialog.accept())
    page.tab.reload()
    page.tab.wait_for_selector("#sheet-body > *")


@pytest.fixture
def other_tab(page: Page) -> Iterator[Page]:
    with page.another_tab() as opened:
        yield opened


def test_reload_shows_what_was_saved_and_the_next_save_keeps_it(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    page.saved()
    reload(page)
    assert name_in(page) == "Zoë"
    page.space("a1").click()
    page.tab.click("text=Take off")
    saved = page.saved()["players"][0]
    assert (saved["name"], saved["board"][0]) == ("Zoë", ". F W W L")
    reload(page)
    assert page.label_of("a1") == "a1: empty"
    assert not page.tab.is_visible("#offer")


def test_new_file_is_there_after_a_reload(new_page: Page) -> None:
    new_page.put("a1", "MMM")
    new_page.saved()
    reload(new_page)
    assert new_page.label_of("a1") == "a1: gray under gray under gray"
    assert not new_page.tab.is_visible("#offer")


def test_draft_is_offered_after_a_reload_and_restoring_it_can_be_undone(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    reload(page)
    assert name_in(page) == "Pauline"
    page.tab.click("#offer >> text=Restore them")
    assert name_in(page) == "Zoë"
    assert not page.tab.is_visible("#offer")
    page.tab.click("#undo")
    assert name_in(page) == "Pauline"
    page.tab.click("#redo")
    assert page.saved()["players"][0]["name"] == "Zoë"


def test_draft_waits_while_something_else_is_typed_and_saved(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    reload(page)
    page.tab.fill("#name", "Ann")
    page.saved()
    reload(page)
    assert name_in(page) == "Ann"
    page.tab.click("#offer >> text=Restore them")
    assert name_in(page) == "Zoë"


def test_forgotten_draft_is_offered_no_more(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    reload(page)
    page.tab.click("#offer >> text=Discard them")
    reload(page)
    assert not page.tab.is_visible("#offer")
    assert saved_name(page) == "Pauline"


@contextmanager
def killed_at_the_end(file: Path) -> Iterator[Any]:
    command = [sys.executable, "-m", "harmonies_cli", "edit", "--no-browser", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as editor:
        assert editor.stdout is not None
        yield SimpleNamespace(file=file, server=SimpleNamespace(address=editor.stdout.readline().strip()))
        editor.kill()
        editor.communicate(timeout=10)


def test_draft_outlives_a_killed_program(tabs: Tabs, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(EXAMPLE)
    with killed_at_the_end(file) as first:
        page = Page(tabs, first)
        page.tab.fill("#name", "Zoë")
    page.tab.fill("#name", "Zoë again")
    page.tab.wait_for_selector("#banner >> text=has ended")
    assert "null" not in page.tab.inner_text("#banner")
    page.on("dialog", lambda dialog: dialog.accept())
    with killed_at_the_end(file) as second:
        page.tab.goto(second.server.address)
        page.tab.click("#offer >> text=Restore them")
        assert name_in(page) == "Zoë again"
        page.wrong.clear()  # the browser notes that nobody answered
        page.end()


def test_second_tab_is_asked_before_it_overwrites_the_first(page: Page, other_tab: Page) -> None:
    page.tab.fill("#name", "First")
    page.saved()
    other_tab.tab.fill("#name", "Second")
    other_tab.tab.click("#save")
    other_tab.tab.wait_for_selector("#banner >> text=was changed by another program or tab")
    assert saved_name(page) == "First"
    other_tab.tab.click("text=Save over it")
    other_tab.says("Saved")
    assert saved_name(page) == "Second"
    page.tab.fill("#name", "Third")
    page.tab.click("#save")
    page.tab.click("#banner >> text=Load the file instead")
    page.says("Loaded")
    assert name_in(page) == "Second"
    page.tab.click("#undo")
    assert name_in(page) == "Third"
    page.saved()
    for each in (page, other_tab):
        each.wrong.clear()  # the browser logs the responses 409


def test_one_of_two_tabs_that_save_at_once_is_refused(page: Page, other_tab: Page) -> None:
    tabs = {"First": page, "Second": other_tab}
    for name, each in tabs.items():
        each.tab.fill("#name", name)
    for each in tabs.values():
        each.tab.evaluate("void document.getElementById('save').click()")
    for each in tabs.values():
        each.tab.wait_for_selector("#said:has-text('Saved'), #banner:visible")
    refused = [name for name, each in tabs.items() if each.tab.is_visible("#banner")]
    assert len(refused) == 1
    assert saved_name(page) in tabs.keys() - set(refused)
    tabs[refused[0]].wrong.clear()


def test_saving_twice_in_a_row_is_no_conflict(page: Page) -> None:
    page.tab.fill("#name", "Zoë")
    page.tab.keyboard.press("Control+s")
    page.tab.keyboard.type("!")
    page.tab.keyboard.press("Control+s")
    page.tab.wait_for_selector("#file:not(:has-text('not saved'))")
    assert saved_name(page) == "Zoë!"
    assert not page.tab.is_visible("#banner")


def test_unreadable_file_is_reported_with_the_place_and_overwritten_only_on_demand(page: Page) -> None:
    broken = EXAMPLE.replace(b'"side"', b'side"', 1)
    page.served.file.write_bytes(broken)
    reload(page)
    line = broken[: broken.index(b'side"')].count(b"\n") + 1
    assert f"Line {line}, column " in page.tab.inner_text("#banner")
    page.tab.fill("#name", "Zoë")
    page.tab.click("#save")
    page.tab.wait_for_selector("#banner >> text=was changed")
    assert page.served.file.read_bytes() == broken
    page.wrong.clear()
