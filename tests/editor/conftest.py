from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.editor.browser_page import Page
from tests.editor.served import EXAMPLE, Served


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A blank photograph."""
    path = tmp_path / "table.png"
    Image.new("RGB", (64, 48), (128, 64, 32)).save(path)
    return path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    file = tmp_path / "game.json"
    file.write_bytes(EXAMPLE)
    running = Served(file)
    yield running
    running.end()


@pytest.fixture
def page(browser: Any, served: Served) -> Iterator[Page]:
    with Page(browser, served) as opened:
        yield opened


@pytest.fixture
def new_page(browser: Any, tmp_path: Path) -> Iterator[Page]:
    running = Served(tmp_path / "new.json")
    with Page(browser, running) as opened:
        yield opened
    running.end()
