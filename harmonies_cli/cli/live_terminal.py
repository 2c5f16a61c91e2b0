"""The terminal while a command runs: a progress bar, or the whole screen, restored afterwards."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from harmonies_cli.cli.output import whole_write
from harmonies_cli.report.terminal import ColourChoice, Terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

__all__ = ["Bar", "FullScreen", "full_screen", "progress"]


class Bar:
    """No bar: messages go to standard error unchanged."""

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
        The number of bytes; None if unknown, for no bar.
    """
    if not total or not sys.stderr.isatty():
        yield Bar()
        return
    with click.progressbar(length=total, label=label, file=sys.stderr, show_eta=True) as bar:
        yield _Shown(bar)


Lines = Callable[[Terminal, int], list[str]]
"""Returns the lines for a terminal and its height."""

_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[?25h\x1b[?1049l"
_HEIGHT = 24
_KEYS_AT_ONCE = 32


class FullScreen:
    """Draws on the terminal, and waits for keys.

    Parameters
    ----------
    colour
        The user's choice.
    """

    def __init__(self, colour: ColourChoice) -> None:
        self._colour = colour
        self._lines: Lines | None = None

    def show(self, lines: Lines) -> None:
        """Draw the result of `lines`, now and whenever the terminal is resized."""
        self._lines = lines
        self.draw()

    def draw(self, *_: Any) -> None:
        """Draw the last picture again."""
        if self._lines is not None:
            lines = self._lines(terminal_of(sys.stdout, self._colour), _height())
            self.write("\x1b[H\x1b[2J" + "\r\n".join(lines))

    def write(self, text: str) -> None:
        """Write text; replace signs that the terminal lacks."""
        whole_write(sys.stdout.buffer)(encode_for(text, terminal_of(sys.stdout).encoding))
        sys.stdout.buffer.flush()

    def key(self) -> str:
        """Wait for a key, or for several that arrive together.

        Raises
        ------
        EOFError
            If there are no more.
        """
        if os.name == "nt":
            import click

            return click.getchar()
        # click.getchar would switch the terminal for each key, and lose keys in between.
        keys = os.read(sys.stdin.fileno(), _KEYS_AT_ONCE)
        if not keys:
            raise EOFError
        return keys.decode("utf-8", "replace")


@contextmanager
def full_screen(colour: ColourChoice) -> Iterator[FullScreen]:
    """Provide the terminal for drawing; read keys without echo or line buffering.

    Parameters
    ----------
    colour
        The user's choice.
    """
    screen = FullScreen(colour)
    resized = getattr(signal, "SIGWINCH", None)
    before = signal.signal(resized, screen.draw) if resized is not None else None
    with _single_keys():
        screen.write(_OPEN)
        try:
            yield screen
        finally:
            if resized is not None:
                signal.signal(resized, before)
            screen.write(_CLOSE)


@contextmanager
def _single_keys() -> Iterator[None]:
    if os.name == "nt":
        yield
        return
    import termios
    import tty

    stdin = sys.stdin.fileno()
    before = termios.tcgetattr(stdin)
    try:
        tty.setraw(stdin)
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)


def _height() -> int:
    try:
        return max(2, os.get_terminal_size(sys.stdout.fileno()).lines or _HEIGHT)
    except (OSError, ValueError):
        return _HEIGHT
