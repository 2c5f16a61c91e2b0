"""Under a limit of address space, a command finishes correctly or says in one sentence that memory is short."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from harmonies_cli import memory
from harmonies_cli.errors import UsageError
from harmonies_cli.memory import is_memory_shortage, load_within_limit
from tests.cli.command import ROOT
from tests.cli.processes import ENVIRONMENT, PROGRAM
from tests.statistics.many_games import write_games

if sys.platform != "linux":
    pytest.skip("only Linux limits the address space", allow_module_level=True)

import resource

EXAMPLE = ROOT / "samples" / "rulebook-example.json"
SHORT = re.compile(r"Error: not enough memory: .*(ulimit -v).*\n")
COMMANDS = {
    "analyse": ["analyse", "GAMES", "-o", "OUT", "--charts", "none"],
    "export": ["export", "GAMES", "-o", "OUT"],
    "xlsx": ["export", "GAMES", "-o", "OUT.xlsx"],
    "simulate": ["simulate", "--bot", "greedy", "-o", "OUT"],
    "score": ["score", str(EXAMPLE), "-o", "OUT"],
    "verify": ["verify", "GAMES", "-o", "OUT"],
}


def limited(name: str, kilobytes: int, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as after ``ulimit -v``, with some seconds to end after SIGTERM."""
    places = {
        "GAMES": str(folder / "games.jsonl"),
        "OUT": str(folder / f"{name}.out"),
        "OUT.xlsx": str(folder / "xlsx.xlsx"),
    }
    arguments = [places.get(argument, argument) for argument in COMMANDS[name]]
    limit = f'ulimit -v {kilobytes}; exec timeout -k 10 120 "$@"'
    return subprocess.run(
        ["bash", "-c", limit, "bash", *PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("games")
    write_games(made / "games.jsonl", 12, 1)
    return made


def check(name: str, kilobytes: int, folder: Path) -> int:
    ran = limited(name, kilobytes, folder)
    assert "fault of harmonies-cli" not in ran.stderr
    if ran.returncode:
        assert (ran.returncode, bool(SHORT.fullmatch(ran.stderr))) == (2, True), ran.stderr
    else:
        assert list(folder.glob(f"{name}.*"))
    return ran.returncode


@pytest.mark.parametrize("name", COMMANDS)
def test_half_a_gigabyte_is_enough_or_refused_at_once(name: str, folder: Path) -> None:
    assert check(name, 500_000, folder) == (2 if name == "analyse" else 0)


@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", range(300_000, 1_200_001, 50_000))
@pytest.mark.parametrize("name", COMMANDS)
def test_any_limit_is_enough_or_refused(name: str, kilobytes: int, folder: Path) -> None:
    check(name, kilobytes, folder)


def analysis_ended_after(seconds: float, folder: Path) -> tuple[int, bytes]:
    """Return the exit status and the messages of an analysis in narrow memory that gets SIGTERM after some time."""
    process = subprocess.Popen(
        [*PROGRAM, "analyse", "games.jsonl", "-o", "report", "--charts", "none"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (750 << 20, 750 << 20)),
    )
    time.sleep(seconds)
    process.terminate()
    _, errors = process.communicate(timeout=60)
    return process.returncode, errors


def test_an_analysis_in_narrow_memory_is_ended_by_a_signal(tmp_path: Path) -> None:
    write_games(tmp_path / "games.jsonl", 400, 1)
    longest = 1.2
    for part in (1, 0.5, 0.2):
        status, errors = analysis_ended_after(longest * part, tmp_path)
        while status == 0 and longest > 0.1:  # This machine is faster: it finished before the signal.
            longest *= 0.7
            status, errors = analysis_ended_after(longest * part, tmp_path)
        assert status in (-signal.SIGTERM, 128 + signal.SIGTERM), errors


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), True),
        (OSError(12, "Cannot allocate memory"), True),
        (ImportError("libarrow.so: failed to map segment from shared object"), True),
        (OSError("malloc of size 18816 failed"), True),
        (OSError(28, "No space left on device"), False),
        (ValueError("out of memory"), False),
    ],
)
def test_lack_of_memory_is_recognised(error: Exception, expected: bool) -> None:
    assert is_memory_shortage(error) is expected
    outer = ValueError("something else")
    outer.__cause__ = error
    assert is_memory_shortage(outer) is expected


@pytest.mark.parametrize(
    ("addresses", "data", "limit"),
    [
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
        (900 << 20, resource.RLIM_INFINITY, 900 << 20),
        (resource.RLIM_INFINITY, 700 << 20, 700 << 20),
        (900 << 20, 700 << 20, 700 << 20),
    ],
)
def test_the_lower_limit_counts_if_there_is_any(
    addresses: int, data: int, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {resource.RLIMIT_AS: (addresses, -1), resource.RLIMIT_DATA: (data, -1)}
    monkeypatch.setattr(resource, "getrlimit", limits.__getitem__)
    assert memory._limit() == limit


def test_too_little_is_refused_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(memory, "_limit", lambda: 500 << 20)
    monkeypatch.setattr(memory, "_mapped", lambda: 100 << 20)

    def cannot_map(size: int) -> bool:
        asked.append(size)
        return False

    monkeypatch.setattr(memory, "_can_map", cannot_map)
    monkeypatch.setattr(memory, "import_module", lambda name: pytest.fail(f"{name} is loaded"))
    monkeypatch.setenv("ARROW_DEFAULT_MEMORY_POOL", "system")
    with pytest.raises(UsageError, match="takes 680 MB of address space, and the limit is 500 MB"):
        load_within_limit(680, ["pyarrow"])
    assert asked == [580 << 20]
