"""``harmonies export``: formats, records left out, additions to a data set, stopped runs."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from harmonies_cli.statistics.files.dataset import MANIFEST
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.columns import TABLES
from tests.cli.command import ROOT, run
from tests.statistics.many_games import write_games

HAND_MADE = ROOT / "tests" / "data" / "statistics" / "records.jsonl"
GAMES = ROOT / "tests" / "data" / "games"
INVISIBLE = " \t\r\ufeff\u200b"
EVIL = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1",
    " =1+1",
    "\ufeff=1+1",
    "\u200b \ufeff@SUM(A1)",
    "<script>alert(1)</script>",
    "עברית 🦊",
)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """Five records: two legal, one of them twice, an illegal one and one that is not a record."""
    game = json.loads((GAMES / "2p_A_spirits-06.json").read_bytes())
    other = json.loads((GAMES / "2p_B_spirits-08.json").read_bytes())
    illegal = dict(game, id="bad", turns=game["turns"][:3])
    lines = [json.dumps(record) for record in (game, other, dict(game, id="again"), illegal)]
    file = tmp_path / "mixed.jsonl"
    file.write_text("\n".join([*lines, "{"]))
    return file


def test_data_set_with_summary_and_list_of_what_is_left_out(mixed: Path, tmp_path: Path) -> None:
    ran = run("export", mixed, "-o", tmp_path / "set")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("5 records read, 2 added, 1 repeated, 1 illegal, 1 invalid.\n")
    assert "game-unfinished 1, syntax 1" in ran.err
    listed = rows(tmp_path / "set" / "rejected.csv")
    assert [(row["line"], row["id"], row["verdict"], row["code"]) for row in listed] == [
        ("4", "bad", "illegal", "game-unfinished"),
        ("5", "", "invalid", "syntax"),
    ]
    assert all(row["message"] for row in listed)
    assert read_tables(tmp_path / "set")["games"].num_rows == 4
    (part,) = (tmp_path / "set" / "seats").iterdir()
    assert pq.read_metadata(part).row_group(0).column(0).compression == "SNAPPY"
    again = run("export", mixed, GAMES / "2p_A_nospirits-04.json", "-o", tmp_path / "set")
    assert again.err.startswith("6 records read, 1 added, 2 already there, 1 repeated, 1 illegal, 1 invalid.\n")
    assert rows(tmp_path / "set" / "rejected.csv") == listed


def test_nothing_left_out(tmp_path: Path) -> None:
    ran = run("export", HAND_MADE, "-o", tmp_path / "set")
    assert (ran.status, ran.err) == (0, "4 records read, 4 added.\n")
    assert not (tmp_path / "set" / "rejected.csv").exists()


def test_csv_folder_holds_the_same_values(tmp_path: Path) -> None:
    assert run("export", HAND_MADE, "--to", "csv", "-o", tmp_path / "csv").status == 0
    tables, _ = tables_of([str(HAND_MADE)])
    words = {True: "true", False: "false", None: ""}
    for name, table in tables.items():
        expected = [
            {key: words[value] if value is None or (value in (True, False) and isinstance(value, bool)) else str(value)}
            for row in table.to_pylist()
            for key, value in row.items()
        ]
        found = sorted(rows(tmp_path / "csv" / f"{name}.csv"), key=lambda row: int(row["game"]))
        assert list(found[0]) == TABLES[name].names
        flat = [{key: value} for row in found for key, value in row.items()]
        for one, other in zip(flat, expected, strict=True):
            ((key, value),) = one.items()
            if key in ("rating", "share_of_maximum", "win_share") and value:
                assert float(value) == float(other[key])
            elif key != "name" and key != "player":
                assert one == other


def test_one_table_to_standard_output() -> None:
    ran = run("export", HAND_MADE, "--table", "seats")
    assert ran.status == 0
    found = list(csv.DictReader(io.StringIO(ran.out)))
    assert [row["total"] for row in found] == ["14", "2", "116", "5", "7", "7", ""]
    assert ran.err == "4 records read, 4 added.\n"


def test_what_is_left_out_of_standard_output_is_reported(mixed: Path) -> None:
    ran = run("export", mixed, "--table", "games")
    assert ran.status == 1
    assert f"Left out: {mixed}:4: game-unfinished: " in ran.err


def test_database_can_be_queried(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    assert run("export", HAND_MADE, "-o", file).status == 0
    connection = sqlite3.connect(file)
    query = "SELECT id, seats.name, total FROM games JOIN seats USING (game) WHERE win_share = 1"
    assert connection.execute(query).fetchall() == [("worked-example", "Pauline", 116)]
    tables, _ = tables_of([str(HAND_MADE)])
    for name, table in tables.items():
        found = connection.execute(f"SELECT * FROM {name} ORDER BY game, rowid").fetchall()
        assert found == [tuple(row.values()) for row in table.to_pylist()]
    meaning = connection.execute("SELECT meaning FROM columns WHERE \"table\" = 'seats' AND \"column\" = 'suns'")
    assert meaning.fetchone() == ("Suns of a solo game",)
    connection.close()


def test_workbook(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    file = tmp_path / "games.xlsx"
    assert run("export", HAND_MADE, "-o", file).status == 0
    book = openpyxl.load_workbook(file)
    assert book.sheetnames == [*TABLES, "columns"]
    heading, *found = book["seats"].iter_rows(values_only=True)
    assert list(heading) == TABLES["seats"].names
    assert [row[13] for row in found] == [14, 2, 116, 5, 7, 7, None]
    tables, _ = tables_of([str(HAND_MADE)])
    assert {row[0] for row in found} == set(map(str, tables["seats"]["game"].to_pylist()))


def test_workbook_without_its_package_names_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    ran = run("export", HAND_MADE, "-o", tmp_path / "games.xlsx")
    assert ran.status == 2
    assert "[xlsx]'" in ran.err


@pytest.mark.parametrize("evil", EVIL)
def test_no_name_becomes_a_formula(evil: str, tmp_path: Path) -> None:
    record = json.loads(HAND_MADE.read_text().splitlines()[1])
    record["id"] = record["players"][0]["id"] = record["players"][0]["name"] = evil
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(record))
    run("export", file, "--to", "csv", "-o", tmp_path / "csv")
    for name in ("games", "seats"):
        for row in rows(tmp_path / "csv" / f"{name}.csv"):
            for column in ("id", "player", "name", "source"):
                assert row.get(column, "").lstrip(INVISIBLE)[:1] not in tuple("=+-@")
    openpyxl = pytest.importorskip("openpyxl")
    run("export", file, "-o", tmp_path / "evil.xlsx")
    for sheet in openpyxl.load_workbook(tmp_path / "evil.xlsx"):
        for cells in sheet.iter_rows():
            assert all(cell.data_type != "f" for cell in cells)
            texts = [cell.value.lstrip(INVISIBLE) for cell in cells if isinstance(cell.value, str)]
            assert all(text[:1] not in tuple("=+@") for text in texts)
    # A database and a data set keep names unchanged.
    run("export", file, "-o", tmp_path / "set")
    assert evil in read_tables(tmp_path / "set")["seats"]["name"].to_pylist()


def test_data_set_in_place_of_records(mixed: Path, tmp_path: Path) -> None:
    run("export", mixed, "-o", tmp_path / "set")
    ran = run("export", tmp_path / "set", HAND_MADE, "--table", "games")
    assert ran.err.startswith("8 records read, 6 added, 1 illegal, 1 invalid.\n")
    assert len(ran.out.splitlines()) == 9


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "say where to write"),
        (["-o", "x.csv"], "name it with --table"),
        (["-o", "x", "--table", "seats", "--to", "sqlite"], "--table writes CSV"),
        (["-o", str(ROOT / "tests")], "neither empty nor a data set"),
        (["-o", "/nowhere/x.sqlite"], "cannot write"),
        (["-o", "/proc/x", "--to", "csv"], "cannot write"),
    ],
)
def test_impossible_requests_are_refused(arguments: list[str], message: str) -> None:
    ran = run("export", HAND_MADE, *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_failed_run_leaves_no_file(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_text("before")
    assert run("export", tmp_path / "missing.jsonl", "-o", file).status == 2
    assert file.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["games.sqlite"]


@pytest.mark.parametrize("name", ["games.sqlite", "games.xlsx", "folder"])
def test_target_that_cannot_be_written_is_reported_before_the_work(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*args: object, **options: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    def too_late(*args: object, **options: object) -> None:
        raise AssertionError

    if name == "folder":
        (tmp_path / name).mkdir()
    monkeypatch.setattr(Path, "unlink", read_only)
    monkeypatch.setattr("harmonies_cli.records.files.atomic.os.open", read_only)
    monkeypatch.setattr("harmonies_cli.statistics.files.export.chunks_of", too_late)
    ran = run("export", HAND_MADE, "-o", tmp_path / name, "--to", "csv" if name == "folder" else name[6:])
    assert ran.status == 2
    assert ran.err.startswith(f"Error: cannot write {tmp_path / name}")
    assert ran.err.endswith(": Read-only file system\n")


@pytest.mark.skipif(os.name == "nt", reason="needs limits of the size of files")
@pytest.mark.parametrize("name", ["games.sqlite", "games.xlsx", "seats.csv"])
def test_disk_that_is_full_leaves_nothing_behind(name: str, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    write_games(file, 100)
    target, temporary = tmp_path / "out", tmp_path / "temporary"
    target.mkdir()
    temporary.mkdir()
    script = """
