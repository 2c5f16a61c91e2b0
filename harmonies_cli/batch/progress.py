"""How far a long run has come, shown on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import click

__all__ = ["Progress", "progress"]


class Progress(Protocol):
    """Told of every chunk that is done."""

    def __call__(self, size: int, records: int) -> object:
        """Add the bytes and records of a chunk."""


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Progress]:
    """Show a bar with the rate and the time left on standard error, if that is a terminal.

    Parameters
    ----------
    label
        What is going on.
    total
        The bytes to come; None if that is not known, then there is no bar.
    """
    if not total or not sys.stderr.isatty():
        yield lambda size, records: None
        return
    started = time.monotonic()
    done = 0

    def rate(_: object) -> str:
        return f"{done / max(time.monotonic() - started, 0.001):,.0f} records/s"

    with click.progressbar(length=total, label=label, file=sys.stderr, show_eta=True, item_show_func=rate) as bar:

        def advance(size: int, records: int) -> None:
            nonlocal done
            done += records
            bar.update(size, bar)

        yield advance
