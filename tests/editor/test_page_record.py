from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chromium import Tabs
from tests.cli.command import run
from tests.editor.browser_page import Page
from tests.editor.served import Served

pytestmark = pytest.mark.browser
RICH = {
    "$schema": "../position.schema.json",
    "format": "harmonies-position",
    "version": 1,
    "id": "evening-3",
    "date": "2026-05-31",
    "source": "a photograph",
    "notes": "c3 is hard to see",
    "side": "A",
    "players": [
        {
            "name": "Ann",
            "id": "ann",
            "rating": 1540,
            "notes": "left-handed",
            "board": {"A1": ["grey"]},
            "cards": {"Frosch": 0},
        },
        {"name": "Ben", "board": ["H . . . .", ". . . .", ". . . . .", ". . . .", ". . . . ."], "score": {"trees": 0}},
    ],
}


@pytest.fixture
def rich(tabs: Tabs, tmp_path: Path) -> Iterator[Page]:
    file = tmp_path / "rich.json"
    file.write_text(json.dumps(RICH), encoding="utf-8")
    running = Served(file)
    with Page(tabs, running) as opened:
        yield opened
    running.end()


def test_fields_that_the_page_does_not_edit_are_kept(rich: Page) -> None:
    rich.put("b1", "W")
    saved = rich.saved()
    for field in ("$schema", "id", "date", "source", "notes"):
        assert saved[field] == RICH[field]
    ann, ben = saved["players"]
    assert (ann["id"], ann["rating"], ann["notes"], ann["cards"]) == ("ann", 1540, "left-handed", {"frog": 0})
    assert ann["board"] == ["M . . . .", "W . . .", ". . . . .", ". . . .", ". . . . ."]
    assert ben["score"] == {"trees": 0}
    assert "cards" not in ben


def test_opening_and_looking_changes_nothing(rich: Page) -> None:
    rich.tab.click("#players >> text=Ben")
    assert rich.tab.is_checked("#unknown-cards")
    rich.space("a1").click()
    assert rich.tab.inner_text("#file") == "rich.json"
    assert json.loads(rich.served.file.read_bytes()) == RICH


def test_the_fields_about_the_record_are_edited(new_page: Page) -> None:
    new_page.tab.click("summary:has-text('Rules')")
    new_page.tab.select_option("[name=rules]", "bga")
    new_page.tab.select_option("[name=spirits]", "true")
    new_page.tab.check("[name=solo]")
    new_page.tab.fill("[name=date]", "2026-13-31")
    new_page.tab.fill("[name=notes]", "Zoë’s")
    new_page.tab.press("[name=notes]", "Tab")
    new_page.tab.wait_for_selector("#record-problems li")
    assert new_page.problems("#record-problems") == ["schema"]
    new_page.tab.fill("[name=date]", "2026-12-31")
    new_page.tab.press("[name=date]", "Tab")
    new_page.tab.fill("#claimed", "0")
    new_page.tab.press("#claimed", "Tab")
    assert new_page.problems("#record-problems") == []
    saved = new_page.saved()
    expected = {"rules": "bga", "spirits": True, "solo": True, "date": "2026-12-31", "notes": "Zoë’s"}
    assert {name: saved[name] for name in expected} == expected
    assert saved["players"][0]["score"] == 0


def test_suns_of_a_solo_game_are_shown(page: Page) -> None:
    page.tab.click("summary:has-text('Rules')")
    page.tab.check("[name=solo]")
    assert page.row("suns") == "7"


def test_players_are_added_up_to_four_and_removed(new_page: Page) -> None:
    new_page.put("a1", "L")
    for number in (2, 3, 4):
        new_page.tab.click("text=Add a player")
        new_page.put(f"a{number}", "L")
    assert new_page.tab.locator("text=Add a player").count() == 0
    assert new_page.tab.is_disabled("[name=solo]")
    new_page.tab.click("#players >> text=Player 2")
    assert new_page.label_of("a2") == "a2: green"
    new_page.tab.click("#remove-player")
    names = [player["name"] for player in new_page.saved()["players"]]
    assert names == ["Player 1", "Player 3", "Player 4"]


def test_card_of_another_player_is_not_offered(page: Page) -> None:
    page.tab.click("text=Add a player")
    page.tab.click("#add-card")
    page.tab.fill("#search", "FAUCON")
    assert page.tab.locator("#catalogue-cards button").all_inner_texts() != []
    assert page.tab.is_disabled('#catalogue-cards [data-card="falcon"]')
    assert "Pauline has it" in page.tab.inner_text('#catalogue-cards [data-card="falcon"]')


def test_catalogue_is_searched(new_page: Page) -> None:
    for search, colour, kind, number in (
        ("", "", "", 42),
        ("", "", "spirit", 10),
        ("grenouille", "", "", 1),
        ("WÜSTEN fuchs", "", "", 1),
        ("zzz", "", "", 0),
    ):
        new_page.tab.click("#add-card")
        new_page.tab.fill("#search", search)
        new_page.tab.select_option("#cube-on", colour)
        new_page.tab.select_option("#kind", kind)
        assert new_page.tab.locator("#catalogue-cards li").count() == number, search
        new_page.tab.keyboard.press("Escape")
        assert not new_page.tab.is_visible("#catalogue")
        assert new_page.tab.evaluate("document.activeElement.id") == "add-card"


def test_card_is_removed_with_its_cubes(new_page: Page) -> None:
    new_page.add_card("falcon")
    new_page.put("e1", "MMM")
    new_page.tab.click('#palette [data-key="cube"]')
    new_page.tab.click('[data-key="falcon-remove"]')
    saved = new_page.saved()["players"][0]
    assert saved["cards"] == {} and "cubes" not in saved


def test_scores_are_those_of_the_command(page: Page) -> None:
    page.tab.check("[name=side][value=A]")
    page.add_card("lion")
    page.more_cubes("lion")
    page.tab.click("text=Remove the claimed points")
    total = page.row("total")
    page.saved()
    (record,) = run("score", page.served.file, "--format", "json").records
    assert str(record["players"][0]["total"]) == total == "130"
