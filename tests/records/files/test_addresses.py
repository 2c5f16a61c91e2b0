"""Records and outputs at storage addresses; the tests use this process's memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harmonies_cli.batch.record_chunks import chunks_of
from harmonies_cli.errors import UsageError
from harmonies_cli.records.files.addresses import is_page, path_of
from harmonies_cli.records.files.paths import bytes_of
from harmonies_cli.records.files.sources import iter_documents
from harmonies_cli.statistics.files.dataset_tables import read_tables
from tests.cli.command import ROOT, run

upath = pytest.importorskip("upath")
RECORDS = ROOT / "tests" / "data" / "statistics" / "records.jsonl"


@pytest.fixture
def memory() -> Iterator[Any]:
    root = upath.UPath("memory://store")
    root.mkdir(exist_ok=True)
    yield root
    root.fs.rm("/store", recursive=True)


@pytest.fixture
def records(memory: Any) -> Any:
    file = memory / "records.jsonl"
    file.write_bytes(RECORDS.read_bytes())
    return file


def test_folder_is_read_in_the_order_of_a_local_one(memory: Any, tmp_path: Path) -> None:
    for name in ("b.json", "a/z.jsonl", "a/y/x.json", "a.json", ".hidden/c.json", "notes.txt", "a/.d.json"):
        for root in (tmp_path, memory):
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b'{"a": 1}\n{"a": 2}\n')
    local = [
        (document.source.removeprefix(str(tmp_path)), document.line, document.data)
        for document in iter_documents([str(tmp_path)])
    ]
    remote = [
        (document.source.removeprefix("memory://store"), document.line, document.data)
        for document in iter_documents(["memory://store"])
    ]
    assert remote == local and len(local) == 8
    assert bytes_of(["memory://store"]) == bytes_of([str(tmp_path)])
    assert [chunk.place for chunk in chunks_of(["memory://store/a/z.jsonl"], 9)] == [
        "memory://store/a/z.jsonl, lines 1 to 1",
        "memory://store/a/z.jsonl, lines 2 to 2",
    ]


def test_commands_read_and_write_there(records: Any, memory: Any) -> None:
    assert run("verify", records, "-o", memory / "verdicts.txt").status == 0
    assert (memory / "verdicts.txt").read_text().endswith("4 records: 4 legal, 0 illegal, 0 invalid\n")
    assert run("convert", records, "-o", memory / "copy.jsonl").status == 0
    assert len((memory / "copy.jsonl").read_bytes().splitlines()) == 4
    refused = run("convert", records, "-o", records)
    assert refused.status == 2 and "is one of the input files" in refused.err


def test_data_set_grows_there(records: Any, memory: Any) -> None:
    assert run("export", records, "-o", memory / "set").err == "4 records read, 4 added.\n"
    assert run("export", records, "-o", memory / "set").err == "4 records read, 0 added, 4 already there.\n"
    assert read_tables(str(memory / "set"))["games"].num_rows == 4
    assert run("export", memory / "set", "-o", memory / "set.sqlite").status == 0
    assert (memory / "set.sqlite").read_bytes().startswith(b"SQLite format 3")
    assert run("export", memory / "set", "--to", "csv", "-o", memory / "csv").status == 0
    assert len((memory / "csv" / "games.csv").read_text().splitlines()) == 5


def test_analysis_of_records_there(records: Any, memory: Any) -> None:
    assert run("analyse", records, "-o", memory / "report", "--charts", "none", "--tables", "seats").status == 0
    assert b"<html" in (memory / "report" / "report.html").read_bytes()
    assert json.loads((memory / "report" / "summary.json").read_bytes())
    assert not list((memory / "report").glob(".rows-*"))


def test_output_is_not_there_if_the_work_fails(records: Any, memory: Any) -> None:
    assert run("score", records, "--player", "nobody", "-o", memory / "scores.txt").status == 2
    assert not (memory / "scores.txt").exists()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("memory://nothing.json", 'there is no file "memory://nothing.json"'),
        ("nonsense://a", 'no driver for the address "nonsense://a"'),
    ],
)
def test_address_that_cannot_be_read_is_reported(address: str, message: str) -> None:
    ran = run("verify", address)
    assert ran.status == 2 and message in ran.err


def test_missing_packages_are_reported_with_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(UsageError, match=r"pip install .*\[cluster\]"):
        path_of("s3://bucket/games.jsonl")


def test_local_paths_and_few_records_load_neither_drivers_nor_workers() -> None:
    program = (
        "import sys; from harmonies_cli.cli.main import main\n"
        f"try: main(['score', {str(RECORDS)!r}])\nexcept SystemExit: pass\n"
        "loaded = ('fsspec', 'upath', 'distributed', 'multiprocessing', 'concurrent.futures', 'harmonies_cli.batch')\n"
        "print([name for name in loaded if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT)
    assert ran.stderr.decode() == "[]\n"


@pytest.mark.parametrize(("address", "page"), [("http://x/a", True), ("https://x/a", True), ("memory://x/a", False)])
def test_addresses_of_web_pages_are_recognised(address: str, page: bool) -> None:
    assert is_page(path_of(address)) is page
