"""Almost correct inputs keep every command within its bounds of exit status, time and memory."""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.reliability.fuzzed_inputs import fuzzed_inputs

NUMBER = int(os.environ.get("HARMONIES_INPUTS", "1000000"))
SEED = int(os.environ.get("HARMONIES_SEED", "1"))
LONGEST = 5.0  # seconds of processor time
MOST_MEMORY = 200  # megabytes on top of what the process has
COMMANDS = (
    ("verify",),
    ("verify", "--keep-going", "--format", "json"),
    ("score",),
    ("score", "--explain"),
    ("score", "--format", "csv"),
    ("convert", "-o", "-"),
    ("format", "--check"),
    ("show",),
    ("replay",),
    ("export", "--table", "games"),
)


def peak() -> int:
    """Return the peak memory of the process so far, in megabytes."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


def check(folder: Path, seed: int, number: int) -> None:
    """Run the inputs of a seed; leave the first that is out of bounds in the folder."""
    choice = random.Random(seed)
    before = 0
    for index, (name, data) in zip(range(number), fuzzed_inputs(seed), strict=False):
        file = folder / name
        file.write_bytes(data)
        command = choice.choice(COMMANDS)
        begun = time.process_time()
        ran = run(*command, file)
        taken = time.process_time() - begun
        where = f"seed {seed}, input {index}: {' '.join(command)} {file}"
        assert ran.status in (0, 1, 2), where
        assert "Traceback" not in ran.err and "fault of harmonies-cli" not in ran.err, f"{where}\n{ran.err[-500:]}"
        assert taken < LONGEST, f"{where}: {taken:.1f} s"
        if index == 50:  # when all modules are loaded
            before = peak()
        assert not before or peak() - before < MOST_MEMORY, f"{where}: {peak() - before} MB"
        file.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured in the POSIX way")
def test_some_inputs_stay_within_bounds(tmp_path: Path) -> None:
    check(tmp_path, SEED, 80)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_million_inputs_stay_within_bounds(part: int, tmp_path: Path) -> None:
    check(tmp_path, SEED * 1000 + part, NUMBER // 10)
