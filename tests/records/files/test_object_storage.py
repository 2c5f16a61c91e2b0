"""Data sets, reports and records on a real object storage server that starts empty."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.batch.cluster import cluster
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from tests.batch import dask_processes
from tests.cli.command import run
from tests.records.files.object_storage import storage
from tests.statistics.many_games import write_games

pytest.importorskip("s3fs")
pytest.importorskip("moto")


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    with storage() as address:
        yield address


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("games")
    files = [folder / f"{seed}.jsonl" for seed in (1, 2)]
    for seed, file in enumerate(files, 1):
        write_games(file, 8, seed)
    return files


def test_a_data_set_is_made_there_grows_and_is_read(bucket: str, games: list[Path]) -> None:
    first, second = games
    assert run("export", first, "-o", f"{bucket}/set").err == "8 records read, 8 added.\n"
    assert run("export", first, second, "-o", f"{bucket}/set").err == "16 records read, 8 added, 8 already there.\n"
    ran = run("analyse", f"{bucket}/set", "-o", f"{bucket}/report", "--charts", "none", "--tables", "seats")
    assert (ran.status, ran.err) == (0, f"Report: {bucket}/report/report.html\n")
    assert "16 games analysed" in ran.out
    here = run("export", f"{bucket}/set", "--table", "seats")
    assert (here.status, len(here.out.splitlines())) == (0, 33)


def test_two_exports_there_leave_each_others_parts(bucket: str, games: list[Path]) -> None:
    first, second = games
    at_work = Dataset.open_or_create(f"{bucket}/shared", RowOptions())
    (at_work.path / "turns" / "begun.parquet").write_bytes(b"of a part that another process is writing")
    assert run("export", first, second, "-o", at_work.path).err == "16 records read, 16 added.\n"
    assert (at_work.path / "turns" / "begun.parquet").exists()
    export_rows([str(second)], at_work)
    assert run(
        "analyse", at_work.path, "-o", f"{bucket}/shared-report", "--charts", "none", "--tables", "none"
    ).out.startswith("16 games analysed")


def test_records_there_are_checked_as_those_here(bucket: str, games: list[Path]) -> None:
    there = f"{bucket}/games/1.jsonl"
    assert run("convert", games[0], "-o", there).status == 0
    ran, here = run("verify", there), run("verify", games[0])
    assert ran.status == 0
    assert ran.out.replace(there, str(games[0])) == here.out
    assert run("verify", f"{bucket}/games").out == ran.out


def test_missing_files_there_are_reported(bucket: str) -> None:
    for place in (f"{bucket}/nothing.jsonl", "s3://other-bucket/nothing.jsonl"):
        ran = run("verify", place)
        assert (ran.status, ran.err) == (2, f'Error: there is no file "{place}"\n')


@pytest.fixture(scope="module")
def scheduler(bucket: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with one worker; the processes of both can reach the storage."""
    pytest.importorskip("distributed")
    with dask_processes.scheduler(tmp_path_factory.mktemp("dask")) as address, dask_processes.worker(address):
        yield address


def copied(games: list[Path], folder: str) -> list[str]:
    """Return the addresses of copies of some files."""
    there = [f"{folder}/{file.name}" for file in games]
    for file, place in zip(games, there, strict=True):
        assert run("convert", file, "-o", place).status == 0
    return there


def test_workers_of_a_cluster_read_records_there(bucket: str, games: list[Path], scheduler: str) -> None:
    there = copied(games, f"{bucket}/read")
    with cluster(scheduler) as (jobs, make_pool):
        tables, summary = tables_of(there, jobs=jobs, make_pool=make_pool)
    expected = tables_of([str(file) for file in games])[0]
    assert (summary.records, summary.added) == (16, 16)
    assert tables["turns"] == expected["turns"]


@pytest.mark.slow
def test_an_analysis_by_a_cluster_of_records_there(
    bucket: str, scheduler: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    files = [tmp_path / f"{seed}.jsonl" for seed in (1, 2)]
    for seed, file in enumerate(files, 1):
        write_games(file, 2000, seed)
    there = copied(files, f"{bucket}/many")
    options = ["--charts", "none", "--tables", "seats"]
    ran = run("analyse", *there, "-o", f"{bucket}/out", *options, "--scheduler", scheduler)
    assert ran.status == 0, ran.err
    assert ran.out == run("analyse", *files, "-o", tmp_path / "out", *options, "--jobs", 1).out
    ran = run("export", *there, "-o", f"{bucket}/many-set", "--scheduler", scheduler)
    assert ran.err == "4,000 records read, 4,000 added.\n"
