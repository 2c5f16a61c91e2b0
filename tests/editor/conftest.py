from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.served import EXAMPLE, Served


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    file = tmp_path / "game.json"
    file.write_bytes(EXAMPLE)
    running = Served(file)
    yield running
    running.end()
