"""Proposals from a photograph: requested with real clicks, settled by keys, and saved only when all have been seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editor.browser_page import Page
from tests.editor.laid_photograph import drag_handle, lay, on_screen
from tests.photo.scenes import Scene, scene

pytestmark = pytest.mark.browser


@pytest.fixture
def drawn() -> Scene:
    return scene(21, 38)


def ask(page: Page, drawn: Scene, folder: Path) -> None:
    page.tab.set_viewport_size({"width": 1280, "height": 900})
    path = folder / "scene.png"
    drawn.picture.save(path)
    lay(page, path)
    first_top, first_bottom, last_top, last_bottom = drawn.handles
    for number, place in enumerate((first_top, last_top, last_bottom, first_bottom)):
        drag_handle(page, number, place)
    page.tab.click("#propose")
    page.tab.mouse.click(*on_screen(page, drawn.bare))
    page.tab.wait_for_selector(".space.doubtful", timeout=60_000)


def test_proposals_fill_the_board_and_are_settled_by_keys(new_page: Page, tmp_path: Path, drawn: Scene) -> None:
    ask(new_page, drawn, tmp_path)
    stacks = new_page.tab.evaluate("import('./record.js').then(({ player }) => player().board)")
    right = sum(stacks.get(space, "") == stack for space, stack in drawn.stacks.items())
    assert right >= 0.8 * len(drawn.stacks)  # the handles are off by a pixel of the screen
    new_page.tab.click("#save")
    assert "still in doubt" in new_page.tab.inner_text("#banner")
    assert not new_page.served.file.exists()
    new_page.tab.click("text=Go to the first")
    doubts = new_page.tab.locator(".space.doubtful").count()
    here = new_page.tab.evaluate("import('./record.js').then(({ view }) => view.space)")
    second = new_page.tab.evaluate("import('./record.js').then(({ player, view }) => player().doubts[view.space])")
    new_page.tab.keyboard.press("s")
    board = new_page.tab.evaluate("import('./record.js').then(({ player }) => player().board)")
    assert board.get(here, "") == second
    assert new_page.tab.locator(".space.doubtful").count() == doubts - 1
    new_page.tab.keyboard.press("Control+z")
    assert new_page.tab.locator(".space.doubtful").count() == doubts
    for _ in range(doubts):
        new_page.tab.keyboard.press("Tab")
    assert new_page.tab.locator(".space.doubtful").count() == 0
    assert new_page.tab.inner_text("#doubts") == ""
    new_page.tab.click("#save")
    new_page.tab.wait_for_selector("#said:has-text('Saved')")
    assert new_page.served.file.exists()


def test_doubts_are_kept_with_the_draft_and_never_saved(new_page: Page, tmp_path: Path, drawn: Scene) -> None:
    ask(new_page, drawn, tmp_path)
    doubts = new_page.tab.locator(".space.doubtful").count()
    text = new_page.tab.evaluate("import('./record.js').then(({ written }) => written())")
    assert "doubts" not in text
    new_page.tab.reload()
    new_page.tab.click("text=Restore them")
    assert new_page.tab.locator(".space.doubtful").count() == doubts
