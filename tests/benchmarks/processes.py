"""Commands run as separate processes: their time, processor time and memory."""

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
"""Index of the session among the numbers after the name in /proc/PID/stat."""


class Spent(NamedTuple):
    """The cost of a process: seconds by the clock, and of processor time if it started no others."""

    seconds: float
    processor: float


def measured(*arguments: object, runs: int = 1) -> Spent:
    """Return the cost of a run of ``harmonies``, the least of several runs; its output is discarded."""
    found = []
    for _ in range(runs):
        started, before = time.monotonic(), _processor()
        subprocess.run([*PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, check=True, stderr=subprocess.PIPE)
        found.append(Spent(time.monotonic() - started, _processor() - before))
    return Spent(*map(min, zip(*found, strict=True)))


def peak_megabytes(*arguments: object) -> float:
    """Return the peak memory of any process in a run of ``harmonies``."""
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
    """Yield the peak memory so far, in kB, of each process of a session."""
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
