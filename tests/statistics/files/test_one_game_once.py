"""A game counts once, whatever its forms, their order and the number of processes."""

from __future__ import annotations

import csv
import json
import random
import sqlite3
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from harmonies_cli.records.convert import convert, convert_reading
from harmonies_cli.records.files.documents import Document
from harmonies_cli.records.reader import ReadOptions, read_document
from harmonies_cli.rules.board.sides import SIDES
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from tests.cli.command import ROOT, run
from tests.statistics.many_games import game_lines

BGA = ROOT / "tests" / "data" / "bga"
TWICE = ROOT / "tests" / "data" / "one_game_twice"
STATE, LOG = BGA / "gamedatas-2p_A_spirits-06.json.gz", BGA / "log-2p_A_spirits-06-E.json.gz"
CASE = [STATE, LOG, *sorted(TWICE.iterdir())]
PLACE = ["id", "source", "line"]
SIMULATED = 6
Tables = dict[str, pa.Table]
Record = dict[str, Any]


def sorted_tables(tables: Tables) -> dict[str, list[Any]]:
    """Return the rows of all tables without their sources."""
    return {
        name: table.drop_columns([c for c in PLACE if c in table.column_names]).to_pylist()
        for name, table in tables.items()
    }


def turned(side: str, board: str) -> dict[str, str]:
    """Return a board rotated by 180 degrees, as an object of stacks."""
    bits = SIDES[side].column_bits
    stacks = [column.split() for column in board.split(" / ")]
    names = SIDES[side].name_of
    return {
        names[SIDES[side].width - 1 - bit]: stack
        for column, typed in zip(bits, stacks, strict=True)
        for bit, stack in zip(column, typed, strict=True)
        if stack != "."
    }


def typed(record: Record, tables: Tables, *, cards: bool) -> Record:
    """Return the final boards of a game as somebody may type them: rotated, with the seats in another order."""
    seats = tables["seats"].to_pylist()
    held = tables["cards"].to_pylist() + [row for row in tables["spirits"].to_pylist() if row["chosen"]]
    players: list[Record] = []
    for seat in reversed(seats):
        player = {"name": seat["name"].upper(), "board": turned(record["side"], seat["board"])}
        if cards:
            own = [row for row in held if row["seat"] == seat["seat"]]
            player["cards"] = {row["card"]: int(row.get("cubes", row.get("placed")) or 0) for row in own}
        players.append(player)
    solo = {"solo": True} if len(players) == 1 else {}
    return {"format": "harmonies-position", "version": 1, "side": record["side"], **solo, "players": players}


def anonymised(record: Record) -> Record:
    reading = read_document(Document("x", None, json.dumps(record).encode()), ReadOptions())
    found = convert_reading(reading, anonymous=True, key=b"key").record
    assert found is not None
    return found


def games() -> Iterator[tuple[Record, list[Record]]]:
    """Yield games as logs, each with its other forms, including the page state for games of the site."""
    for log in sorted(BGA.glob("log-?p_?_*.json.gz")):
        states = list(BGA.glob(f"gamedatas-{'-'.join(log.name.split('-')[1:3])}.json.gz"))
        (record,) = (done.record for done in convert([str(log)]))
        assert record is not None
        if states:
            (state,) = (done.record for done in convert([str(states[0])]))
            assert state is not None
            yield record, [state]
    for line in game_lines(SIMULATED):
        yield json.loads(line), []


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> list[list[Record]]:
    """Return four forms of each of at least 20 games, the fullest first unless two are equally full."""
    file = tmp_path_factory.mktemp("forms") / "log.json"
    found = []
    for record, states in games():
        file.write_text(json.dumps(record))
        tables, summary = tables_of([str(file)])
        if not summary.added or not tables["games"]["finished"][0].as_py():
            continue
        positions = states or [typed(record, tables, cards=True)]
        found.append([record, anonymised(record), *positions, typed(record, tables, cards=False)])
    assert len(found) >= 20
    return found


