"""Redraw the pictures in ``docs``: ``python -m docs.screenshots``.

Needs the packages of the tests, and Debian's chromium. The games are samples, or programs play them here.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import harmonies_cli as h
from tests.chromium import chromium

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"


def main() -> None:
    """Draw all pictures."""
    IMAGES.mkdir(exist_ok=True)
    drawings()
    with chromium() as browser, TemporaryDirectory() as folder:
        for shoot in (editor, replay, report):
            shoot(browser, Path(folder))


def drawings() -> None:
    """Draw boards as SVG."""
    example = h.read(ROOT / "samples/rulebook-example.json").boards()
    (IMAGES / "board.svg").write_text(example.svg(), encoding="utf-8")
    game = h.read(ROOT / "samples/games/three-players-side-b.json").boards()
    (IMAGES / "boards.svg").write_text(game.svg(), encoding="utf-8")


def editor(browser: Any, folder: Path) -> None:
    """Show the editor with a board that is drawn as a photograph beside it."""
    from harmonies_cli.editor.server import EditorServer
    from harmonies_cli.editor.session import EditingSession

    file = folder / "evening.json"
    file.write_bytes((ROOT / "samples/rulebook-example.json").read_bytes())
    with EditorServer(EditingSession(str(file), lambda path, data: None)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with _page(browser, server.address, 1280, 800) as page:
            page.wait_for_selector("#sheet-body table")
            page.click('#board [data-key="d4"]')
            page.screenshot(path=IMAGES / "editor.png")
        server.shutdown()


def replay(browser: Any, folder: Path) -> None:
    """Show a turn of the page of a replay."""
    target = folder / "game.html"
    _harmonies("replay", "samples/games/three-players-side-b.json", "--output", target, folder=ROOT)
    with _page(browser, f"{target.as_uri()}#turn-13", 1100, 1000) as page:
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=IMAGES / "replay.png")


def report(browser: Any, folder: Path) -> None:
    """Show the first screen of the report of an analysis."""
    games = folder / "games.jsonl.gz"
    _harmonies("simulate", "--games", 120, "--bot", "greedy", "--seed", 5, "-o", games)
    _harmonies("analyse", games.name, "-o", "study", folder=folder)
    with _page(browser, (folder / "study" / "report.html").as_uri(), 1100, 800) as page:
        page.screenshot(path=IMAGES / "report.png")


@contextmanager
def _page(browser: Any, address: str, width: int, height: int) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme="light")
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def _harmonies(*arguments: object, folder: Path = ROOT) -> None:
    command = [sys.executable, "-m", "harmonies_cli", *map(str, arguments)]
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