import resource, signal
from harmonies_cli.cli.main import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
main()
"""
    table = ["--table", "turns"] if name.endswith("csv") else []
    ran = subprocess.run(
        [sys.executable, "-c", script, "export", file, "-o", target / name, *table],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"Error: cannot write {target / name}")
    assert len(ran.stderr.splitlines()) == 1
    assert not [*target.iterdir(), *temporary.iterdir()]


@pytest.fixture(scope="module")
def many_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """4000 games, so several chunks."""
    file = tmp_path_factory.mktemp("games") / "many.jsonl"
    write_games(file, 4000)
    return file


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_run_that_was_stopped_continues(how: signal.Signals, many_games: Path, tmp_path: Path) -> None:
    file = many_games
    target = tmp_path / "set"
    command = [sys.executable, "-m", "harmonies_cli", "export", str(file), "-o", str(target), "--jobs", "1"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    until = time.monotonic() + 60
    while time.monotonic() < until and len(list((target / "games").glob("*.parquet"))) < 2:
        time.sleep(0.01)
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    assert process.returncode
    if how == signal.SIGINT:
        assert "the same command continues from there" in err
    assert (target / MANIFEST).exists()
    finished = read_tables(target, ["games"])["games"].num_rows
    assert 0 < finished < 4000
    ran = run("export", file, "-o", target, "--jobs", "1")
    assert ran.status == 0
    assert ran.err == f"4,000 records read, {4000 - finished:,} added, {finished:,} already there.\n"
    assert read_tables(target, ["seats"])["seats"].num_rows == 8000


def test_the_cost_of_a_large_workbook_is_announced_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ROOT / "tests" / "data" / "games" / "2p_A_spirits-06.json"
    cost = "A workbook takes about six seconds per thousand games to write; --to csv, sqlite or parquet takes one.\n"
    assert cost not in run("export", game, "-o", tmp_path / "one.xlsx").err
    assert run("export", game, "-o", tmp_path / "set").status == 0
    assert run("export", tmp_path / "set", "-o", tmp_path / "two.xlsx").err.startswith(cost)
    monkeypatch.setattr("harmonies_cli.records.files.paths.CHUNK_BYTES", 1000)
    assert run("export", game, "-o", tmp_path / "three.xlsx").err.startswith(cost)
