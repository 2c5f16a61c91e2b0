"""Only workers with the same program, rules and Python get work; if there are none, a message says so."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.batch.able_workers import versions_here
from harmonies_cli.batch.cluster import cluster
from harmonies_cli.batch.executor import map_chunks
from harmonies_cli.errors import HarmoniesError, UsageError
from tests.batch import dask_processes

pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with dask_processes.scheduler(tmp_path_factory.mktemp("dask")) as started:
        yield started


def where(_: int) -> str:
    import harmonies_cli

    return str(harmonies_cli.__file__)


def test_versions_name_the_program_its_files_and_python() -> None:
    versions = versions_here()
    assert versions.python == f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert str(versions).startswith("harmonies-cli 0.")


def test_a_scheduler_without_workers_is_reported_within_the_time_limit(address: str) -> None:
    lines: list[str] = []
    started = time.monotonic()
    with (
        pytest.raises(UsageError, match="no worker can do the work: none has joined it"),
        cluster(address, 2, tell=lines.append),
    ):
        pass
    assert time.monotonic() - started < 15
    assert lines == ["Waiting for a worker of the scheduler: none has joined it (start some with dask worker ADDRESS)"]


@pytest.mark.slow
def test_a_worker_without_the_program_gets_no_work(address: str, tmp_path: Path) -> None:
    lines: list[str] = []
    with (
        dask_processes.worker(address, dask_processes.without_package(tmp_path)),
        pytest.raises(UsageError, match="no worker can do the work: harmonies-cli is not installed there"),
        cluster(address, 8, tell=lines.append),
    ):
        pass
    assert any("gets no work: harmonies-cli is not installed there" in line for line in lines)


def test_a_worker_with_other_rules_gets_no_work_beside_an_able_one(address: str, tmp_path: Path) -> None:
    lines: list[str] = []
    with (
        dask_processes.worker(address, dask_processes.other_version(tmp_path)),
        dask_processes.worker(address),
        cluster(address, 30, tell=lines.append) as (_, make_pool),
    ):
        dask_processes.joined(address, 2)
        places = {place for _, place in map_chunks(where, range(40), jobs=4, make_pool=make_pool)}
    assert places == {str(dask_processes.ROOT / "harmonies_cli" / "__init__.py")}
    assert any("gets no work: it has harmonies-cli" in line for line in lines)


@pytest.mark.slow
def test_work_is_handed_on_when_all_able_workers_have_gone(address: str) -> None:
    with dask_processes.worker(address) as first, cluster(address, 30) as (_, make_pool):
        pool = make_pool(1)
        slow = [pool.submit(time.sleep, 2) for _ in range(3)]
        time.sleep(1)
        first.kill()
        with dask_processes.worker(address):
            assert [future.result(timeout=60) for future in slow] == [None] * 3


@pytest.mark.slow
def test_work_is_given_up_when_no_able_worker_comes_back(address: str) -> None:
    with dask_processes.worker(address) as only, cluster(address, 3) as (_, make_pool):
        future = make_pool(1).submit(time.sleep, 60)
        time.sleep(1)
        only.kill()
        with pytest.raises(HarmoniesError, match="no worker has been able to do the work for 3 s"):
            future.result(timeout=60)


def test_a_worker_with_other_rules_that_joins_later_gets_no_work(address: str, tmp_path: Path) -> None:
    with dask_processes.worker(address), cluster(address, 30) as (_, make_pool):
        pool = make_pool(2)
        with dask_processes.worker(address, dask_processes.other_version(tmp_path)):
            dask_processes.joined(address, 2)
            end = time.monotonic() + 1
            places = set()
            while time.monotonic() < end:
                futures = [pool.submit(where, number) for number in range(20)]
                places |= {future.result(timeout=60) for future in futures}
    assert places == {str(dask_processes.ROOT / "harmonies_cli" / "__init__.py")}
