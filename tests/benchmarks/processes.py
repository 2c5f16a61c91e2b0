"""Commands run as processes of their own: how long, how much processor time, how much memory."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

__all__ = ["PROGRAM", "Spent", "measured", "peak_megabytes"]

PROGRAM = (sys.executable, "-m", "harmonies_cli")
_SESSION = 3
"""Which number of /proc/PID/stat behind the name is that of the session."""


class Spent(NamedTuple):
    """What a process took: seconds by the clock, and of processor time if it started no others."""

    seconds: float
    processor: float


def measured(*arguments: object, runs: int = 1) -> Spent:
    """Return what ``harmonies`` with some arguments takes, the least of some runs; its output is thrown away."""
    found = []
    for _ in range(runs):
        started, before = time.monotonic(), _processor()
        subprocess.run([*PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, check=True, stderr=subprocess.PIPE)
        found.append(Spent(time.monotonic() - started, _processor() - before))
    return Spent(*map(min, zip(*found, strict=True)))


def peak_megabytes(*arguments: object) -> float:
    """Return the most memory that any process of a run of ``harmonies`` had at a time."""
    process = subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, max(_peaks_of(process.pid), default=0))
        time.sleep(0.05)
    assert process.returncode == 0, arguments
    return peak / 1024


def _peaks_of(session: int) -> Iterator[int]:
    """Yield the highest memory so far, in kB, of each process of a session."""
    for folder in Path("/proc").iterdir():
        with suppress(OSError, IndexError):  # it has ended
            if folder.name.isdigit() and int(_stat(folder)[_SESSION]) == session:
                lines = (folder / "status").read_text().splitlines()
                yield from (int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def _stat(folder: Path) -> Sequence[str]:
    return (folder / "stat").read_text().rpartition(")")[2].split()


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
