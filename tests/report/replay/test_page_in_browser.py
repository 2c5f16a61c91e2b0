from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from harmonies_cli.report.replay.replay_page import page
from tests.chromium import Tabs, heard
from tests.report.replay.games import HOSTILE, small
from tests.report.replay.reviews import small_review
from tests.report.replay.stored import documents, replayed

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    pages = {
        "four": page(replayed(dict(documents())["4p_B_spirits-15"])),
        "illegal": page(replayed(dict(documents())["illegal"])),
    }
    pages["review"] = page(small(), review=small_review())
    pages["hostile"] = page(
        small(id=HOSTILE, notes=HOSTILE, players=[{"name": HOSTILE, "notes": HOSTILE}, {"name": "Ben"}]),
        review=small_review(),
    )
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in pages}


class Shown:
    """A page in the browser, with its errors and network requests."""

    def __init__(self, tabs: Tabs, address: str, **context: Any) -> None:
        self._end = ExitStack()
        self.tab = self._end.enter_context(tabs.lent(**context))
        self.wrong = self._end.enter_context(heard(self.tab))
        self.asked: list[str] = []
        self.tab.on("request", self._ask)
        self._end.callback(self.tab.remove_listener, "request", self._ask)
        self.tab.goto(address)

    def _ask(self, request: Any) -> None:
        self.asked.append(request.url)

    def end(self) -> None:
        """Give the tab back."""
        self._end.close()

    def at(self, fragment: str) -> Shown:
        """Go to a turn, like a link to it."""
        self.tab.evaluate("fragment => { location.hash = fragment; }", fragment)
        self.tab.locator(f"{fragment}:visible").wait_for()
        return self

    def heading(self) -> str:
        headings = self.tab.locator("section.screen:visible h2").all_inner_texts()
        assert len(headings) == 1
        return str(headings[0])


Show = Callable[..., Shown]


@pytest.fixture
def show(tabs: Tabs, files: dict[str, str]) -> Iterator[Show]:
    """Open a page, in place of the one before."""
    opened: list[Shown] = []

    def shown(name: str, fragment: str = "", **context: Any) -> Shown:
        for before in opened:
            before.end()
        opened[:] = [Shown(tabs, files[name] + fragment, **context)]
        return opened[0]

    yield shown
    for last in opened:
        last.end()


@pytest.fixture(scope="module")
def game_of_four(tabs: Tabs, files: dict[str, str]) -> Iterator[Shown]:
    """The page of a long game, opened once: its only state is the turn shown and what `four` resets."""
    shown = Shown(tabs, files["four"])
    yield shown
    shown.end()


@pytest.fixture
def four(game_of_four: Shown) -> Iterator[Shown]:
    """That page at its start."""
    yield game_of_four.at("#start")
    assert game_of_four.wrong == []
    assert game_of_four.tab.locator("main figure:visible").count() <= 1


def test_keys_step_through_the_turns(show: Show, files: dict[str, str]) -> None:
    shown = show("four")
    assert shown.heading() == "Start"
    headings = []
    for _ in range(3):
        shown.tab.keyboard.press("ArrowRight")
        headings.append(shown.heading())
    assert headings == ["Turn 1 of 36: 1. Chloe", "Turn 2 of 36: 2. Bob", "Turn 3 of 36: 3. Anna"]
    shown.tab.keyboard.press("ArrowLeft")
    assert shown.heading().startswith("Turn 2 ")
    shown.tab.keyboard.press("End")
    assert shown.heading() == "Verdict"
    shown.tab.keyboard.press("Home")
    assert shown.heading() == "Start"
    assert shown.wrong == []
    assert shown.asked == [files["four"]]


def test_buttons_step_through_the_turns(four: Shown) -> None:
    button = four.tab.get_by_role
    assert button("button", name="Back").is_disabled()
    button("button", name="Next").click()
    assert four.heading().startswith("Turn 1 ")
    button("button", name="Last").click()
    assert four.heading() == "Verdict"
    assert button("button", name="Next").is_disabled()
    button("button", name="Back").click()
    assert four.heading().startswith("Turn 36 ")
    button("button", name="First").click()
    assert four.heading() == "Start"


def test_slider_shows_its_turn_and_says_so(four: Shown) -> None:
    slider = four.tab.get_by_role("slider", name="Turn")
    slider.fill("20")
    assert four.heading().startswith("Turn 20 ")
    assert slider.get_attribute("aria-valuetext") == four.heading()
    assert four.tab.locator("output").inner_text() == four.heading()
    slider.press("ArrowRight")
    assert four.heading().startswith("Turn 21 ")


def test_each_turn_has_its_own_address(four: Shown) -> None:
    four.at("#turn-9")
    assert four.heading().startswith("Turn 9 ")
    four.tab.keyboard.press("ArrowRight")
    assert four.tab.url.endswith("#turn-10")


