"""A real dask scheduler and real workers, each in its own process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["ROOT", "joined", "other_version", "scheduler", "without_package", "worker"]

ROOT = Path(__file__).parents[2]
_BLOCKER = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "harmonies_cli":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Blocker())
"""


def _environment(path: Path | None) -> dict[str, str]:
    paths = [str(path)] if path else []
    return os.environ | {"PYTHONPATH": os.pathsep.join([*paths, str(ROOT)])}


@contextmanager
def scheduler(folder: Path) -> Iterator[str]:
    """Start a scheduler and yield its address."""
    file = folder / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    with _process([*command, "--no-dashboard", "--scheduler-file", str(file)], None):
        end = time.monotonic() + 60
        while not file.is_file() or not file.read_text():
            assert time.monotonic() < end, "the scheduler does not start"
            time.sleep(0.1)
        time.sleep(0.1)
        import json

        yield str(json.loads(file.read_text())["address"])


@contextmanager
def worker(address: str, path: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker; it searches `path` first for modules."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nworkers", "1", "--nthreads", "1"]
    with _process([*command, "--no-dashboard", "--no-nanny"], path) as process:
        yield process


def joined(address: str, number: int) -> None:
    """Wait until at least `number` workers have joined a scheduler."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(number, timeout=60)


@contextmanager
def _process(command: list[str], path: Path | None) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment(path), cwd="/"
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def without_package(folder: Path) -> Path:
    """Return a folder that hides the program from processes whose module path starts with it."""
    (folder / "sitecustomize.py").write_text(_BLOCKER, encoding="utf-8")
    return folder


def other_version(folder: Path) -> Path:
    """Return a folder with a copy of the program in which every tree of height 1 is worth 2."""
    for name in ("harmonies_cli", "schemas"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    file = folder / "harmonies_cli" / "rules" / "scoring" / "landscapes.py"
    text = file.read_text(encoding="utf-8")
    changed = text.replace("HEIGHT_POINTS = (0, 1, 3, 7)", "HEIGHT_POINTS = (0, 2, 3, 7)")
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    return folder
