"""An output has one owner at a time, and a dead owner does not keep it."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.ownership import LOCK, own
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.columns import TABLES
from tests.cli.command import ROOT, run
from tests.cli.processes import ENVIRONMENT, PROGRAM
from tests.statistics.many_games import write_games

OWNER = """
import sys, time
from pathlib import Path
from harmonies_cli.records.files.ownership import own
with own(Path(sys.argv[1]), is_folder=True):
    print("owned", flush=True)
    time.sleep(60)
"""


def owner(folder: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", OWNER, folder], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "owned\n"
    return process


def test_who_owns_an_output_is_reported_and_a_dead_owner_owns_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    first = owner(folder)
    with pytest.raises(UsageError) as refused, own(folder, is_folder=True):
        pass
    assert re.fullmatch(
        rf"cannot write {folder}: process {first.pid} on \S+ \(since [\d-]+ [\d:]+\) is writing it; "
        "try again when it ends, or use --wait",
        str(refused.value),
    )
    first.kill()
    first.wait()
    assert (folder / LOCK).exists()
    with own(folder, is_folder=True):
        pass
    assert list(folder.iterdir()) == []


def test_a_waiting_process_says_so_once_and_is_next(tmp_path: Path) -> None:
    first = owner(tmp_path)
    said: list[str] = []
    threading.Timer(0.7, first.kill).start()
    begun = time.monotonic()
    with own(tmp_path, is_folder=True, wait=said.append):
        assert time.monotonic() - begun > 0.5
    (line,) = said
    assert line.startswith(f"Waiting for process {first.pid} on ")
    first.wait()


def test_no_two_processes_own_an_output_at_once(tmp_path: Path) -> None:
    inside: list[int] = []
    most: list[int] = []

    def enter() -> None:
        for _ in range(15):
            with own(tmp_path / "x", is_folder=False, wait=len):
                inside.append(1)
                most.append(len(inside))
                time.sleep(0.001)
                inside.pop()

    threads = [threading.Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 60
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_is_written_is_refused_by_the_commands(tmp_path: Path) -> None:
    record = ROOT / "samples" / "rulebook-example.json"
    first = owner(tmp_path / "out")
    for command in (["export"], ["export", "--to", "csv"], ["analyse"]):
        ran = run(*command, record, "-o", tmp_path / "out")
        assert (ran.status, ran.out) == (2, "")
        assert f"process {first.pid} on " in ran.err and "--wait" in ran.err
    first.kill()
    first.wait()
    assert run("export", record, "-o", tmp_path / "out").status == 0


@pytest.mark.parametrize("form", ["parquet", "csv", "sqlite"])
@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.slow)])
def test_two_exports_at_once_leave_a_whole_output(form: str, times: int, tmp_path: Path) -> None:
    files = [tmp_path / "1.jsonl", tmp_path / "2.jsonl"]
    for seed, file in enumerate(files):
        write_games(file, 20, seed)
    whole = [tables_of([str(file)])[0]["seats"].num_rows for file in files]
    for _ in range(times):
        target = tmp_path / "out"
        command: list[str | Path] = [*PROGRAM, "export", "--to", form, "-o", target, "--jobs", "1", "--wait"]
        pair = [
            subprocess.Popen([*command, file], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) for file in files
        ]
        said = [process.communicate(timeout=120)[1] for process in pair]
        assert [process.returncode for process in pair] == [0, 0], said
        if form == "parquet":
            assert read_tables(target)["seats"].num_rows == sum(whole)
            left = {path.name for path in target.iterdir()}
            assert left == {*TABLES, "dataset.manifest"}
        elif form == "csv":
            assert {len(path.read_bytes().splitlines()) for path in target.glob("seats.csv")} <= {n + 1 for n in whole}
            assert {path.name for path in target.iterdir()} == {f"{name}.csv" for name in TABLES}
        assert {path.name for path in tmp_path.iterdir()} == {"1.jsonl", "2.jsonl", "out"}
