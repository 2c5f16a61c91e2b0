"""Debian's chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

__all__ = ["CHROMIUM", "Tabs", "chromium", "heard"]

CHROMIUM = Path("/usr/bin/chromium")
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages of one context share a process, and none is started in advance.
    "--process-per-site",
    "--renderer-process-limit=1",
)


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a headless browser that sends no requests of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=list(_ARGUMENTS))
        yield browser
        browser.close()


@contextmanager
def heard(tab: Any) -> Iterator[list[str]]:
    """Give a list of what goes wrong in a tab: messages on its console, and errors of its scripts."""
    wrong: list[str] = []

    def message(said: Any) -> None:
        wrong.append(said.text)

    def error(raised: Any) -> None:
        wrong.append(str(raised))

    tab.on("console", message)
    tab.on("pageerror", error)
    yield wrong
    tab.remove_listener("console", message)
    tab.remove_listener("pageerror", error)


class Tabs:
    """Tabs that tests use one after the other, because a new one takes the browser two seconds of the processor."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._free: dict[frozenset[tuple[str, Any]], list[Any]] = {}

    @contextmanager
    def lent(self, *, viewport: dict[str, int] | None = None, **context: Any) -> Iterator[Any]:
        """Lend an empty tab of a context with these options; listeners are for the borrower to remove."""
        free = self._free.setdefault(frozenset(context.items()), [])
        tab = free.pop() if free else self._browser.new_context(accept_downloads=True, **context).new_page()
        tab.set_viewport_size(viewport or {"width": 1280, "height": 720})
        yield tab
        _forget(tab)
        free.append(tab)


def _forget(tab: Any) -> None:
    """Take a tab back to what it was before it was lent."""
    origin = urlsplit(tab.url)
    tab.context.set_offline(False)
    tab.emulate_media(media="null", color_scheme="null")
    tab.goto("about:blank")
    tab.mouse.move(0, 0)
    if origin.scheme == "http":
        session = tab.context.new_cdp_session(tab)
        session.send("Storage.clearDataForOrigin", {"origin": f"http://{origin.netloc}", "storageTypes": "all"})
        session.detach()
