from __future__ import annotations

import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal of POSIX")

ROOT = Path(__file__).resolve().parents[2]
TYPED = "samples/games/two-players-typed.json"
PATIENCE = 20.0


class Terminal:
    """A command on a pseudo-terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        import pty

        self.master, slave = pty.openpty()
        self.resize(*size)
        keep = {
            key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES", "LC_ALL")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harmonies_cli", "replay", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=ROOT,
            env=keep | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | environ,
            start_new_session=True,
        )
        os.close(slave)
        self.output = b""

    def resize(self, width: int, height: int) -> None:
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def wait_for(self, text: str) -> bytes:
        """Return what came since the last time, as soon as it has the text."""
        until = time.monotonic() + PATIENCE
        while text.encode() not in self.output:
            assert time.monotonic() < until, self.output
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.output += os.read(self.master, 65536)
                except OSError:  # the other end is closed
                    assert text.encode() in self.output, self.output
        came, self.output = self.output, b""
        return came

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def end(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@pytest.fixture
def start() -> Iterator[Callable[..., Terminal]]:
    started: list[Terminal] = []

    def starter(*arguments: str, **options: object) -> Terminal:
        started.append(Terminal(*arguments, **options))  # type: ignore[arg-type]
        return started[-1]

    yield starter
    for terminal in started:
        terminal.close()


def test_keys_step_through_the_game(start: Callable[..., Terminal]) -> None:
    terminal = start(TYPED)
    opened = terminal.wait_for("q quit")
    assert opened.startswith(b"\x1b[?1049h")
    assert b"typed-by-hand" in opened
    terminal.press(" ")
    assert b"Turn 1 of 8: 1. Ann" in terminal.wait_for("q quit")
    terminal.press("\x1b[C")
    assert b"Turn 2 of 8: 2. Ben" in terminal.wait_for("q quit")
    terminal.press("g7\r")
    assert b"Turn 7 of 8: 1. Ann" in terminal.wait_for("q quit")
    terminal.press("q")
    assert terminal.wait_for("\x1b[?1049l")
    assert terminal.end() == 0


def test_illegal_game_ends_with_status_1(start: Callable[..., Terminal]) -> None:
    terminal = start("samples/games/illegal.json")
    terminal.wait_for("q quit")
    terminal.press("q")
    terminal.wait_for("\x1b[?1049l")
    assert terminal.end() == 1


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_control_keys_leave_the_terminal_as_it_was(start: Callable[..., Terminal], key: str) -> None:
    terminal = start(TYPED)
    terminal.wait_for("q quit")
    terminal.press(key)
    assert b"Traceback" not in terminal.wait_for("\x1b[?25h\x1b[?1049l")
    assert terminal.end() == 0


def test_screen_is_drawn_again_when_the_terminal_is_resized(start: Callable[..., Terminal]) -> None:
    terminal = start(TYPED)
    terminal.wait_for("q quit")
    terminal.press("n")
    assert b"\\_____/" not in terminal.wait_for("q quit")
    terminal.resize(130, 50)
    terminal.process.send_signal(signal.SIGWINCH)
    assert b"\\_____/" in terminal.wait_for("q quit")


def test_no_color_means_no_colours(start: Callable[..., Terminal]) -> None:
    terminal = start(TYPED, NO_COLOR="1")
    assert b"\x1b[1m" not in terminal.wait_for("q quit")
    coloured = start(TYPED)
    assert b"\x1b[1m" in coloured.wait_for("q quit")


def test_several_records_are_refused(start: Callable[..., Terminal], tmp_path: Path) -> None:
    line = (ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json").read_bytes().replace(b"\n", b" ") + b"\n"
    (tmp_path / "two.jsonl").write_bytes(line * 2)
    terminal = start(str(tmp_path / "two.jsonl"))
    assert b"\x1b[?1049h" not in terminal.wait_for("--record")
    assert terminal.end() == 2
    chosen = start(str(tmp_path / "two.jsonl"), "--record", "2")
    assert chosen.wait_for("q quit").startswith(b"\x1b[?1049h")


def test_dumb_terminal_gets_the_transcript(start: Callable[..., Terminal]) -> None:
    terminal = start(TYPED, TERM="dumb")
    assert b"\x1b" not in terminal.wait_for("Verdict: legal")
    assert terminal.end() == 0
