"""Timing for the benchmarks: every figure is beside a named baseline, timed in the same run."""

from __future__ import annotations

import resource
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Row", "child_seconds", "interleaved", "rate", "table"]


class Row(NamedTuple):
    """A line of a table: the task, its rate per second, and how much slower it is than the baseline."""

    name: str
    per_second: float
    times: float | None = None
    limit: str = ""


def rate(work: Callable[[], int], *, seconds: float = 1.0, runs: int = 3) -> float:
    """Return the rate of some work per second of processor time, the best of several runs.

    Parameters
    ----------
    work
        Does some of the work and returns how many things it did.
    seconds
        Length of a run.
    runs
        Number of runs.
    """
    best = 0.0
    for _ in range(runs):
        done = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            done += work()
        best = max(best, done / spent)
    return best


def interleaved(works: Sequence[Callable[[], object]], *, rounds: int = 9) -> list[float]:
    """Return the processor time of each task, the least of several rounds in which they take turns.

    Other load on the machine then slows all of them alike, so their ratios hold.
    """
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for index, work in enumerate(works):
            start = time.process_time()
            work()
            best[index] = min(best[index], time.process_time() - start)
    return best


def child_seconds(command: Sequence[str], *, runs: int = 1) -> float:
    """Return the processor time of a process, the least of several runs."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def table(title: str, unit: str, rows: Sequence[Row]) -> str:
    """Return a table as Markdown."""
    lines = [
        f"### {title}",
        "",
        f"| | {unit} a second | times the baseline | limit |",
        "| --- | ---: | ---: | --- |",
    ]
    for row in rows:
        times = "" if row.times is None else f"{row.times:.2f}"
        lines.append(f"| {row.name} | {row.per_second:,.0f} | {times} | {row.limit} |")
    return "\n".join(lines)
