"""Functions for other processes to run; they can be imported there."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def die_at(task: tuple[int, str, int]) -> int:
    """Die at one number so many times, counted in a file."""
    number, counter, times = task
    if number == 5 and counter:
        file = Path(counter)
        died = len(file.read_text()) if file.exists() else 0
        if died < times:
            file.write_text("x" * (died + 1))
            os.kill(os.getpid(), signal.SIGKILL)
    return number


def run_out_of_memory(number: int) -> int:
    if number == 2:
        raise MemoryError
    return number
