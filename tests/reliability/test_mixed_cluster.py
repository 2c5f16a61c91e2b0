"""A cluster with several versions of the program, whose workers come and go, gives the verdicts of one process."""

from __future__ import annotations

import os
import random
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.batch import dask_processes
from tests.cli.command import run
from tests.cli.processes import ENVIRONMENT, PROGRAM
from tests.statistics.many_games import write_games

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow
GAMES = int(os.environ.get("HARMONIES_GAMES", "4000"))
SEED = int(os.environ.get("HARMONIES_SEED", "1"))


def test_verdicts_are_those_of_one_process(tmp_path: Path) -> None:
    choice = random.Random(SEED)
    games = tmp_path / "games.jsonl"
    write_games(games, GAMES, SEED)
    expected = run("verify", games, "--format", "jsonl", "--jobs", 1).out
    for name in ("other", "without"):
        (tmp_path / name).mkdir()
    paths = [
        None,
        dask_processes.other_version(tmp_path / "other"),
        dask_processes.without_package(tmp_path / "without"),
    ]
    with ExitStack() as stack:
        address = stack.enter_context(dask_processes.scheduler(tmp_path))
        stack.enter_context(dask_processes.worker(address))
        ran = subprocess.Popen(
            [*PROGRAM, "verify", games, "--format", "jsonl", "-o", tmp_path / "out", "--scheduler", address],
            env=ENVIRONMENT,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(5):  # others join during the work, and some of them die
            time.sleep(choice.random() * 2)
            joined = stack.enter_context(dask_processes.worker(address, choice.choice(paths)))
            if choice.random() < 0.4:
                joined.kill()
        said = ran.communicate(timeout=600)[1]
    assert ran.returncode == 0, said
    assert (tmp_path / "out").read_text(encoding="utf-8") == expected
