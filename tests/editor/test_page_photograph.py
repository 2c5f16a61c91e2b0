"""The board laid on a photograph."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from harmonies_cli.editor.page_requests import tables
from tests.chromium import Tabs
from tests.editor.browser_page import Page
from tests.editor.laid_photograph import drag_handle, lay, on_screen
from tests.editor.served import Served
from tests.editor.viewpoints import photograph, places, random_viewpoint

pytestmark = pytest.mark.browser
CORNERS = {"A": ("a1", "e1", "e5", "a5"), "B": ("a1", "g1", "g4", "a4")}


def handle_places(page: Page) -> Any:
    found = page.tab.locator(".handle").evaluate_all("all => all.map((one) => one.style.transform)")
    return np.array(
        [[float(part) for part in re.findall(r"translate\(([-\d.e]+)px, ([-\d.e]+)px", one)[0]] for one in found]
    )


def drawn_places(page: Page, side: str) -> dict[str, Any]:
    """Return the middle of each space as the page draws it, in pixels of the picture."""
    text = page.tab.evaluate("document.getElementById('board').style.transform")
    matrix = np.array([float(part) for part in text[9:-1].split(",")]).reshape(4, 4).T
    table = tables()["sides"][side]
    found = {}
    for space, (x, y) in table["middles"].items():
        u, v, _, depth = matrix @ [x - table["box"][0], y - table["box"][1], 0, 1]
        found[space] = np.array([u, v]) / depth
    return found


@pytest.mark.parametrize("views", [2, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("side", ["A", "B"])
def test_grid_fits_to_a_pixel_from_forty_viewpoints(new_page: Page, tmp_path: Path, side: str, views: int) -> None:
    """The handles are dragged to the corner spaces, and all other spaces must follow; forty views in the slow run."""
    rng = np.random.default_rng(18 + ord(side))
    new_page.tab.set_viewport_size({"width": 1280, "height": 800})
    if side == "B":
        new_page.tab.check("[name=side][value=B]")
    for number in range(views):
        view = random_viewpoint(rng)
        there = places(side, view)
        photograph(side, view, tmp_path / f"{number}.png")
        lay(new_page, tmp_path / f"{number}.png")
        for handle, space in enumerate(CORNERS[side]):
            drag_handle(new_page, handle, there[space])
        exact = handle_places(new_page) - [there[space] for space in CORNERS[side]]
        assert abs(exact).max() < 0.5
        drawn = drawn_places(new_page, side)
        worst = max(float(np.hypot(*(drawn[space] - there[space]))) for space in there)
        assert worst < 1, view
        new_page.tab.click("#photo-move")
        for space in ("a2", "c2", "c3", "d3"):
            hit = "([x, y]) => document.elementFromPoint(x, y).closest('.space')?.dataset.key"
            assert new_page.tab.evaluate(hit, list(on_screen(new_page, there[space]))) == space


def test_spaces_on_the_photograph_are_the_board(new_page: Page, tmp_path: Path) -> None:
    view = random_viewpoint(np.random.default_rng(1))
    there = places("A", view)
    photograph("A", view, tmp_path / "a.png")
    lay(new_page, tmp_path / "a.png")
    for handle, space in enumerate(CORNERS["A"]):
        drag_handle(new_page, handle, there[space])
    new_page.tab.click("#photo-move")
    new_page.tab.mouse.click(*on_screen(new_page, there["c3"]))
    new_page.tab.keyboard.type("ttl w")
    assert new_page.label_of("c3") == "c3: brown under brown under green"
    assert new_page.label_of("c4") == "c4: blue"
    new_page.tab.check("#photo-zoom")
    stage = new_page.tab.locator("#stage").bounding_box()
    x, y = on_screen(new_page, there["c4"])
    assert abs(x - stage["x"] - stage["width"] / 2) < 2 and abs(y - stage["y"] - stage["height"] / 2) < 2
    new_page.tab.keyboard.press("Escape")
    new_page.space("c4").focus()
    new_page.tab.keyboard.press("ArrowDown")
    x, y = on_screen(new_page, there["c5"])
    assert abs(x - stage["x"] - stage["width"] / 2) < 2 and abs(y - stage["y"] - stage["height"] / 2) < 2


def test_handle_is_moved_by_the_arrow_keys(new_page: Page, picture: Path) -> None:
    lay(new_page, picture)
    before = handle_places(new_page)
    new_page.tab.locator(".handle").nth(2).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown"):
        new_page.tab.keyboard.press(key)
    assert handle_places(new_page) - before == pytest.approx(np.array([[0, 0], [0, 0], [2, 9], [0, 0]]))


def test_two_fingers_size_and_turn_the_grid(tabs: Tabs, tmp_path: Path, picture: Path) -> None:
    running = Served(tmp_path / "new.json")
    with Page(tabs, running, viewport={"width": 390, "height": 760}, has_touch=True, is_mobile=True) as page:
        lay(page, picture)
        page.tab.locator("#stage").scroll_into_view_if_needed()
        before = handle_places(page)
        x, y = on_screen(page, (32, 24))
        touch = page.tab.context.new_cdp_session(page.tab)

        def fingers(kind: str, apart: int) -> None:
            points = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

        fingers("touchStart", 40)
        for apart in (50, 60, 70, 80):
            fingers("touchMove", apart)
        fingers("touchEnd", 0)
        after = handle_places(page)
        middle = before.mean(axis=0)
        assert (after - middle) == pytest.approx(2 * (before - middle), abs=1.5)
    running.end()


def test_handles_and_pictures_of_both_players_are_there_after_a_reload(new_page: Page, tmp_path: Path) -> None:
    new_page.saved()
    new_page.tab.click("text=Add a player")
    new_page.saved()
    kept = []
    for player, size in enumerate(((300, 200), (200, 300))):
        new_page.tab.click(f'[data-key="player-{player}"]')
        Image.new("RGB", size).save(tmp_path / f"{player}.png")
        lay(new_page, tmp_path / f"{player}.png")
        drag_handle(new_page, 0, (10 + player, 12))
        kept.append(handle_places(new_page))
    new_page.tab.wait_for_timeout(200)
    new_page.tab.reload()
    new_page.tab.wait_for_selector("#photo:visible")
    for player in (0, 1):
        new_page.tab.click(f'[data-key="player-{player}"]')
        new_page.tab.check("[name=photo-place][value=on]")
        assert handle_places(new_page) == pytest.approx(kept[player], abs=0.01)
    new_page.tab.click('[data-key="player-0"]')
    new_page.tab.click("#remove-player")
    assert handle_places(new_page) == pytest.approx(kept[1], abs=0.01)


def test_picture_is_turned_by_a_quarter_with_its_handles(new_page: Page, tmp_path: Path) -> None:
    Image.new("RGB", (300, 200)).save(tmp_path / "a.png")
    lay(new_page, tmp_path / "a.png")
    before = handle_places(new_page)
    new_page.tab.click("#photo-quarter")
    for _ in range(300):  # a busy browser may be slow to turn the picture
        if new_page.tab.evaluate("document.getElementById('photo-image').naturalHeight") == 300:
            break
        new_page.tab.wait_for_timeout(100)
    assert new_page.tab.evaluate("document.getElementById('photo-image').naturalHeight") == 300
    assert handle_places(new_page) == pytest.approx(np.column_stack([200 - before[:, 1], before[:, 0]]), abs=0.01)


def test_picture_is_turned_as_its_camera_was_held(new_page: Page, tmp_path: Path) -> None:
    image = Image.new("RGB", (300, 200))
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(tmp_path / "a.jpg", exif=exif)
    lay(new_page, tmp_path / "a.jpg")
    assert new_page.tab.evaluate("document.getElementById('photo-image').naturalHeight") == 300


@pytest.mark.parametrize(("name", "says"), [("text.png", "cannot show the file"), ("photo.heic", "cannot show HEIC")])
def test_file_that_is_not_a_picture_leaves_the_old_one(new_page: Page, picture: Path, name: str, says: str) -> None:
    lay(new_page, picture)
    (picture.parent / name).write_text("no picture")
    new_page.tab.set_input_files("#photo-file", picture.parent / name)
    new_page.says(says)
    assert new_page.tab.evaluate("document.getElementById('photo-image').naturalWidth") == 64
