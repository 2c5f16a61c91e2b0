"""Take over the whole terminal, and restore it afterwards."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from harmonies_cli.cli.output import whole_write
from harmonies_cli.report.terminal import ColourChoice, Terminal, terminal_of
from harmonies_cli.report.text_layout import encode_for

__all__ = ["FullScreen", "full_screen"]

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
        # click.getchar would switch the terminal for each key, and lose what is typed in between.
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
