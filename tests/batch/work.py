"""Functions that other processes import and run."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.files.record_output import RecordOutput


def square(number: int) -> int:
    return number * number


def fail(number: int) -> int:
    if number == 3:
        raise ValueError("three")
    return number


def process(_: int) -> int:
    """Return the id of the process that runs this."""
    time.sleep(0.01)
    return os.getpid()


def die_at(task: tuple[int, str, int]) -> int:
    """Die at one number, up to `times` times, counted in a file."""
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


class DieAt:
    """A `RecordJob` whose process dies at a record that contains "deadly"."""

    separator = b""

    def __call__(self, documents: Iterable[Document]) -> Iterator[RecordOutput]:
        for document in documents:
            if b"deadly" in document.data:
                os.kill(os.getpid(), signal.SIGKILL)
            yield RecordOutput(counts={"read": 1})
