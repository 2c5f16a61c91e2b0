"""A board laid on a photograph in the page by its handles."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.editor.browser_page import Page


def lay(page: Page, picture: Path) -> None:
    page.tab.set_input_files("#photo-file", picture)
    page.tab.wait_for_selector("#photo:visible")
    page.tab.check("[name=photo-place][value=on]")
    page.tab.wait_for_selector(".handle:visible")


def on_screen(page: Page, point: Any) -> tuple[float, float]:
    """Return where a pixel of the picture is on the screen."""
    left, top, width = page.tab.evaluate(
        "(({left, top, width}) => [left, top, width])(document.getElementById('photo').getBoundingClientRect())"
    )
    natural = page.tab.evaluate("document.getElementById('photo-image').naturalWidth")
    return left + point[0] * width / natural, top + point[1] * width / natural


def drag_handle(page: Page, number: int, point: Any) -> None:
    box = page.tab.locator(".handle").nth(number).bounding_box()
    page.tab.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.tab.mouse.down()
    page.tab.mouse.move(*on_screen(page, point), steps=2)
    page.tab.mouse.up()
