"""The editor's page in headless Chromium, with its errors and network requests."""

from __future__ import annotations

import json
from typing import Any

from tests.editor.served import Served


class Page:
    """The page of an editor, ready once its scoresheet is shown."""

    def __init__(self, browser: Any, served: Served, **context: Any) -> None:
        self._begin(browser.new_context(accept_downloads=True, **context), served)

    def another_tab(self) -> Page:
        """Open the same page again in the same browser."""
        other = Page.__new__(Page)
        other._begin(self.tab.context, self.served)
        return other

    def _begin(self, context: Any, served: Served) -> None:
        self.served = served
        self.tab = context.new_page()
        self.tab.set_default_timeout(10_000)
        self.wrong: list[str] = []
        self.asked: list[tuple[str, str, str]] = []
        self.tab.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.tab.on("console", lambda message: self.wrong.append(message.text))
        self.tab.on("request", lambda asked: self.asked.append((asked.method, asked.url, asked.post_data or "")))
        self.tab.goto(served.server.address)
        self.tab.wait_for_selector("#sheet-body > *")

    def __enter__(self) -> Page:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.tab.close()
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
