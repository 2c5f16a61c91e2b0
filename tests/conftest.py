"""Fixtures and settings for all tests."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.chromium import CHROMIUM, chromium
from tests.examples import register_profiles

# The configuration of whoever runs the tests must not change what the commands do.
os.environ["HARMONIES_CONFIG"] = os.devnull

register_profiles()

# Tests started in the background ignore Ctrl-C, and so would every command that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_FIRST = ("test_notebooks.py", "test_docs.py", "test_charts.py")
"""Files with long tests. If one of them started last, all workers but one would wait for it."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest tests first; keep the order of the others."""
    items.sort(key=lambda item: item.path.name not in _FIRST)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A browser; tests that use it are skipped if there is none."""
    if not CHROMIUM.exists():
        pytest.skip(f"needs Debian's chromium at {CHROMIUM}")
    pytest.importorskip("playwright.sync_api", reason="needs the Python package playwright")
    with chromium() as started:
        yield started
