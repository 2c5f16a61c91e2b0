"""The whole terminal as a place to draw on, given back as it was."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from harmonies_cli.report.terminal import ColourChoice, Terminal, terminal_of

__all__ = ["Lines", "Show", "full_screen"]

Lines = Callable[[Terminal, int], list[str]]
"""Gives the lines for what the terminal can show and its height."""
Show = Callable[[Lines], None]

_OPEN = "\x1b[?1049h\x1b[?25l"
_CLOSE = "\x1b[?25h\x1b[?1049l"
_HEIGHT = 24


@contextmanager
def full_screen(colour: ColourChoice) -> Iterator[Show]:
    """Give a function that draws a screen, again whenever the terminal is resized.

    Parameters
    ----------
    colour
        The user's choice.
    """
    shown: list[Lines] = []

    def draw(*_: Any) -> None:
        if shown:
            terminal = terminal_of(sys.stdout, colour)
            text = "\r\n".join(shown[0](terminal, _height()))
            _write(f"\x1b[H\x1b[2J{text}", terminal)

    def show(lines: Lines) -> None:
        shown[:] = [lines]
        draw()

    resized = getattr(signal, "SIGWINCH", None)
    before = signal.signal(resized, draw) if resized is not None else None
    terminal = terminal_of(sys.stdout, colour)
    _write(_OPEN, terminal)
    try:
        yield show
    finally:
        if resized is not None:
            signal.signal(resized, before)
        _write(_CLOSE, terminal)


def _write(text: str, terminal: Terminal) -> None:
    sys.stdout.buffer.write(text.encode(terminal.encoding, "replace"))
    sys.stdout.buffer.flush()


def _height() -> int:
    try:
        return max(2, os.get_terminal_size(sys.stdout.fileno()).lines or _HEIGHT)
    except (OSError, ValueError):
        return _HEIGHT
