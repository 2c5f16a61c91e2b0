"""Files are written whole or not at all: leftovers of dead runs, interrupts, outputs that are inputs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.atomic import open_whole, refuse_inputs, replacing, write_whole
from tests.cli.command import ROOT, run

EXAMPLE = ROOT / "samples" / "rulebook-example.json"
GAME = ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json"
WRITER = """
import sys, time
from pathlib import Path
from harmonies_cli.records.files.atomic import replacing
with replacing(Path(sys.argv[1])) as part:
    part.write_text("half")
    print("begun", flush=True)
    time.sleep(60)
"""


def writer(target: Path) -> subprocess.Popen[str]:
    """Return a process that is writing a file."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(target)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
def test_the_next_run_removes_leftovers_of_a_killed_run_but_no_file_being_written(tmp_path: Path) -> None:
    living, dead = writer(tmp_path / "living"), writer(tmp_path / "dead")
    dead.kill()
    dead.wait()
    assert len(names(tmp_path)) == 2
    with replacing(tmp_path / "out") as part:
        part.write_text("whole")
    assert [name.split(".")[1] for name in names(tmp_path)[:-1]] == ["living"]
    assert (tmp_path / "out").read_text() == "whole"
    living.send_signal(signal.SIGINT)
    living.wait()
    assert names(tmp_path) == ["out"]


def test_two_writers_of_one_file_leave_the_whole_of_the_last(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with open_whole(target) as first, open_whole(target) as second:
        first.write(b"first")
        second.write(b"second")
    assert target.read_bytes() == b"first"
    assert names(tmp_path) == ["out"]


def test_a_link_and_the_mode_of_its_file_stay(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    target, link = tmp_path / "folder" / "target", tmp_path / "link"
    target.touch(0o640)
    link.symlink_to(target)
    write_whole(link, b"one")
    assert (link.is_symlink(), target.read_bytes(), target.stat().st_mode & 0o777) == (True, b"one", 0o640)


def test_a_name_as_long_as_can_be_is_written(tmp_path: Path) -> None:
    target = tmp_path / ("é" * 127)
    write_whole(target, b"one")
    assert target.read_bytes() == b"one"


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signal")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_at_any_moment_leaves_nothing(how: signal.Signals, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "harmonies_cli", "verify", *[str(GAME)] * 40, "-o", str(tmp_path / "out")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = time.monotonic()
    subprocess.run(command, stderr=subprocess.DEVNULL, env=environment, check=False)
    whole = time.monotonic() - started
    for number in range(8):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
        time.sleep(whole * (0.3 + 0.09 * number))
        process.send_signal(how)
        process.wait(60)
        assert set(names(tmp_path)) <= {"out"}


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize(
    "command",
    [
        ["verify"],
        ["score"],
        ["show"],
        ["replay"],
        ["convert"],
        ["export", "--table", "games"],
        ["export", "--to", "xlsx"],
    ],
)
def test_an_output_that_is_an_input_is_refused(command: list[str], link: bool, tmp_path: Path) -> None:
    record = tmp_path / ("record.svg" if command == ["show"] else "record.json")
    record.write_bytes(GAME.read_bytes())
    output = record
    if link:
        output = tmp_path / f"link{record.suffix}"
        output.symlink_to(record)
    ran = run(*command, record, "-o", output)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"Error: cannot write {output}: it is one of the input files; choose another name\n"
    assert record.read_bytes() == GAME.read_bytes()


def test_an_output_in_a_folder_that_is_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(EXAMPLE.read_bytes())
    with pytest.raises(UsageError, match="it is one of the input files"):
        refuse_inputs(tmp_path / "old.json", [str(tmp_path)])
    refuse_inputs(tmp_path / "new.json", [str(tmp_path)])
    refuse_inputs("-", [str(tmp_path)])


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", GAME],
        ["completion", "bash"],
        ["verify", "--explain", "card-limit"],
        ["--version"],
        ["--help"],
        ["score", "--help"],
        ["rules"],
        ["cards", "otter"],
        ["new"],
    ],
)
def test_a_full_standard_output_is_not_blamed_on_the_program(arguments: list[str | Path]) -> None:
    with FULL.open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "harmonies_cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
    assert (ran.returncode, ran.stderr) == (2, "Error: cannot write to standard output: No space left on device\n")
