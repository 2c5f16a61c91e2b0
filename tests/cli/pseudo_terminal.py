"""A command on a pseudo-terminal, to be typed to."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

__all__ = ["PseudoTerminal"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 20.0


class PseudoTerminal:
    """``harmonies`` with arguments on a terminal of 80 columns."""

    def __init__(self, *arguments: str, folder: Path, **environ: str) -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
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

    def wait_for(self, text: str) -> str:
        """Return what came since the last time, as soon as it has the text."""
        until = time.monotonic() + PATIENCE
        while text.encode() not in self.output:
            assert time.monotonic() < until, self.output
            self._read()
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

    def ended(self) -> tuple[int, str]:
        """Return the exit status, and what came since the last time."""
        until = time.monotonic() + PATIENCE
        while self._read() and self.process.poll() is None:
            assert time.monotonic() < until, self.output
        while select.select([self.master], [], [], 0.1)[0] and self._read():
            pass
        status = self.process.wait(PATIENCE)
        os.close(self.master)
        return status, self.output.decode()

    def close(self) -> int:
        """Close the terminal under the command, and return how that ended it."""
        os.close(self.master)
        return self.process.wait(PATIENCE)
