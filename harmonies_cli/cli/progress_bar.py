"""A bar on the terminal that shows how far a long run has come."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

__all__ = ["Bar", "progress"]


class Bar:
    """No bar: messages go to standard error as they are."""

    def __call__(self, size: int, records: int) -> None:
        """Add the bytes and records of a chunk."""

    def tell(self, lines: str) -> None:
        """Write lines to standard error, each with its end."""
        click.echo(lines, err=True, nl=False)


class _Shown(Bar):
    """A bar that stays below the messages."""

    def __init__(self, bar: ProgressBar[Any]) -> None:
        self._bar = bar
        self._records = 0
        self._started = time.monotonic()
        bar.item_show_func = self._rate

    def __call__(self, size: int, records: int) -> None:
        self._records += records
        self._bar.update(size, self)

    def tell(self, lines: str) -> None:
        click.echo(f"\r\033[K{lines}", err=True, nl=False)
        self._bar.render_progress()

    def _rate(self, _: object) -> str:
        return f"{self._records / max(time.monotonic() - self._started, 0.001):,.0f} records/s"


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Bar]:
    """Show a bar with the rate and the time left on standard error, if that is a terminal.

    Parameters
    ----------
    label
        The name of the work.
    total
        The bytes to come; None if unknown: there is no bar then.
    """
    if not total or not sys.stderr.isatty():
        yield Bar()
        return
    with click.progressbar(length=total, label=label, file=sys.stderr, show_eta=True) as bar:
        yield _Shown(bar)