@pytest.fixture(scope="module")
def once(forms: list[list[Record]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Return the tables of only the logs; of two logs of a game, the one with the smaller hash stays."""
    file = tmp_path_factory.mktemp("once") / "logs.jsonl"
    file.write_text("".join(json.dumps(form) + "\n" for game in forms for form in game[:2]))
    tables, summary = tables_of([str(file)])
    assert (summary.added, summary.same) == (len(forms), len(forms))
    return sorted_tables(tables)


@pytest.mark.parametrize(("seed", "jobs"), [(0, 1), (1, 1), (2, 2)])
def test_four_forms_in_any_order_give_the_same_tables(
    seed: int, jobs: int, forms: list[list[Record]], once: dict[str, list[Any]], tmp_path: Path
) -> None:
    chance = random.Random(seed)
    records = [json.dumps(form) for game in forms for form in game]
    chance.shuffle(records)
    cuts = [0, *sorted(chance.randrange(len(records)) for _ in range(3)), len(records)]
    files = []
    for number, (start, end) in enumerate(pairwise(cuts)):
        if start < end:
            files.append(str(tmp_path / f"{number}.jsonl"))
            Path(files[-1]).write_text("\n".join(records[start:end]))
    tables, summary = tables_of(files, jobs=jobs)
    assert (summary.records, summary.added, summary.same) == (len(records), len(forms), 3 * len(forms))
    assert len(list(summary.same_games)) == summary.same
    assert sorted_tables(tables) == once
    grown = tmp_path / "set"
    for file in files:
        export_rows([file], Dataset.open_or_create(grown, RowOptions()), jobs=jobs)
    assert sorted_tables(read_tables(grown)) == once
    again, summary = tables_of([str(grown), *files], jobs=jobs)
    assert (summary.added, summary.repeated) == (len(forms), len(records))
    assert sorted_tables(again) == once


@pytest.mark.parametrize("form", ["csv", "sqlite", "xlsx"])
def test_every_format_has_the_game_once_wherever_the_fullest_record_is(form: str, tmp_path: Path) -> None:
    for number, files in enumerate((CASE, CASE[::-1])):
        target = tmp_path / f"{number}.{form}"
        ran = run("export", *files, "--to", form, "-o", target)
        assert ran.status == 0
        assert ran.err.splitlines()[0] == "4 records read, 1 added, 3 duplicates of games already counted."
        assert "Left out: same-game 3; see" in ran.err
        for name in TABLES:
            assert len(rows_of(target, form, name)) == tables_of([str(LOG)])[0][name].num_rows


def rows_of(target: Path, form: str, table: str) -> list[Any]:
    if form == "csv":
        with (target / f"{table}.csv").open(newline="") as file:
            return list(csv.reader(file))[1:]
    if form == "sqlite":
        return sqlite3.connect(target).execute(f"SELECT * FROM {table}").fetchall()
    openpyxl = pytest.importorskip("openpyxl")
    return list(openpyxl.load_workbook(target)[table].iter_rows(min_row=2, values_only=True))


def test_one_table_on_standard_output_has_the_game_once() -> None:
    ran = run("export", *CASE, "--table", "seats")
    assert len(ran.out.splitlines()) == 3
    assert "which is fuller and counts instead; they agree on everything that both record" in ran.err


def test_the_list_names_the_record_that_stays_and_what_differs(tmp_path: Path) -> None:
    (record,) = (done.record for done in convert([str(STATE)]))
    assert record is not None
    record["players"][0]["cards"].popitem()
    record["players"][0].pop("score")
    record["players"][0].pop("cubes", None)
    other = tmp_path / "other.json"
    other.write_text(json.dumps(record))
    target = tmp_path / "set"
    assert run("export", STATE, "-o", target).err == "1 record read, 1 added.\n"
    assert "Replaced by a fuller record: 1 of the games already there." in run("export", LOG, "-o", target).err
    run("export", other, "-o", target)
    with (target / "rejected.csv").open(newline="") as file:
        listed = {Path(row["source"]).name: row for row in csv.DictReader(file)}
    assert {row["code"] for row in listed.values()} == {"same-game"}
    assert listed[STATE.name]["message"] == (
        f"the same game as {LOG}, which is fuller and counts instead; they agree on everything that both record"
    )
    assert listed["other.json"]["message"].endswith("they differ in cards")
    assert run("export", STATE, LOG, other, "-o", target).err.startswith("3 records read, 0 added, 3 already there.\n")


def test_a_table_number_with_two_games_is_reported_and_both_count(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in game_lines(2)]
    for number, record in enumerate(lines):
        record["id"] = "bga-123"
        (tmp_path / f"{number}.json").write_text(json.dumps(record))
    ran = run("export", tmp_path, "-o", tmp_path / "set")
    assert ran.status == 0
    assert "2 records read, 2 added.\n" in ran.err
    assert "Table 123 of the site is recorded with different final boards; each counts: " in ran.err


def test_an_unfinished_game_is_no_form_of_a_finished_one(tmp_path: Path) -> None:
    record = json.loads(next(game_lines(1)))
    record["turns"].pop()
    record.pop("result")
    for number, name in enumerate(("Ann", "Ben")):
        record["players"][0]["name"] = name
        (tmp_path / f"{number}.json").write_text(json.dumps(record | {"unfinished": True}))
    tables, summary = tables_of([str(tmp_path)])
    assert (summary.added, summary.same) == (2, 0)
    assert tables["games"]["fingerprint"].null_count == 2


def test_an_analysis_counts_the_game_once(tmp_path: Path) -> None:
    ran = run("analyse", *CASE, "-o", tmp_path, "--charts", "none", "--tables", "none")
    assert "3 of 4 left out" in ran.out
    assert "3 records of games already counted" in ran.err
