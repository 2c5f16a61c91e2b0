"""Pairs of simultaneous exports into one output, and exports that are killed and resumed."""

from __future__ import annotations

import csv
import os
import random
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.columns import TABLES
from tests.cli.processes import ENVIRONMENT, PROGRAM
from tests.statistics.many_games import write_games

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="uses POSIX signals")]
PAIRS = int(os.environ.get("HARMONIES_PAIRS", "100"))
KILLS = int(os.environ.get("HARMONIES_KILLS", "50"))
SEED = int(os.environ.get("HARMONIES_SEED", "1"))
PATHS = {"parquet": "set", "csv": "folder", "sqlite": "games.db", "xlsx": "games.xlsx"}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("games")
    files = [folder / f"{seed}.jsonl" for seed in range(2)]
    for seed, file in enumerate(files):
        write_games(file, 40, seed)
    return files


def numbers(form: str, output: Path) -> dict[str, int]:
    """Return the rows of each table in an output."""
    if form == "parquet":
        return {name: table.num_rows for name, table in read_tables(output).items()}
    if form == "csv":
        found = {}
        for name in TABLES:
            with (output / f"{name}.csv").open(encoding="utf-8", newline="") as file:
                rows = list(csv.reader(file))
            assert len({len(row) for row in rows}) == 1, f"{name}: a torn row"
            found[name] = len(rows) - 1
        return found
    if form == "sqlite":
        with closing(sqlite3.connect(output)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in TABLES}
    from openpyxl import load_workbook

    book = load_workbook(output, read_only=True)
    return {name: sum(1 for _ in book[name].iter_rows()) - 1 for name in TABLES}


@pytest.mark.parametrize("wait", [True, False], ids=["wait", "refuse"])
@pytest.mark.parametrize("form", PATHS)
def test_pairs_of_exports_leave_a_whole_output(form: str, wait: bool, games: list[Path], tmp_path: Path) -> None:
    choice = random.Random(SEED)
    each = [{name: table.num_rows for name, table in tables_of([str(file)])[0].items()} for file in games]
    both = {name: each[0][name] + each[1][name] for name in TABLES}
    allowed = [*each, both] if form == "parquet" else each
    for number in range(PAIRS // 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        output = folder / PATHS[form]
        command: list[str | Path] = [*PROGRAM, "export", "--to", form, "-o", output, *(["--wait"] if wait else [])]
        pair = []
        for file in games:
            pair.append(subprocess.Popen([*command, file], stderr=subprocess.PIPE, text=True, env=ENVIRONMENT))
            time.sleep(choice.random() * choice.choice((0, 0.02, 0.5)))
        said = [process.communicate(timeout=300)[1] for process in pair]
        statuses = sorted(process.returncode for process in pair)
        where = f"seed {SEED}, pair {number}: {said}"
        if wait:
            assert statuses == [0, 0], where
        else:
            assert statuses in ([0, 0], [0, 2]), where
            assert statuses == [0, 0] or any("is writing it; try again" in text for text in said), where
        found = numbers(form, output)
        assert found in allowed, where
        if form == "parquet" and statuses == [0, 0]:
            assert found == both, where
        assert {path.name for path in folder.iterdir()} == {PATHS[form]}, where


def test_an_export_killed_again_and_again_is_resumed(tmp_path: Path) -> None:
    choice = random.Random(SEED)
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(4):
        write_games(folder / f"{seed}.jsonl", 1500, seed)
    whole = {name: table.num_rows for name, table in tables_of([str(folder)], jobs=2)[0].items()}
    output = tmp_path / "set"
    command: list[str | Path] = [*PROGRAM, "export", folder, "-o", output]
    for _ in range(KILLS):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=ENVIRONMENT, start_new_session=True)
        time.sleep(0.2 + 4 * choice.random())
        process.kill()  # only the process: its workers must end by themselves
        process.wait()
    ran = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert ran.returncode == 0, ran.stderr
    assert numbers("parquet", output) == whole
    assert [path.name for path in tmp_path.rglob("*") if path.name.endswith((".part", ".lock"))] == []
    parts = {name: sorted(file.name for file in (output / name).iterdir()) for name in TABLES}
    assert all(files == parts["games"] for files in parts.values())