def test_all_boards_are_shown_on_request(four: Shown) -> None:
    four.at("#turn-9")
    button = four.tab.get_by_role("button", name="All boards")
    assert four.tab.locator("main figure:visible").count() == 1
    button.click()
    captions = four.tab.locator(".more figcaption").all_inner_texts()
    assert captions == ["Before: 1. Chloe, turn 5", "2. Bob, turn 6", "3. Anna, turn 7", "4. Dmitri, turn 8"]
    assert button.get_attribute("aria-pressed") == "true"
    four.tab.keyboard.press("ArrowRight")
    assert four.tab.locator("main figure:visible").count() == 5
    button.click()
    assert four.tab.locator("main figure:visible").count() == 1


def test_pressed_chart_goes_to_the_turn(show: Show) -> None:
    shown = show("four")
    box = shown.tab.locator("#chart-points .box").bounding_box()
    middle = box["y"] + box["height"] / 2
    shown.tab.mouse.click(box["x"] + box["width"] * 18 / 36, middle)
    assert shown.heading().startswith("Turn 18 ")
    assert shown.tab.url.endswith("#turn-18")
    shown.tab.mouse.move(box["x"] + box["width"] * 18 / 36, middle)
    shown.tab.mouse.down()
    shown.tab.mouse.move(box["x"] + box["width"] * 30 / 36, middle)
    shown.tab.mouse.up()
    assert shown.heading().startswith("Turn 30 ")
    shown.tab.mouse.move(box["x"], middle)
    assert shown.heading().startswith("Turn 30 ")
    assert shown.tab.locator(".legend .points").all_inner_texts() == ["60", "24", "12", "17"]
    assert shown.wrong == []


def test_touch_goes_to_turns(show: Show) -> None:
    shown = show("four", has_touch=True, viewport={"width": 390, "height": 844})
    box = shown.tab.locator("#chart-points .box").bounding_box()
    shown.tab.touchscreen.tap(box["x"] + box["width"] * 9 / 36, box["y"] + 20)
    assert shown.heading().startswith("Turn 9 ")
    fingers = shown.tab.context.new_cdp_session(shown.tab)
    shown.tab.locator("#turn-9 .central").scroll_into_view_if_needed()
    place = shown.tab.locator("#turn-9 .central").bounding_box()["y"]
    for start, end, number in ((300, 100, 10), (100, 300, 9)):
        for kind, points in (
            ("touchStart", [{"x": start, "y": place}]),
            ("touchMove", [{"x": end, "y": place + 5}]),
            ("touchEnd", []),
        ):
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert shown.heading().startswith(f"Turn {number} ")
    assert shown.wrong == []


def test_charts_and_numbers_of_a_review_follow_the_turn(show: Show) -> None:
    shown = show("review", "#turn-2")
    assert shown.tab.locator(".numbers .here").evaluate_all("rows => rows.map(row => row.dataset.turn)") == ["2"]
    assert shown.tab.locator("#chart-points .cursor").evaluate("line => line.style.left") == "100%"
    totals = shown.tab.locator('.numbers [data-turn="2"] .points').all_text_contents()
    assert shown.tab.locator(".legend .points").all_inner_texts() == totals
    shown.tab.locator("#chart-points .box").click()  # in its middle
    assert shown.heading().startswith("Turn 1 ")
    assert shown.wrong == []


def test_small_board_links_to_its_turn(four: Shown) -> None:
    four.tab.get_by_role("link", name="Turn 22 with 12 points").click()
    assert four.heading().startswith("Turn 22 ")
    assert four.tab.locator(".multiples [aria-current]").get_attribute("href") == "#turn-22"
    four.tab.go_back()
    assert four.heading() == "Start"


def test_opened_card_shows_where_one_token_opens_its_habitat(four: Shown) -> None:
    four.at("#turn-25")
    rings = four.tab.locator('#turn-25 figure [data-near="meerkat"]')
    assert rings.get_attribute("visibility") == "hidden"
    four.tab.locator('#turn-25 details[data-card="meerkat"] summary').press("Enter")
    four.tab.locator('#turn-25 figure [data-near="meerkat"][visibility="visible"]').wait_for(state="attached")
    assert rings.locator("path").count() == 8


def test_keys_and_buttons_go_from_mistake_to_mistake(show: Show) -> None:
    shown = show("review")
    button = shown.tab.get_by_role("button", name="Next mistake")
    shown.tab.keyboard.press("m")
    assert shown.heading().startswith("Turn 1 ")
    assert button.is_disabled()
    assert shown.tab.locator("figure.better:visible").count() == 1
    shown.tab.keyboard.press("End")
    shown.tab.keyboard.press("Shift+M")
    assert shown.heading().startswith("Turn 1 ")
    shown.tab.keyboard.press("Home")
    button.click()
    assert shown.heading().startswith("Turn 1 ")
    assert shown.wrong == []


