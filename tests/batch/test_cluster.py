"""Two workers of a dask cluster give the output of one process, even if one of them is killed at work."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.batch.cluster import cluster
from harmonies_cli.batch.executor import LostChunk, map_chunks
from harmonies_cli.bots.registry import one_for_each_seat
from harmonies_cli.errors import UsageError
from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.files.row_source import tables_of
from tests.batch import work
from tests.batch.record_jobs import SOURCES, WORKS, KillAfter, made, made_whole
from tests.cli.command import run

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    local = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=60
    )
    with local:
        yield local.scheduler_address


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of more than one chunk."""
    line = b"".join(
        game.line for game in play_fixtures(Terms(1), fixtures_of(Terms(1), 40, one_for_each_seat(["random"], 2)))
    )
    file = tmp_path_factory.mktemp("games") / "games.jsonl"
    file.write_bytes(line * (1 + (5 << 20) // len(line)))
    return file


def test_output_and_tables_are_the_same(address: str) -> None:
    with cluster(address) as (threads, make_pool):
        assert threads == 2
        for name in ("verify json", "score text", "convert"):
            assert made(WORKS[name], size=50_000, jobs=threads, make_pool=make_pool) == made_whole(name)
        assert tables_of(SOURCES, jobs=threads, make_pool=make_pool) == tables_of(SOURCES)


def test_commands_work_on_the_cluster(address: str, games: Path, tmp_path: Path) -> None:
    assert run("verify", games, "--jobs", 1) == run("verify", games, "--scheduler", address)
    assert run("score", games, "--format", "csv", "--jobs", 1) == run(
        "score", games, "--format", "csv", environ={"DASK_SCHEDULER_ADDRESS": address}
    )
    seats = ("export", games, "--table", "seats")
    assert run(*seats, "--jobs", 1) == run(*seats, "--scheduler", address)
    played = ("simulate", "--games", 20)
    assert run(*played, "--jobs", 1) == run(*played, "--scheduler", address)


def test_a_worker_killed_at_work_changes_nothing(address: str, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harmonies_cli.statistics.files.export._CHUNK_BYTES", 100_000)
    few = games.with_name("few.jsonl")
    few.write_bytes(b"".join(games.read_bytes().splitlines(keepends=True)[:200]))
    alone = made(WORKS["verify jsonl"], [str(few)])
    with cluster(address) as (threads, make_pool), distributed.Client(address, set_as_default=False) as client:
        pids = list(client.run(os.getpid).values())
        together = made(
            WORKS["verify jsonl"],
            [str(few)],
            size=50_000,
            jobs=threads,
            make_pool=make_pool,
            advance=KillAfter(3, lambda: pids[0]),
        )
        assert together == alone
        client.wait_for_workers(2, timeout=30)
        assert pids[0] not in client.run(os.getpid).values()
        kill = KillAfter(1, lambda: pids[1])
        assert tables_of([str(few)], jobs=threads, make_pool=make_pool, advance=kill) == tables_of([str(few)])
        assert kill.chunks < 0, "the rows came in one chunk, so the worker was idle when it was killed"


def test_only_a_chunk_that_kills_every_worker_is_lost(address: str, tmp_path: Path) -> None:
    with cluster(address) as (threads, make_pool):
        tasks = [(number, str(tmp_path / "died"), 99) for number in range(4, 7)]
        results = [result for _, result in map_chunks(work.die_at, tasks, jobs=threads, make_pool=make_pool)]
    assert results[0] == 4 and results[2] == 6
    assert isinstance(results[1], LostChunk)


def test_scheduler_that_does_not_answer_is_reported() -> None:
    started = time.monotonic()
    with (
        pytest.raises(UsageError, match=r'"tcp://127\.0\.0\.1:1" does not answer'),
        cluster("tcp://127.0.0.1:1", patience=0.5),
    ):
        pass
    assert time.monotonic() - started < 10
