"""Data sets: written tables are read back, any split gives the same tables, games are added once."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from harmonies_cli.errors import UsageError
from harmonies_cli.statistics.files.dataset import MANIFEST, Dataset, is_dataset
from harmonies_cli.statistics.files.dataset_tables import read_tables
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.files.row_source import tables_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.rows.columns import TABLES
from tests.examples import examples

DATA = Path(__file__).parents[2] / "data"
OPTIONS = RowOptions()


def _lines() -> list[bytes]:
    """Return 19 records, two of them again under another id, and four that are not legal."""
    lines = (DATA / "statistics" / "records.jsonl").read_bytes().splitlines()
    games = [json.loads(file.read_bytes()) for file in sorted((DATA / "games").glob("?p_*.json"))]
    lines += [json.dumps(game).encode() for game in games]
    illegal = dict(games[4], id="illegal", turns=games[4]["turns"][:-1])
    mismatch = dict(games[5], id="mismatch", result={"scores": [1] * len(games[5]["players"])})
    repeated = [dict(games[0], id="again"), dict(games[6], notes="again")]
    lines += [json.dumps(record).encode() for record in (illegal, mismatch, *repeated)]
    return [*lines, b"{", b'{"format": "harmonies-game"}']


LINES = _lines()
NEW = len(LINES) - 6


def without_place(tables: Mapping[str, pa.Table]) -> dict[str, pa.Table]:
    """Return tables without the places that records were read from, and without unreadable records."""
    found = dict(tables)
    games = found["games"].drop_columns(["id", "source", "line", "site_table"])
    readable = [row.as_py() is not None for row in games["kind"]]
    found["games"] = games.filter(pa.array(readable))
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pa.Table]:
    file = tmp_path_factory.mktemp("whole") / "all.jsonl"
    file.write_bytes(b"\n".join(LINES))
    tables, summary = tables_of([str(file)])
    assert (summary.records, summary.added, summary.repeated) == (len(LINES), NEW, 2)
    assert [record.code for record in summary.rejected] == ["game-unfinished", "result-mismatch", "syntax", "schema"]
    return tables


@examples(0.2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), pieces=st.integers(1, 6), jobs=st.sampled_from([1, 1, 1, 1, 2]))
def test_any_split_and_order_of_the_records_gives_the_same_tables(
    whole: dict[str, pa.Table], tmp_path: Path, seed: int, pieces: int, jobs: int
) -> None:
    chance = random.Random(seed)
    lines = LINES.copy()
    chance.shuffle(lines)
    folder = tmp_path / str(seed)
    folder.mkdir(exist_ok=True)
    cuts = sorted(chance.randrange(len(lines) + 1) for _ in range(pieces - 1))
    files = []
    for number, (start, end) in enumerate(zip([0, *cuts], [*cuts, len(lines)], strict=True)):
        if start < end:
            files.append(folder / f"{number}.jsonl")
            files[-1].write_bytes(b"\n".join(lines[start:end]))
    target = folder / "set"
    added = 0
    for file in files:
        added += export_rows([str(file)], Dataset.open_or_create(target, OPTIONS), OPTIONS, jobs=jobs).added
    assert added == NEW
    assert without_place(read_tables(target)) == without_place(whole)
    at_once, summary = tables_of(list(map(str, files)), jobs=jobs)
    assert summary.added == NEW
    assert summary.records == NEW + summary.repeated + len(summary.rejected)
    assert without_place(at_once) == without_place(whole)
    shutil.rmtree(folder)


@pytest.fixture
def dataset(tmp_path: Path) -> Dataset:
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"\n".join(LINES))
    made = Dataset.open_or_create(tmp_path / "set", OPTIONS)
    export_rows([str(file)], made, OPTIONS)
    return made


def test_reading_back_gives_what_was_written(dataset: Dataset, whole: dict[str, pa.Table]) -> None:
    assert is_dataset(dataset.path)
    tables = read_tables(dataset.path)
    assert without_place(tables) == without_place(whole)
    assert list(tables) == list(TABLES)
    for name, table in tables.items():
        assert table.schema.equals(whole[name].schema)


def test_a_data_set_replaces_its_records(dataset: Dataset, whole: dict[str, pa.Table], tmp_path: Path) -> None:
    tables, summary = tables_of([str(dataset.path)])
    assert without_place(tables) == without_place(whole)
    assert (summary.added, len(summary.rejected)) == (NEW, 4)
    copy = Dataset.open_or_create(tmp_path / "copy", OPTIONS)
    export_rows([str(dataset.path), str(tmp_path / "all.jsonl")], copy, OPTIONS)
    assert without_place(read_tables(copy.path)) == without_place(whole)


def test_exporting_again_adds_nothing(dataset: Dataset, tmp_path: Path) -> None:
    parts = dataset.parts()
    again = Dataset.open_or_create(dataset.path, OPTIONS)
    summary = export_rows([str(tmp_path / "all.jsonl")], again, OPTIONS)
    assert (summary.added, summary.known, summary.repeated, len(summary.rejected)) == (0, NEW, 2, 4)
    assert dataset.parts() == parts


def test_parts_of_two_data_sets_copied_together_are_one(whole: dict[str, pa.Table], tmp_path: Path) -> None:
    for number, lines in enumerate((LINES[:12], LINES[8:])):
        file = tmp_path / f"{number}.jsonl"
        file.write_bytes(b"\n".join(lines))
        export_rows([str(file)], Dataset.open_or_create(tmp_path / f"set{number}", OPTIONS), OPTIONS)
    shutil.copytree(tmp_path / "set1", tmp_path / "set0", dirs_exist_ok=True)
    assert without_place(read_tables(tmp_path / "set0")) == without_place(whole)


def test_the_leftovers_of_a_killed_run_do_not_count_as_a_part(dataset: Dataset, whole: dict[str, pa.Table]) -> None:
    for table in ("turns", "seats"):
        (part,) = (dataset.path / table).glob("*.parquet")
        shutil.copy(part, part.with_name("0123456789abcdef.parquet"))
        part.with_name(".x.parquet.0123456789abcdef.part").write_bytes(b"half")
    assert without_place(read_tables(dataset.path)) == without_place(whole)
    Dataset.open_or_create(dataset.path, OPTIONS)
    assert [file.name for file in (dataset.path / "turns").iterdir()] == dataset.parts()


def test_other_options_are_refused(dataset: Dataset) -> None:
    with pytest.raises(UsageError, match="made with the rules of each record, not with --rules bga"):
        Dataset.open_or_create(dataset.path, RowOptions(rules="bga"))


def test_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(UsageError, match="neither empty nor a data set"):
        Dataset.open_or_create(tmp_path, OPTIONS)


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        ("{", "damaged"),
        ("{}", "damaged"),
        ('{"version": 3, "options": {"colour": 3}}', "damaged"),
        ('{"version": 1, "options": {}}', "version 1; .* export the records into a new folder"),
        ('{"version": 99, "options": {}}', "version 99"),
    ],
)
def test_manifest_that_cannot_be_used(dataset: Dataset, manifest: str, message: str) -> None:
    (dataset.path / MANIFEST).write_text(manifest)
    with pytest.raises(UsageError, match=message):
        read_tables(dataset.path)


def test_damaged_part_is_named(dataset: Dataset) -> None:
    (part,) = (dataset.path / "seats").iterdir()
    part.write_bytes(b"PAR1")
    with pytest.raises(UsageError, match=r"seats.*cannot be read"):
        read_tables(dataset.path)


def test_empty_data_set_has_all_columns(tmp_path: Path) -> None:
    made = Dataset.open_or_create(tmp_path / "set", OPTIONS)
    assert {name: table.num_rows for name, table in read_tables(made.path).items()} == dict.fromkeys(TABLES, 0)


def test_illegal_games_that_can_be_replayed_are_included_if_asked(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"\n".join(LINES))
    tables, summary = tables_of([str(file)], RowOptions(include_illegal=True))
    legal, _ = tables_of([str(file)])
    verdict = dict(zip(tables["games"]["game"].to_pylist(), tables["games"]["fault"].to_pylist(), strict=True))
    more = set(tables["seats"]["game"].to_pylist()) - set(legal["seats"]["game"].to_pylist())
    assert {verdict[game] for game in more} == {"game-unfinished"}
    (same,) = summary.same_games  # the one with a wrong result is also there without a fault
    assert (same.id, same.verdict, same.message.partition("; ")[2]) == ("mismatch", "illegal", "they differ in claims")


def test_a_file_in_place_of_a_data_set_is_reported(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(UsageError, match="taken: it is a file, but a data set needs a folder"):
        Dataset.open_or_create(tmp_path / "taken", RowOptions())