def test_keys_go_on_after_a_press_on_the_slider_or_on_a_table_that_fits(show: Show) -> None:
    shown = show("review", viewport={"width": 1280, "height": 800})
    tab = shown.tab
    tab.locator("input[type=range]").press("End")
    tab.keyboard.press("Shift+M")
    assert shown.heading().startswith("Turn 1 ")
    tab.locator("#turn-1 .so-far").click()
    tab.keyboard.press("ArrowRight")
    assert shown.heading().startswith("Turn 2 ")
    tab.set_viewport_size({"width": 390, "height": 800})
    tab.locator("#turn-2 .so-far").click()
    tab.keyboard.press("ArrowRight")
    assert shown.heading().startswith("Turn 2 ")


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_a_mistake_that_is_gone_to_is_in_the_window(show: Show, width: int) -> None:
    tab = show("review", viewport={"width": width, "height": 800}).tab
    title = tab.locator("#turn-1 h2")
    for go in (lambda: tab.keyboard.press("m"), tab.get_by_role("button", name="Next mistake").click):
        tab.keyboard.press("Home")
        tab.evaluate("scrollTo(0, 0)")
        go()
        box, bar = title.bounding_box(), tab.locator(".controls").bounding_box()
        assert bar["y"] + bar["height"] <= box["y"] < 300
    tab.keyboard.press("Home")
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab.keyboard.press("m")
    assert 0 < title.bounding_box()["y"] < 300


def test_the_board_played_and_the_better_one_stand_side_by_side(show: Show) -> None:
    tab = show("review", "#turn-1", viewport={"width": 1180, "height": 800}).tab
    boards = tab.locator("#turn-1 .turn-columns > figure > svg")
    tops = boards.evaluate_all("boards => boards.map(board => board.getBoundingClientRect().top)")
    captions = tab.locator("#turn-1 .turn-columns > figure > figcaption")
    lines = captions.evaluate_all(
        "texts => texts.map(text => { const all = document.createRange(); all.selectNodeContents(text);"
        " return new Set([...all.getClientRects()].map(line => Math.round(line.top))).size; })"
    )
    assert lines == [2, 1]
    assert tops[0] == pytest.approx(tops[1], abs=1)


@pytest.mark.parametrize("widths", [(390, 1280), pytest.param((320, 1920), marks=pytest.mark.slow)])
def test_page_is_no_wider_than_the_screen(show: Show, files: dict[str, str], widths: tuple[int, int]) -> None:
    for name in files:
        shown = show(name)
        for width in widths:
            shown.tab.set_viewport_size({"width": width, "height": 800})
            shown.tab.keyboard.press("Home")
            for _ in range(3):
                assert shown.tab.evaluate("document.documentElement.scrollWidth") <= width
                shown.tab.keyboard.press("ArrowRight")


def test_the_review_by_player_fits_a_phone_and_the_column_of_a_wide_window(show: Show) -> None:
    for width in (390, 1920):
        tab = show("review", viewport={"width": width, "height": 900}).tab
        region = tab.get_by_role("region", name="Review by player")
        assert region.evaluate("region => region.scrollWidth <= region.clientWidth")
        names, accuracy = (region.get_by_role("row", name=name).inner_text() for name in ("Player", "Accuracy"))
        assert (names.split("\t"), accuracy.split("\t")) == (["Player", "1. Ann", "2. Ben"], ["Accuracy", "55", "55"])


def test_without_scripts_all_turns_are_shown_one_below_another(show: Show) -> None:
    shown = show("four", java_script_enabled=False)
    assert shown.tab.locator("section.screen:visible").count() == 38
    assert not shown.tab.locator(".controls").is_visible()


def test_print_has_all_turns_and_no_controls(show: Show) -> None:
    shown = show("four", "#turn-9")
    shown.tab.emulate_media(media="print")
    assert shown.tab.locator("section.screen:visible").count() == 38
    assert not shown.tab.locator(".controls").is_visible()


def test_dark_screens_get_a_dark_page(show: Show) -> None:
    tab = show("four").tab
    grounds = []
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        grounds.append(tab.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]


def test_fault_is_shown(show: Show) -> None:
    shown = show("illegal", "#turn-6")
    assert shown.tab.locator(".fault:visible strong").inner_text() == "stack-illegal"


def test_hostile_words_run_no_code(show: Show, files: dict[str, str]) -> None:
    shown = show("hostile")
    for _ in range(4):
        shown.tab.keyboard.press("ArrowRight")
    assert shown.tab.title().startswith("Review of </script>")
    assert shown.wrong == []
    assert shown.asked == [files["hostile"]]
