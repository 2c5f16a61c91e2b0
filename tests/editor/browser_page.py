"""The editor's page in headless Chromium, with its errors and network requests."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from tests.chromium import Tabs, heard
from tests.editor.served import Served


class Page:
    """The page of an editor, ready once its scoresheet is shown."""

    def __init__(self, tabs: Tabs, served: Served, **context: Any) -> None:
        self._end = ExitStack()
        self._begin(self._end.enter_context(tabs.lent(**context)), served)

    def another_tab(self) -> Page:
        """Open the same page again in the same browser."""
        other = Page.__new__(Page)
        other._end = ExitStack()
        tab = self.tab.context.new_page()
        other._end.callback(tab.close)
        other._begin(tab, self.served)
        return other

    def _begin(self, tab: Any, served: Served) -> None:
        self.served = served
        self.tab = tab
        self.tab.set_default_timeout(10_000)
        self.wrong = self._end.enter_context(heard(tab))
        self.asked: list[tuple[str, str, str]] = []
        self.on("request", lambda asked: self.asked.append((asked.method, asked.url, asked.post_data or "")))
        self.tab.goto(served.server.address)
        self.tab.wait_for_selector("#sheet-body > *")

    def on(self, event: str, deed: Callable[[Any], object]) -> None:
        """Do something at each event, as long as the test has the page."""
        self.tab.on(event, deed)
        self._end.callback(self.tab.remove_listener, event, deed)

    def __enter__(self) -> Page:
        return self

    def end(self) -> None:
        """Give the tab back."""
        self._end.close()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.end()
        assert error is not None or self.wrong == []

    def space(self, name: str) -> Any:
        return self.tab.locator(f'#board [data-key="{name}"]')

    def token(self, letter: str) -> Any:
        return self.tab.locator(f'#palette [data-key="{letter}"]')

    def put(self, space: str, stack: str) -> None:
        self.space(space).click()
        for letter in stack:
            self.token(letter).click()

    def label_of(self, space: str) -> str:
        return str(self.space(space).get_attribute("aria-label"))

    def offered(self) -> str:
        return "".join(letter for letter in "WMTLFH" if self.token(letter).is_enabled())

    def add_card(self, name: str) -> None:
        self.tab.click("#add-card")
        self.tab.fill("#search", name)
        self.tab.press("#search", "Enter")
        self.tab.press("#search", "Escape")

    def more_cubes(self, card: str, times: int = 1) -> None:
        for _ in range(times):
            self.tab.click(f'[data-key="{card}-more"]')

    def paste(self, selector: str, text: str) -> None:
        self.tab.locator(selector).first.evaluate(
            """(part, text) => { const clipboardData = new DataTransfer();
                clipboardData.setData("text", text);
                const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
                part.dispatchEvent(event); }""",
            text,
        )

    def judged(self) -> None:
        """Wait until the engine has answered to the last change."""
        self.tab.wait_for_selector("#sheet-body:not([aria-busy])")

    def row(self, name: str) -> str:
        """Return the text of a row of the scoresheet."""
        self.judged()
        return str(self.tab.locator(f"#sheet-body tr.{name} td").first.inner_text())

    def problems(self, part: str = "#board-problems") -> list[str]:
        self.judged()
        return list(self.tab.locator(f"{part} > [data-code]").evaluate_all("all => all.map(one => one.dataset.code)"))

    def says(self, words: str) -> None:
        """Wait until the page shows a text."""
        self.tab.wait_for_selector(f"#said:has-text({words!r})")

    def saved(self) -> Any:
        """Save with the button, and return the file's content."""
        self.tab.click("#save")
        self.says("Saved")
        return json.loads(self.served.file.read_bytes())
