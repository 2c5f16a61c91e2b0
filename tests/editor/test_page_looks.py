from __future__ import annotations

from pathlib import Path

import pytest

from tests.chromium import Tabs
from tests.cli.command import ROOT
from tests.editor.browser_page import Page
from tests.editor.served import Served

pytestmark = pytest.mark.browser


def load(page: Page, picture: Path) -> None:
    page.tab.set_input_files("#photo-file", picture)
    while not page.tab.evaluate("document.getElementById('photo-image').naturalWidth"):
        page.tab.wait_for_timeout(10)


def test_photograph_is_held_beside_and_under_the_board(page: Page, picture: Path) -> None:
    load(page, picture)
    beside = page.tab.locator("#photo").bounding_box()
    board = page.tab.locator("#board").bounding_box()
    assert beside["x"] + beside["width"] <= board["x"]
    page.tab.check("[name=photo-place][value=under]")
    under, board = page.tab.locator("#photo").bounding_box(), page.tab.locator("#board").bounding_box()
    assert abs(under["x"] - board["x"]) < 1 and abs(under["width"] - board["width"]) < 1
    page.tab.fill("#photo-opacity", "25")
    assert page.tab.evaluate("getComputedStyle(document.getElementById('board')).opacity") == "0.25"
    page.put("a1", "")
    page.tab.click("text=Take off")
    assert page.label_of("a1") == "a1: empty"
    page.tab.click("#photo-remove")
    assert not page.tab.is_visible("#photo")
    assert page.tab.evaluate("getComputedStyle(document.getElementById('board')).opacity") == "1"


def test_photograph_is_moved_sized_and_turned(page: Page, picture: Path) -> None:
    load(page, picture)
    page.tab.check("[name=photo-place][value=under]")
    page.tab.click("#photo-move")
    page.tab.press("#photo-move", "ArrowRight")
    page.tab.fill("#photo-size", "150")
    page.tab.fill("#photo-turn", "90")
    page.tab.evaluate("document.getElementById('photo').scrollIntoView({block: 'center'})")
    box = page.tab.locator("#photo").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.tab.mouse.move(x, y)
    page.tab.mouse.down()
    page.tab.mouse.move(x + 30, y + 10)
    page.tab.mouse.up()
    style = page.tab.evaluate("document.getElementById('photo-image').style.transform")
    assert style == "translate(38px, 10px) rotate(90deg) scale(1.5)"


def test_photograph_never_leaves_the_browser(page: Page, picture: Path) -> None:
    load(page, picture)
    page.put("a1", "")
    page.tab.click("text=Take off")
    page.saved()
    page.judged()
    assert all(url.startswith((page.served.server.address, "blob:")) for _, url, _ in page.asked)
    sent = [body for method, _, body in page.asked if method == "POST"]
    assert sent and all("PNG" not in body and "blob:" not in body and "table.png" not in body for body in sent)


