"""Every click works, whatever was typed or changed before it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.editor.browser_page import Page
from tests.editor.served import Served

pytestmark = pytest.mark.browser
SPACES = [f"{letter}{row}" for letter, rows in zip("abcde", (5, 4, 5, 4, 5), strict=True) for row in range(1, rows + 1)]


def press(page: Page, selector: str, rng: random.Random) -> None:
    """Click like a person: the button stays down for a while."""
    box = page.tab.locator(selector).bounding_box()
    page.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.tab.mouse.down()
    page.tab.wait_for_timeout(rng.choice((0, 5, 40)))
    page.tab.mouse.up()


def test_first_click_after_a_name_is_not_lost(new_page: Page) -> None:
    new_page.tab.click("#name")
    new_page.tab.keyboard.press("Control+a")
    new_page.tab.keyboard.type("Pauline")
    press(new_page, '#board [data-key="c3"]', random.Random(1))
    new_page.tab.keyboard.type("mm")
    assert new_page.label_of("c3") == "c3: gray under gray"
    new_page.tab.click("#name")
    new_page.tab.keyboard.type(" II")
    press(new_page, '#palette [data-key="M"]', random.Random(1))
    assert new_page.label_of("c3") == "c3: gray under gray under gray"
    new_page.tab.click("#name")
    new_page.tab.keyboard.type(" of Rouen")
    press(new_page, '#players [data-key="add"]', random.Random(1))
    assert new_page.tab.inner_text("#players").count("Player 2") == 1
    assert new_page.tab.input_value("#name") == "Player 2"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))])
def test_nothing_is_lost_in_random_orders_of_field_click_and_key(browser: Any, tmp_path: Path, seed: int) -> None:
    """Eight orders in every run; twenty for each seed in the slow run."""
    rng = random.Random(seed)
    running = Served(tmp_path / "new.json")
    with Page(browser, running, viewport={"width": 1280, "height": 1000}) as page:
        boards: list[dict[str, str]] = [{}]
        names = ["Player 1"]
        shown, space = 0, "a1"
        for _ in range(20 if seed else 8):
            for deed in rng.sample(["name", "space", "token", "key", "claim", "player", "add"], k=4):
                board = boards[shown]
                if deed == "name":
                    names[shown] = f"P{rng.randrange(10 ** rng.randrange(1, 12))}"
                    page.tab.click("#name")
                    page.tab.keyboard.press("Control+a")
                    page.tab.keyboard.type(names[shown])
                elif deed == "claim":
                    page.tab.click("#claimed")
                    page.tab.keyboard.type(str(rng.randrange(10)))
                elif deed == "space":
                    space = rng.choice(SPACES)
                    press(page, f'#board [data-key="{space}"]', rng)
                    if space not in board:
                        page.tab.keyboard.type("f")
                        board[space] = "F"
                elif deed == "token" and space not in board:
                    press(page, '#palette [data-key="W"]', rng)
                    board[space] = "W"
                elif deed == "key":
                    space = rng.choice(SPACES)
                    press(page, f'#board [data-key="{space}"]', rng)
                    page.tab.keyboard.press("Delete")
                    board.pop(space, None)
                elif deed == "player":
                    shown = rng.randrange(len(names))
                    press(page, f'#players [data-key="player-{shown}"]', rng)
                elif deed == "add" and len(names) < 4:
                    press(page, '#players [data-key="add"]', rng)
                    boards.append({})
                    names.append(f"Player {len(names) + 1}")
                    shown = len(names) - 1
        players = page.saved()["players"]
        assert [player["name"] for player in players] == names
        for player, board in zip(players, boards, strict=True):
            rows = [column.split() for column in player["board"]]
            written = {
                f"{'abcde'[column]}{row}": stack
                for column, stacks in enumerate(rows)
                for row, stack in enumerate(stacks, 1)
                if stack != "."
            }
            assert written == board
    running.end()
