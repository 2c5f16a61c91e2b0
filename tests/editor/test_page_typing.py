"""A game typed without the mouse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from harmonies_cli.rules.board.cards import CARDS, name_forms
from tests.editor import keystrokes
from tests.editor.browser_page import Page
from tests.editor.keystrokes import Hand

pytestmark = pytest.mark.browser
GAME: dict[str, Any] = {
    "format": "harmonies-position",
    "version": 1,
    "side": "A",
    "players": [
        {
            "name": "Ann",
            "board": ["F F W W L", "W W F W", "W TH F F W", "F MH M TL", "MMM M M HH ."],
            "cards": {"falcon": 1, "shrew": 2, "boar": 1, "raccoon": 2},
        },
        {
            "name": "Ben",
            "board": ["W L TL F M", "TTL W MM H", "F F TH L MM", "W W TTL M", "HH F L W ."],
            "cards": {"frog": 3, "koala": 1, "otter": 0, "bee": 0},
        },
    ],
}
STACKS = [stack for player in GAME["players"] for column in player["board"] for stack in column.split() if stack != "."]


def prefix(card: str) -> str:
    """Return the shortest beginning of a card's name that starts no word of another card's names, in any language."""
    words = [
        (form, each.id)
        for each in CARDS
        for name in (each.id, *(alias for names in each.aliases.values() for alias in names))
        for word in (name, *name.replace("-", " ").split())
        for form in name_forms(word)
    ]
    lengths = range(1, len(card))
    begun = (
        card[:length] for length in lengths if {own for word, own in words if word.startswith(card[:length])} == {card}
    )
    return next(begun, card)


def entries(player: dict[str, Any]) -> Iterator[str]:
    for card, cubes in player["cards"].items():
        yield f"{prefix(card)}{cubes}" if cubes else f"{prefix(card)}0"


def test_two_player_game_is_typed_in_fifty_seconds(new_page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    assert (len(STACKS), sum(len(player["cards"]) for player in GAME["players"])) == (44, 8)
    hand = Hand()

    def type_(text: str) -> None:
        for letter in text:
            new_page.tab.keyboard.press("Enter" if letter == "\n" else letter)
            hand.key()

    for number, player in enumerate(GAME["players"]):
        type_(f"{player['name']}\n")
        spaces = [stack.replace(".", "") for column in player["board"] for stack in column.split()]
        type_("".join(f"{stack.lower()} " for stack in spaces))
        type_(" ".join(entries(player)))
        type_("\n" if number else "\n\n")  # and the button that adds a player
        new_page.tab.wait_for_timeout(60)
    new_page.tab.keyboard.press("Control+s")
    hand.key(2)
    new_page.says("Saved")
    saved = json.loads(new_page.served.file.read_bytes())
    assert saved["players"] == GAME["players"]
    others = {
        "JSON by hand": keystrokes.json_by_hand(GAME),
        "skeleton of new": keystrokes.skeleton_of_new(GAME),
        "new --ask": keystrokes.new_ask(GAME),
        "page by clicks": keystrokes.clicks_only(GAME),
    }
    with capsys.disabled():
        print()
        for name, other in {"page by keys": hand, **others}.items():
            print(f"{name:16}{other}")
    assert hand.keys <= 190
    assert hand.clicks <= 4
    assert hand.seconds < 50
    assert hand.seconds < min(other.seconds for other in others.values())


def test_the_space_bar_moves_in_reading_order_and_from_the_last_space_to_the_cards(new_page: Page) -> None:
    new_page.space("a1").focus()
    new_page.tab.keyboard.type("ttl w . 5 h", delay=1)
    for space, words in (
        ("a1", "brown under brown under green"),
        ("a2", "blue"),
        ("a3", "empty"),
        ("a4", "yellow"),
        ("a5", "red"),
    ):
        assert new_page.label_of(space) == f"{space}: {words}"
    new_page.tab.keyboard.press("Enter")
    assert new_page.tab.evaluate("document.activeElement.dataset.key") == "b1"
    new_page.tab.keyboard.press("Backspace")
    new_page.tab.keyboard.press("Backspace")
    assert new_page.label_of("a5") == "a5: empty"
    new_page.space("e5").click()
    new_page.tab.keyboard.press("Enter")
    assert new_page.tab.evaluate("document.activeElement.id") == "card-line"


def test_keys_one_to_six_are_the_colours(new_page: Page) -> None:
    new_page.space("a1").focus()
    new_page.tab.keyboard.type("1 2 3 4 5 6 ")
    words = [new_page.label_of(space).split(": ")[1] for space in ("a1", "a2", "a3", "a4", "a5", "b1")]
    assert words == ["blue", "gray", "brown", "green", "yellow", "red"]


@pytest.mark.parametrize("letter", "bgyr")
def test_initial_of_a_colour_puts_nothing_and_names_the_letter(new_page: Page, letter: str) -> None:
    new_page.space("a1").focus()
    new_page.tab.keyboard.press(letter)
    assert new_page.label_of("a1") == "a1: empty"
    new_page.says(f"{letter.upper()} is not a token")


def test_left_and_right_keep_the_height(new_page: Page) -> None:
    for start, there in (
        ("a5", ["b4", "c5", "d4", "e5"]),
        ("a1", ["b1", "c1", "d1", "e1"]),
        ("a3", ["b3", "c3", "d3", "e3"]),
    ):
        new_page.space(start).click()
        for key, spaces in (("ArrowRight", there), ("ArrowLeft", [*there[-2::-1], start])):
            for space in spaces:
                new_page.tab.keyboard.press(key)
                assert new_page.tab.evaluate("document.activeElement.dataset.key") == space


def test_two_tab_stops_lead_to_the_board(page: Page) -> None:
    page.tab.keyboard.press("Tab")
    page.tab.keyboard.press("Tab")
    assert page.tab.evaluate("document.activeElement.closest('#board') !== null")


def test_each_column_is_a_line_of_text_linked_to_the_drawing(new_page: Page) -> None:
    line = new_page.tab.locator('[aria-label="Column b as text"]')
    line.click()
    new_page.tab.keyboard.type("w TTL . f")
    assert new_page.label_of("b2") == "b2: brown under brown under green"
    assert new_page.label_of("b4") == "b4: yellow"
    new_page.tab.keyboard.press("Backspace")
    assert new_page.label_of("b4") == "b4: empty"
    new_page.put("b4", "MM")
    assert line.input_value() == "W TTL . MM"
    line.fill("W XY")
    assert "b2: “XY” is not a stack" in new_page.tab.inner_text("#column-faults")
    assert new_page.label_of("b2") == "b2: empty"
    new_page.tab.keyboard.press("Control+z")
    assert line.input_value() == "W TTL . MM"


@pytest.mark.parametrize("form", ["lines", "json"])
def test_board_of_five_lines_is_pasted(new_page: Page, form: str) -> None:
    board = GAME["players"][0]["board"]
    new_page.paste("#columns input", "\n".join(board) if form == "lines" else json.dumps(board, indent=1))
    assert new_page.saved()["players"][0]["board"] == board
    new_page.tab.click("#undo")
    assert new_page.label_of("a1") == "a1: empty"


def test_board_of_the_other_side_and_a_record_are_pasted(new_page: Page) -> None:
    islands = ["W W . .", "L L L", "M . . .", "F F .", ". . . .", ". . .", "H . . ."]
    new_page.paste("body", "\n".join(islands))
    saved = new_page.saved()
    assert (saved["side"], saved["players"][0]["board"]) == ("B", islands)
    new_page.paste("body", json.dumps(GAME))
    new_page.says("opened")
    assert [player["name"] for player in new_page.saved()["players"]] == ["Ann", "Ben"]


@pytest.mark.parametrize("name", ["fish", "ray", "otter", "bat", "owl", "cat"])
def test_enter_takes_an_exact_name_before_a_longer_one(new_page: Page, name: str) -> None:
    new_page.tab.click("#card-line")
    new_page.tab.keyboard.type(name)
    new_page.tab.keyboard.press("Enter")
    new_page.tab.keyboard.type("1")
    new_page.tab.keyboard.press("Enter")
    assert new_page.saved()["players"][0]["cards"] == {name: 1}
    new_page.tab.click("#add-card")
    new_page.tab.fill("#search", name)
    new_page.tab.keyboard.press("Enter")
    new_page.tab.keyboard.press("Escape")
    for _ in range(2):  # the second time the card is held already, and no other card replaces it
        new_page.add_card(name)
        assert new_page.tab.locator(".card").count() == 1


def test_line_of_cards_in_several_languages_is_completed(new_page: Page) -> None:
    new_page.tab.click("#card-line")
    new_page.tab.keyboard.type("fish 2, grenou")
    new_page.tab.wait_for_selector("#suggestions >> text=grenouille")
    new_page.tab.keyboard.press("Tab")
    assert new_page.tab.input_value("#card-line") == "fish 2, frog "
    new_page.tab.keyboard.type("1, Löwe, falcn 1")
    new_page.tab.wait_for_selector("#card-faults >> text=did you mean falcon?")
    assert new_page.saved()["players"][0]["cards"] == {"fish": 2, "frog": 1, "lion": 0}
    new_page.tab.click('[data-key="frog-more"]')
    assert new_page.tab.input_value("#card-line") == "fish 2, frog 2, lion 0"


def test_catalogue_stays_open_and_digits_set_the_cubes_of_a_new_card(new_page: Page) -> None:
    new_page.tab.click("#add-card")
    for name, digit in (("frog", "3"), ("falcon", "9")):
        new_page.tab.keyboard.type(name)
        new_page.tab.keyboard.press("Enter")
        new_page.tab.keyboard.press(digit)
    assert new_page.tab.is_visible("#catalogue")
    new_page.tab.keyboard.press("Escape")
    assert new_page.saved()["players"][0]["cards"] == {"frog": 3, "falcon": 2}


def test_undo_takes_back_everything_that_was_typed(new_page: Page) -> None:
    start = new_page.saved()
    new_page.tab.fill("#name", "Zoë")
    new_page.put("a1", "MM")
    new_page.tab.fill('[aria-label="Column c as text"]', "W W")
    new_page.tab.fill("#card-line", "frog 2")
    new_page.tab.wait_for_selector('[data-card="frog"]')
    new_page.tab.fill("#claimed", "12")
    new_page.tab.check("[name=side][value=B]")
    new_page.tab.click("text=Add a player")
    while new_page.tab.is_enabled("#undo"):
        new_page.tab.keyboard.press("Control+z")
    assert new_page.tab.input_value("#card-line") == ""
    assert new_page.saved() == start


def test_chosen_space_says_what_it_scores(page: Page) -> None:
    page.space("c1").click()
    page.tab.wait_for_selector("#palette >> text=19 for water: river of 7")


def test_the_final_check_counts_tokens_cards_and_cubes(page: Page) -> None:
    page.tab.click("#check")
    rows = [line.split("\t") for line in page.tab.inner_text("#tally").splitlines()]
    assert ["blue", "7", "7 of 23"] in rows
    assert ["tokens", "30", "30"] in rows
    assert ["cubes", "12", "12"] in rows
    assert "falcon 1" in page.tab.inner_text("#tally-cards")


@pytest.mark.parametrize("photograph", [False, True])
def test_bottom_row_and_palette_are_visible_with_two_players(new_page: Page, picture: Any, photograph: bool) -> None:
    new_page.tab.set_viewport_size({"width": 1280, "height": 800})
    new_page.tab.click("text=Add a player")
    if photograph:
        new_page.tab.set_input_files("#photo-file", picture)
        new_page.tab.wait_for_selector("#photo:visible")
    assert new_page.tab.evaluate("scrollY") == 0
    for space in ("a5", "b4", "c5", "d4", "e5"):
        box = new_page.space(space).bounding_box()
        hit = "([x, y]) => document.elementFromPoint(x, y).closest('.space')?.dataset.key"
        middle, low = box["x"] + box["width"] / 2, box["y"] + box["height"] - 4
        assert new_page.tab.evaluate(hit, [middle, low]) == space
    palette = new_page.tab.locator("#palette").bounding_box()
    assert palette["y"] + palette["height"] <= 800
