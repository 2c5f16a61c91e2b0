"""A command on a pseudo-terminal that tests type into."""

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
    """``harmonies`` with arguments, on a terminal with a given number of columns and lines."""

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
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so Ctrl-C reaches it
        )
        os.close(slave)
        self.output = b""
        self._open = True

    def resize(self, width: int, height: int) -> None:
        """Give the terminal another size; the kernel notifies the command."""
        import fcntl
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def wait_for(self, text: str) -> str:
        """Return the output since the last call, as soon as it contains the text."""
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
        except OSError:  # the terminal has closed
            return False
        self.output += part
        return bool(part)

    def type(self, text: str) -> None:
        """Type a text unchanged."""
        os.write(self.master, text.encode())

    def interrupt(self) -> None:
        """Type Ctrl-C to a command that waits for a key.

        Python's ``input`` loses a signal that comes after it writes the prompt and before it waits; a test is quick
        enough for that, a person is not.
        """
        until = time.monotonic() + PATIENCE
        while not self._waits():
            assert time.monotonic() < until, "it does not wait"
            time.sleep(0.01)
        self.type("\x03")

    def _waits(self) -> bool:
        try:
            state = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:  # a system that does not show the state of processes
            time.sleep(1)
            return True
        return state == "S"

    def ended(self) -> tuple[int, str]:
        """Return the exit status, and the output since the last call."""
        until = time.monotonic() + PATIENCE
        while self._read() and self.process.poll() is None:
            assert time.monotonic() < until, self.output
        while select.select([self.master], [], [], 0.1)[0] and self._read():
            pass
        status = self.process.wait(PATIENCE)
        return status, self.output.decode()

    def close(self) -> int:
        """Close the command's terminal, and return its exit status."""
        if self._open:
            os.close(self.master)
            self._open = False
        return self.process.wait(PATIENCE)

    def discard(self) -> None:
        """End the command if it still runs, and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.close()
