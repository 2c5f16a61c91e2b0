"""The output of verify, score and convert does not depend on the number of processes."""

from __future__ import annotations

import errno
import io
import os
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.batch.executor import process_pool
from harmonies_cli.batch.parallel import LOST, pieces_of
from harmonies_cli.report.convert_job import ConvertJob
from harmonies_cli.report.verdicts.verify_job import VerifyJob
from harmonies_cli.statistics.files.row_source import tables_of
from tests.batch import work
from tests.batch.record_jobs import DATA, HOW, READ, SOURCES, WORKS, KillAfter, made, made_whole


def threads(jobs: int) -> Executor:
    return ThreadPoolExecutor(jobs)


@pytest.mark.parametrize("name", WORKS)
def test_any_cut_into_chunks_makes_the_same_output(name: str) -> None:
    whole = made_whole(name)
    assert whole.records > 60
    assert whole.out
    assert made(WORKS[name], size=1, jobs=3, make_pool=threads) == whole
    if name in ("verify json", "convert"):
        assert made(WORKS[name], size=20_000) == whole


def test_four_processes_make_the_same_output() -> None:
    assert made(WORKS["verify json"], size=50_000, jobs=4) == made_whole("verify json")
    assert tables_of(SOURCES, jobs=4) == tables_of(SOURCES)


@pytest.mark.parametrize("where", ["folder", "file"])
def test_no_room_for_temporary_files_changes_nothing(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object, **options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    expected = made_whole("verify json")
    monkeypatch.setattr("harmonies_cli.batch.parallel._LONG", 1)
    monkeypatch.setattr(
        f"harmonies_cli.batch.parallel.{'TemporaryDirectory' if where == 'folder' else 'mkstemp'}", full
    )
    assert made(WORKS["verify json"], size=50_000, jobs=2) == expected


def test_a_process_killed_at_work_changes_nothing() -> None:
    pools: list[Any] = []

    def pool(jobs: int) -> Executor:
        pools.append(process_pool(jobs))
        return pools[-1]  # type: ignore[no-any-return]

    killed = KillAfter(2, lambda: next(iter(pools[0]._processes)))
    together = made(WORKS["verify json"], size=50_000, jobs=2, make_pool=pool, advance=killed)
    assert len(pools) > 1
    assert together == made_whole("verify json")


def test_first_finding_ends_the_work(tmp_path: Path) -> None:
    legal = (DATA / "statistics" / "records.jsonl").read_bytes()
    file = tmp_path / "records.jsonl"
    file.write_bytes(legal + b"{\n" + legal + b"{\n" + legal)
    work = VerifyJob(HOW, READ, fail_fast=True)
    here = made(work, [str(file)])
    assert (here.records, here.counts["invalid"]) == (5, 1)
    for size in (1, 10_000, 1 << 20):
        assert made(work, [str(file)], size=size, jobs=2, make_pool=threads) == here


@pytest.mark.parametrize("size", [1, 5_000, 1 << 20])
def test_stream_makes_the_output_of_the_file(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    file = DATA / "statistics" / "records.jsonl"
    work = ConvertJob(READ)
    for workers in ({}, {"jobs": 2, "make_pool": threads}):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes() * 4)))
        piece = made(work, ["-"], size=size, **workers)
        assert piece.out == made(work, [str(file)]).out * 4


def test_first_records_of_a_stream_are_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    line = (DATA / "statistics" / "records.jsonl").read_bytes().splitlines()[0] + b"\n"

    class Drip(io.RawIOBase):
        lines = 3

        def read(self, size: int = -1) -> bytes:
            self.lines -= 1
            return line if self.lines >= 0 else b""

    drip = Drip()
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": drip}))
    pieces = pieces_of(ConvertJob(READ), ["-"], jobs=2, make_pool=threads)
    next(pieces)
    assert drip.lines >= 1


def test_only_the_chunk_that_kills_its_process_is_reported(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"{number}.json").write_text('{"deadly": 1}' if number == 3 else "{}")
    pieces = list(pieces_of(work.DieAt(), [str(tmp_path)], size=1, jobs=2))
    assert [piece.counts for piece in pieces] == [{"read": 1}] * 3 + [{LOST: 1}] + [{"read": 1}] * 2
    assert pieces[3].messages.startswith(f"{tmp_path}/3.json: the records could not be processed: the process")


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_bytes_and_records_are_reported_as_done(jobs: int, tmp_path: Path) -> None:
    line = (DATA / "games" / "2p_A_spirits-06.json").read_bytes().replace(b"\n", b" ") + b"\n"
    file = tmp_path / "many.jsonl"
    file.write_bytes(b"\n\n" + line * 300)
    reports: list[tuple[int, int]] = []
    work = VerifyJob(HOW, READ, quiet=True)
    made(work, [str(file)], jobs=jobs, size=1 << 18, advance=lambda *done: reports.append(done))
    sizes, records = zip(*reports, strict=True)
    assert len(reports) > 2
    assert sum(records) == 300
    assert file.stat().st_size - 2 <= sum(sizes) <= file.stat().st_size
