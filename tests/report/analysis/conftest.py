"""The report that tests look at in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.statistics.analysis import analyse
from tests.chromium import Tabs, heard
from tests.report.analysis.browser_pages import LIMITS, at, opened, page_of, tables


@pytest.fixture(scope="package")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "report.html"
    file.write_text(page_of(analyse(tables(), limits=LIMITS, partial=True)), encoding="utf-8")
    return file


@pytest.fixture
def view(tabs: Tabs) -> Iterator[Any]:
    with tabs.lent(viewport={"width": 1280, "height": 900}) as tab, heard(tab) as wrong:
        yield tab
        assert wrong == []


@pytest.fixture(scope="package")
def open_report(tabs: Tabs, report: Path) -> Iterator[tuple[Any, list[str]]]:
    """The report, opened once: it has no state but what its address says and what `shared` resets."""
    with tabs.lent() as tab, heard(tab) as wrong:
        yield opened(tab, report), wrong


@pytest.fixture
def shared(open_report: tuple[Any, list[str]]) -> Iterator[Any]:
    """The open report at its first findings, with all games."""
    tab, wrong = open_report
    tab.set_viewport_size({"width": 1280, "height": 900})
    yield at(tab, "#findings")
    assert wrong == []
