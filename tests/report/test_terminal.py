from __future__ import annotations

import io
import os
import pty
import sys
from collections.abc import Iterator
from typing import TextIO

import pytest

from harmonies_cli.report.terminal import Terminal, terminal_of


@pytest.fixture
def screen() -> Iterator[TextIO]:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as stream:
        yield stream
    os.close(ours)


def pipe(encoding: str = "utf-8") -> TextIO:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(
    ("environ", "choice", "on_screen", "in_pipe"),
    [
        ({}, "auto", True, False),
        ({"TERM": "xterm-256color"}, "auto", True, False),
        ({"TERM": "dumb"}, "auto", False, False),
        ({"CLICOLOR": "0"}, "auto", False, False),
        ({"NO_COLOR": "1"}, "auto", False, False),
        ({"NO_COLOR": ""}, "auto", True, False),
        ({"FORCE_COLOR": "1"}, "auto", True, True),
        ({"FORCE_COLOR": "0"}, "auto", True, False),
        ({"CLICOLOR_FORCE": "1", "TERM": "dumb"}, "auto", True, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, "auto", False, False),
        ({"NO_COLOR": "1", "TERM": "dumb"}, "always", True, True),
        ({"FORCE_COLOR": "1"}, "never", False, False),
    ],
)
def test_colours_follow_the_choice_then_the_environment_then_the_stream(
    screen: TextIO, environ: dict[str, str], choice: str, on_screen: bool, in_pipe: bool
) -> None:
    assert terminal_of(screen, choice, environ=environ).colour is on_screen  # type: ignore[arg-type]
    assert terminal_of(pipe(), choice, environ=environ).colour is in_pipe  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("columns", "width"),
    [("", 80), ("132", 132), ("0", 80), ("-5", 80), ("x", 80), ("3", 20), ("²", 80), ("9" * 5000, 999999)],
)
def test_a_pipe_is_eighty_columns_wide_unless_told(columns: str, width: int) -> None:
    assert terminal_of(pipe(), environ={"COLUMNS": columns}).width == width


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_screen_reports_its_width(screen: TextIO) -> None:
    import fcntl
    import struct
    import termios

    assert terminal_of(screen, environ={}).width == 80  # a new pseudo-terminal has none
    fcntl.ioctl(screen.fileno(), termios.TIOCSWINSZ, struct.pack("HHHH", 50, 111, 0, 0))
    assert terminal_of(screen, environ={}).width == 111


@pytest.mark.parametrize(
    ("encoding", "environ", "unicode"),
    [
        ("utf-8", {}, True),
        ("utf-16", {}, True),
        ("ascii", {}, False),
        ("cp1252", {}, False),
        ("cp437", {}, False),
        ("utf-8", {"LC_ALL": "C"}, False),
        ("utf-8", {"LC_ALL": "POSIX"}, False),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, True),
    ],
)
def test_letters_beyond_ascii_need_an_encoding_that_has_them_all(
    encoding: str, environ: dict[str, str], unicode: bool
) -> None:
    assert terminal_of(pipe(encoding), environ=environ).unicode is unicode


def test_a_closed_stream_is_no_terminal() -> None:
    stream = pipe()
    stream.close()
    assert terminal_of(stream, environ={}) == Terminal()


def test_paint_is_plain_without_colours() -> None:
    assert Terminal().paint("x", "fault") == "x"
    assert Terminal(colour=True).paint("x", "fault") == "\x1b[1;38;5;1mx\x1b[0m"
    assert Terminal(colour=True).paint("x", "trees") != Terminal(colour=True).paint("x", "water")
