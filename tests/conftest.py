"""Fixtures and settings for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tests.chromium import CHROMIUM, Tabs, chromium
from tests.examples import register_profiles

# The configuration of whoever runs the tests must not change what the commands do.
os.environ["HARMONIES_CONFIG"] = os.devnull

# Each core already has tests, so threads for numpy's algebra would only wait for one another, and keep cores busy.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

# Without its compiled modules, every command that a test starts would compile the whole package.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

register_profiles()

# Tests started in the background ignore Ctrl-C, and so would every command that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


_FIRST = ("test_notebooks.py", "test_docs.py", "test_charts.py")
"""Files with long tests. If one of them started last, all workers but one would wait for it."""


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the thousands of tests, which stay to the end, from being searched for garbage again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


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


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Tabs:
    """The tabs of the browser."""
    return Tabs(browser)
