"""Chunks on several processes: in order, bounded, and continued when a process dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from harmonies_cli.batch import executor
from harmonies_cli.batch.executor import LostChunk, map_chunks
from tests.batch import work
from tests.cli.command import ROOT


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_order(jobs: int) -> None:
    assert list(map_chunks(work.square, range(20), jobs=jobs)) == [(number, number * number) for number in range(20)]


def test_any_number_of_jobs_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "_MOST_PROCESSES", 2)
    assert list(map_chunks(work.square, [3], jobs=10**30)) == [(3, 9)]


def test_no_more_chunks_are_taken_than_needed() -> None:
    taken = 0

    def chunks() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield number

    results = map_chunks(work.square, chunks(), jobs=2)
    next(results)
    assert taken <= 4
    results.close()


def test_an_error_in_the_function_is_raised() -> None:
    with pytest.raises(ValueError, match="three"):
        list(map_chunks(work.fail, range(6), jobs=2))


def test_a_process_that_dies_once_loses_nothing(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "died"), 1) for number in range(12)]
    assert [result for _, result in map_chunks(work.die_at, tasks, jobs=2)] == list(range(12))
    assert (tmp_path / "died").exists()


def test_only_a_chunk_that_kills_its_process_twice_is_lost(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "died"), 9) for number in range(12)]
    results = [result for _, result in map_chunks(work.die_at, tasks, jobs=2)]
    assert isinstance(results[5], LostChunk) and "died" in results[5].reason
    assert [result for result in results if not isinstance(result, LostChunk)] == [0, 1, 2, 3, 4, *range(6, 12)]


@pytest.mark.parametrize("threads", [False, True])
def test_processes_are_made_and_replaced_from_a_program_with_and_without_threads(tmp_path: Path, threads: bool) -> None:
    script = """
import sys, threading
from harmonies_cli.batch.executor import map_chunks
from tests.batch import work

if __name__ == "__main__":
    done = threading.Event()
    if sys.argv[2] == "True":
        threading.Thread(target=done.wait).start()
    print("before", end=" ")
    tasks = [(number, sys.argv[1], 1) for number in range(12)]
    print(*(result for _, result in map_chunks(work.die_at, tasks, jobs=2)))
    done.set()
"""
    program = tmp_path / "program.py"
    program.write_text(script, "utf-8")
    ran = subprocess.run(
        [sys.executable, program, tmp_path / "died", str(threads)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "before 0 1 2 3 4 5 6 7 8 9 10 11\n", "")
    assert (tmp_path / "died").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_the_program(how: signal.Signals, threads: bool, tmp_path: Path) -> None:
    script = """
import sys, threading
from harmonies_cli.batch.executor import map_chunks
from tests.batch import work

if __name__ == "__main__":
    if sys.argv[1] == "True":
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    for _, pid in map_chunks(work.process, range(1_000_000), jobs=2):
        print(pid, flush=True)
"""
    program = tmp_path / "program.py"
    program.write_text(script, "utf-8")
    started = subprocess.Popen(
        [sys.executable, program, str(threads)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    pids: set[str] = set()
    while len(pids) < 2:
        pids.add(started.stdout.readline().strip())
    started.send_signal(how)
    started.communicate(timeout=60)
    until = time.monotonic() + 20
    while alive := [pid for pid in pids if _is_running(pid)]:
        assert time.monotonic() < until, alive
        time.sleep(0.05)


def _is_running(pid: str) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_only_a_chunk_too_large_for_the_memory_is_lost() -> None:
    results = [result for _, result in map_chunks(work.run_out_of_memory, range(5), jobs=2)]
    assert isinstance(results[2], LostChunk) and "memory" in results[2].reason
    assert [result for result in results if not isinstance(result, LostChunk)] == [0, 1, 3, 4]


def test_any_executor_works() -> None:
    def threads(jobs: int) -> Executor:
        return ThreadPoolExecutor(jobs)

    assert list(map_chunks(work.square, range(5), jobs=1, make_pool=threads)) == [(n, n * n) for n in range(5)]


class _Large:
    """Counts in a file how often it is sent to a worker."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.weight = b"x" * 1_000_000

    def __call__(self, number: int) -> int:
        return number * number

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        with self.log.open("a") as file:
            file.write("sent\n")


def test_a_function_goes_to_each_worker_once_and_not_with_each_chunk(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.touch()
    done = list(map_chunks(_Large(log), range(40), jobs=2))
    assert [result for _, result in done] == [number * number for number in range(40)]
    assert len(log.read_text().splitlines()) <= 2


def test_a_script_without_a_guard_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import threading, harmonies_cli as h\n"
        "print('begins')\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start()  # as libraries do: no copies of this\n"
        "print(len(list(h.simulate(3, jobs=2))))\n"
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=120)
    assert ran.stdout == "begins\n3\n", ran.stderr