def test_file_that_is_not_a_picture_is_reported(page: Page, tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    page.tab.set_input_files("#photo-file", tmp_path / "text.png")
    page.says("cannot show the file")
    assert not page.tab.is_visible("#photo")


@pytest.mark.parametrize("is_phone", [False, True])
@pytest.mark.parametrize("widths", [(320, 375), (1280, 768)])
def test_page_is_no_wider_than_the_screen(
    tabs: Tabs, served: Served, picture: Path, widths: tuple[int, int], is_phone: bool
) -> None:
    phone = {"has_touch": True, "is_mobile": True} if is_phone else {}
    with Page(tabs, served, viewport={"width": widths[0], "height": 800}, **phone) as opened:

        def is_within_each_width(part: str) -> bool:
            found = []
            for width in reversed(widths):  # ends with the first, at which the next part of the page comes
                opened.tab.set_viewport_size({"width": width, "height": 800})
                found.append(opened.tab.evaluate(f"{part}.scrollWidth") <= width)
            return all(found)

        for _ in range(3):
            opened.tab.click("text=Add a player")
        opened.tab.click("summary:has-text('Rules')")
        for place in (None, "beside", "under", "on"):
            if place == "beside":
                load(opened, picture)
            elif place:
                opened.tab.check(f"[name=photo-place][value={place}]")
            assert is_within_each_width("document.documentElement"), place
        opened.tab.click("#add-card")
        assert is_within_each_width("document.getElementById('catalogue')")


def test_touch_on_a_phone_types_a_stack(tabs: Tabs, tmp_path: Path) -> None:
    running = Served(tmp_path / "new.json")
    with Page(tabs, running, viewport={"width": 375, "height": 700}, has_touch=True, is_mobile=True) as opened:
        opened.space("e5").tap()
        for letter in "TL":
            opened.token(letter).tap()
        assert opened.label_of("e5") == "e5: brown under green"
        box = opened.token("W").bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
    running.end()


def test_dark_screens_get_a_dark_page(page: Page) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        page.tab.emulate_media(color_scheme=scheme)
        grounds.append(page.tab.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_every_control_has_a_name(page: Page, picture: Path) -> None:
    load(page, picture)
    page.tab.click("summary:has-text('Rules')")
    nameless = page.tab.evaluate(
        """() => [...document.querySelectorAll('main button, main input, main select, main textarea, header button')]
            .filter((one) => one.checkVisibility() && !(one.ariaLabel || one.textContent.trim()
                || [...(one.labels || [])].some((label) => label.textContent.trim())))
            .map((one) => one.outerHTML)"""
    )
    assert nameless == []
    board = page.tab.locator("#board")
    assert board.get_attribute("aria-label") == "Board of Pauline, side A"
    assert page.tab.locator("#board [role=button][tabindex='0']").count() == 1


@pytest.mark.parametrize("holds", [False, True])
def test_the_name_of_a_token_button_holds_what_it_shows(page: Page, holds: bool) -> None:
    page.tab.set_checked("#hold", holds)
    tokens = page.tab.locator("#palette .token")
    buttons = tokens.evaluate_all("all => all.map(one => [one.textContent, one.ariaLabel])")
    assert [shown for shown, _ in buttons][:2] == ["W blue", "M gray"]
    assert all(shown in name for shown, name in buttons)


def test_a_space_says_whether_it_is_chosen(page: Page) -> None:
    page.space("b2").click()
    pressed = page.tab.locator("#board .space").evaluate_all(
        "all => all.map(one => [one.dataset.key, one.ariaPressed])"
    )
    assert {state for _, state in pressed} == {"true", "false"}
    assert [space for space, state in pressed if state == "true"] == ["b2"]


def test_focus_is_visible(page: Page) -> None:
    page.tab.keyboard.press("Tab")
    for _ in range(12):
        page.tab.keyboard.press("Tab")
        shown = page.tab.evaluate(
            """() => { const one = document.activeElement; const style = (element) => getComputedStyle(element);
                if (one.closest('#board')) return style(one.querySelector('.frame')).visibility === 'visible';
                return [one, one.parentElement].some((element) => style(element).outlineStyle !== 'none'); }"""
        )
        assert shown


def test_scoresheet_of_two_players_is_visible_without_scrolling_sideways(page: Page) -> None:
    page.tab.click("text=Add a player")
    page.tab.wait_for_selector(".sheet-part .pad thead th >> nth=1")
    for width in (375, 800, 1024, 1280, 1600):
        page.tab.set_viewport_size({"width": width, "height": 900})
        wide, seen = page.tab.evaluate(
            "(e => [e.scrollWidth, e.clientWidth])(document.querySelector('.sheet-part .scroll'))"
        )
        assert wide == seen, width


def test_scoresheet_of_two_players_with_cards_fits_too(tabs: Tabs, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes((ROOT / "samples/positions/real-10.json").read_bytes())
    running = Served(file)
    with Page(tabs, running) as page:
        for width in (390, 600, 800, 1024, 1201, 1280, 1440, 1920):
            page.tab.set_viewport_size({"width": width, "height": 900})
            wide, seen = page.tab.evaluate(
                "(e => [e.scrollWidth, e.clientWidth])(document.querySelector('.sheet-part .scroll'))"
            )
            assert wide == seen, width
            assert page.tab.evaluate("document.documentElement.scrollWidth") <= width
            rules = page.tab.locator("#cards :is(.rule, .ladder)")
            assert min(rules.evaluate_all("all => all.map(one => one.clientWidth)")) > 90, width
            names = page.tab.locator("#cards strong", has_text="meerkat")
            assert names.evaluate("name => name.clientHeight") < 30, width
    running.end()
