"""Records on web servers: with or without ranges, with or without a length, and over a connection that breaks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from harmonies_cli.batch.record_chunks import chunks_of
from harmonies_cli.records.files.addresses import open_binary, path_of
from tests.cli.command import run
from tests.records.files.web_server import served
from tests.statistics.many_games import write_games

pytest.importorskip("upath")
pytest.importorskip("aiohttp")
SIZE = 30_000
"""Size of a chunk: far less than the file."""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("web") / "games.jsonl"
    write_games(file, 60, 1)
    return file


@pytest.fixture(scope="module")
def address(games: Path) -> Iterator[str]:
    with served(games.read_bytes()) as given:
        yield given


@pytest.mark.parametrize("name", ["games.jsonl", "games.json"])
@pytest.mark.parametrize("way", ["ranges", "whole", "chunked"])
def test_records_are_those_of_the_file(way: str, name: str, address: str, games: Path) -> None:
    there = f"{address}/{way}/{name}"
    chunks = list(chunks_of([there], SIZE))
    assert len(chunks) > 5
    assert [document.data for chunk in chunks for document in chunk.documents()] == games.read_bytes().splitlines()
    ran = run("verify", there)
    assert ran.status == 0
    assert ran.out.replace(there, str(games)) == run("verify", games).out


@pytest.mark.parametrize(("way", "has_parts"), [("ranges", True), ("whole", False), ("chunked", False)])
def test_a_file_is_cut_only_where_the_server_gives_parts(way: str, has_parts: bool, address: str) -> None:
    with open_binary(path_of(f"{address}/{way}/games.jsonl")) as stream:
        assert stream.seekable() is has_parts
        assert stream.read(12) == b'{"format":"h'


@pytest.mark.parametrize("way", ["cut", "cutchunk"])
@pytest.mark.parametrize("command", ["verify", "export"])
def test_a_broken_connection_is_reported_and_nothing_is_written(
    command: str, way: str, address: str, tmp_path: Path
) -> None:
    there = f"{address}/{way}/games.jsonl"
    ran = run(command, there, "-o", tmp_path / ("out.db" if command == "export" else "out.txt"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f'Error: cannot read "{there}": the connection broke after ')
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_reported(address: str) -> None:
    ran = run("score", f"{address}/missing/games.jsonl")
    assert (ran.status, ran.err) == (2, f'Error: there is no file "{address}/missing/games.jsonl"\n')
