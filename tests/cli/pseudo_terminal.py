"""A command on a pseudo-terminal, to be typed to."""

from __future__ import annotations

import os
import select
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

__all__ = ["PseudoTerminal", "on_terminal"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0

on_terminal = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal of POSIX")


class PseudoTerminal:
    """``harmonies`` with arguments on a terminal of some columns and lines."""

    def __init__(self, *arguments: str, folder: Path, size: tuple[int, int] = (80, 40), **environ: str) -> None:
        import fcntl
        import pty
        import termios

        self.master, slave = pty.openpty()
        self.resize(*size)
        dropped = ("NO_COLOR", "COLUMNS", "LINES", "LC_ALL")
        keep = {name: value for name, value in os.environ.items() if name not in dropped}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "harmonies_cli", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=keep | {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color"} | environ,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C reaches it
        )
        os.close(slave)
        self.output = b""
        self._open = True

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size; the kernel tells the command."""
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def wait_for(self, text: str) -> str:
        """Return what came since the last time, as soon as it has the text."""
        until = time.monotonic() + PATIENCE
        while text.encode() not in self.output:
            assert time.monotonic() < until, self.output
            assert self._read() or text.encode() in self.output, self.output
        before, _, self.output = self.output.partition(text.encode())
        return before.decode() + text

    def _read(self) -> bool:
        if not select.select([self.master], [], [], 0.1)[0]:
            return True
        try:
            part = os.read(self.master, 65536)
        except OSError:  # how the end of a terminal is told
            return False
        self.output += part
        return bool(part)

    def type(self, text: str) -> None:
        """Type a text, as it is."""
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C to a command that waits for a key.

        Python's ``input`` loses a signal that comes after the prompt is written and before it waits; no hand is
        that quick, but a test is.
        """
        until = time.monotonic() + PATIENCE
        while not self._waits():
            assert time.monotonic() < until, "it does not wait"
            time.sleep(0.01)
        self.type("\x03")

    def _waits(self) -> bool:
        try:
            state = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:  # a system that does not say what its processes do
            time.sleep(1)
            return True
        return state == "S"

    def ended(self) -> tuple[int, str]:
        """Return the exit status, and what came since the last time."""
        until = time.monotonic() + PATIENCE
        while self._read() and self.process.poll() is None:
            assert time.monotonic() < until, self.output
        while select.select([self.master], [], [], 0.1)[0] and self._read():
            pass
        status = self.process.wait(PATIENCE)
        return status, self.output.decode()

    def close(self) -> int:
        """Close the terminal under the command, and return how that ended it."""
        if self._open:
            os.close(self.master)
            self._open = False
        return self.process.wait(PATIENCE)

    def discard(self) -> None:
        """End the command, if it has not ended, and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.close()
