from __future__ import annotations

import json
from typing import Any

import pytest

from harmonies_cli.rules.board.tokens import STACKS
from tests.editor.browser_page import Page
from tests.editor.served import EXAMPLE

pytestmark = pytest.mark.browser


def test_rulebook_example_is_typed_scored_and_saved(new_page: Page) -> None:
    (player,) = json.loads(EXAMPLE)["players"]
    for letter, column in zip("abcde", player["board"], strict=True):
        for row, stack in enumerate(column.split(), 1):
            new_page.put(f"{letter}{row}", stack)
    for card, placed in player["cards"].items():
        new_page.add_card(card)
        new_page.more_cubes(card, placed)
    new_page.tab.fill("#name", "Pauline")
    new_page.tab.press("#name", "Tab")
    assert new_page.row("total") == "116"
    assert new_page.row("landscapes") == "53"
    assert new_page.problems() == []
    saved = new_page.saved()["players"][0]
    assert (saved["name"], saved["board"], saved["cards"]) == ("Pauline", player["board"], player["cards"])


def test_only_tokens_that_may_follow_are_offered(new_page: Page) -> None:
    for stack in STACKS:
        new_page.put("c3", stack)
        expected = "".join(letter for letter in "WMTLFH" if stack + letter in STACKS)
        assert new_page.offered() == expected, stack
        new_page.space("c3").focus()
        for letter in "wmtlfh":  # nor do the keys place any other
            if letter.upper() not in expected:
                new_page.tab.keyboard.press(letter)
        assert new_page.saved()["players"][0]["board"][2].split()[2] == (stack or ".")
        if stack:
            new_page.tab.click("#palette >> text=Empty")


def test_tokens_are_removed_singly_or_all_at_once(new_page: Page) -> None:
    new_page.put("b2", "TTL")
    assert new_page.label_of("b2") == "b2: brown under brown under green"
    new_page.tab.click("text=Take off")
    assert new_page.label_of("b2") == "b2: brown under brown"
    new_page.tab.click("#palette >> text=Empty")
    assert new_page.label_of("b2") == "b2: empty"
    new_page.tab.click("#undo")
    assert new_page.label_of("b2") == "b2: brown under brown"
    new_page.tab.click("#redo")
    assert new_page.label_of("b2") == "b2: empty"


def test_board_is_worked_from_the_keyboard(new_page: Page) -> None:
    press = new_page.tab.keyboard.press
    new_page.space("a1").focus()
    for key in (
        "m",
        "m",
        "ArrowRight",
        "ArrowDown",
        "t",
        "h",
        "End",
        "f",
        "Home",
        "w",
        "Backspace",
        "ArrowLeft",
        "Delete",
    ):
        press(key)
    for space, label in (("b2", "brown under red"), ("b4", "yellow"), ("b1", "empty"), ("a1", "empty")):
        assert new_page.label_of(space) == f"{space}: {label}"
    press("Control+z")
    assert new_page.label_of("a1") == "a1: gray under gray"
    focused = new_page.tab.evaluate("document.activeElement.dataset.key")
    assert focused == "a1"


def test_arrows_stay_on_the_board(new_page: Page) -> None:
    new_page.space("a1").focus()
    for key, expected in (
        ("ArrowUp", "a1"),
        ("ArrowLeft", "a1"),
        ("End", "a5"),
        ("ArrowDown", "a5"),
        ("ArrowRight", "b4"),
    ):
        new_page.tab.keyboard.press(key)
        assert new_page.tab.evaluate("document.activeElement.dataset.key") == expected


def test_token_in_hand_goes_where_one_taps(new_page: Page) -> None:
    new_page.tab.check("#hold")
    new_page.token("F").click()
    for space in ("a1", "a2", "c5"):
        new_page.space(space).click()
    new_page.space("a1").click()  # nothing may go on a field
    assert [new_page.label_of(space) for space in ("a1", "a2", "c5")] == ["a1: yellow", "a2: yellow", "c5: yellow"]
    new_page.tab.uncheck("#hold")
    new_page.space("b1").click()
    assert new_page.label_of("b1") == "b1: empty"


def test_cube_is_put_and_given_to_a_card(new_page: Page) -> None:
    for card in ("falcon", "fennec-fox", "raccoon"):
        new_page.add_card(card)
    new_page.put("e1", "MMM")
    new_page.tab.click('#palette [data-key="cube"]')
    assert new_page.label_of("e1") == "e1: gray under gray under gray; cube of the falcon"
    new_page.put("a1", "W")
    assert new_page.tab.locator('#palette [data-key="cube"]').is_disabled()
    saved = new_page.saved()["players"][0]
    assert saved["cubes"] == {"e1": "falcon"}
    assert saved["cards"] == {"falcon": 1, "fennec-fox": 0, "raccoon": 0}
    assert new_page.tab.locator("#cards strong").all_inner_texts() == ["falcon", "fennec fox", "raccoon"]
    new_page.space("e1").click()
    new_page.tab.select_option('[data-key="cube-card"]', "")
    assert new_page.saved()["players"][0]["cubes"] == ["e1"]
    new_page.tab.click("#palette >> text=Empty")
    saved = new_page.saved()["players"][0]
    assert "cubes" not in saved


def test_side_has_its_own_board(page: Page) -> None:
    page.tab.check("[name=side][value=B]")
    assert page.tab.locator("#board .space").count() == 25
    assert "5 stacks" in page.tab.inner_text("#said")  # the last row of each column
    saved = page.saved()
    assert saved["side"] == "B"
    assert [len(column.split()) for column in saved["players"][0]["board"]] == [4, 3, 4, 3, 4, 3, 4]
    page.tab.click("#undo")
    assert page.row("total") == "116"


def test_problem_is_shown_on_its_space_and_card(page: Page, served: Any) -> None:
    page.space("e1").click()
    page.tab.click("text=Take off")
    assert page.problems('[data-card="falcon"] .problems') == ["cubes-misplaced"]
    assert "the falcon must be on MMM" in page.tab.inner_text('[data-card="falcon"] .problems')
    assert page.problems() == ["score-mismatch"] * 3  # mountains, landscapes, total
    page.tab.click("text=Remove the claimed points")
    assert page.problems() == []
    assert page.tab.locator("#players .badge").inner_text() == "1 !"


def test_problem_of_a_cube_leads_to_its_space(new_page: Page) -> None:
    new_page.add_card("falcon")
    new_page.put("e1", "MMM")
    new_page.tab.click('#palette [data-key="cube"]')
    new_page.tab.click("text=Take off")
    assert "cubes-misplaced" in new_page.problems()
    assert "a cube of the falcon is given on e1" in new_page.label_of("e1")
    new_page.space("a1").click()
    new_page.tab.click("#board-problems .place-link")
    assert new_page.tab.inner_text("#palette .chosen-space b") == "e1"
