"""Sums kept beside the parts of a data set: they save work, change nothing, and are never used when stale."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from harmonies_cli.statistics.analysis import Analysis, analyse, analyse_dataset
from harmonies_cli.statistics.files import kept_sums
from harmonies_cli.statistics.files.dataset import Dataset
from harmonies_cli.statistics.files.dataset_aggregates import row_parts
from harmonies_cli.statistics.files.export import export_rows
from harmonies_cli.statistics.files.kept_sums import FOLDER
from harmonies_cli.statistics.files.record_facts import Facts, facts_of
from harmonies_cli.statistics.rows.chunk_rows import RowOptions
from harmonies_cli.statistics.selection import SelectedGames, Selection
from harmonies_cli.statistics.strength.sample import Sample
from harmonies_cli.statistics.strength.sample_rows import sample_of
from tests.cli.command import ROOT
from tests.statistics.many_games import game_lines

BGA = ROOT / "tests" / "data" / "bga"
STATE, LOG = BGA / "gamedatas-2p_A_spirits-06.json.gz", BGA / "log-2p_A_spirits-06-E.json.gz"
GAMES = list(game_lines(24))
ONLY = ("seats", "players")
MORE = (*ONLY, "rows", "cards", "totals", "head_to_head")


def added(folder: Path, name: str, data: bytes | Path) -> Dataset:
    """Add a part to a data set."""
    file = data if isinstance(data, Path) else folder.with_name(f"{name}.jsonl")
    if isinstance(data, bytes):
        file.write_bytes(data)
    dataset = Dataset.open_or_create(folder, RowOptions())
    export_rows([str(file)], dataset, RowOptions(), jobs=1)
    return dataset


@pytest.fixture(scope="module")
def four_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("parts") / "set"
    for number in range(4):
        added(folder, str(number), b"".join(GAMES[5 * number : 5 * number + 5]))
    return folder


@pytest.fixture
def dataset(four_parts: Path, tmp_path: Path) -> Dataset:
    """A data set of four parts, of 20 games."""
    shutil.copytree(four_parts, tmp_path / "set")
    return Dataset.open_or_create(tmp_path / "set", RowOptions())


_ONE_PASS: dict[object, Analysis] = {}


def one_pass(dataset: Dataset, selection: Selection | None, only: tuple[str, ...]) -> Analysis:
    """Return the analysis in one pass; parts are named after their content, so equal parts give equal analyses."""
    key = tuple(dataset.parts()), selection, only
    if key not in _ONE_PASS:
        _ONE_PASS[key] = analyse(row_parts(dataset), selection, only=only)
    return _ONE_PASS[key]


@pytest.fixture
def sample_sizes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The numbers of games that were processed rather than read from sums."""
    numbers: list[int] = []

    def counted(chosen: SelectedGames, tables: Mapping[str, Any]) -> Sample:
        numbers.append(len(chosen.games))
        return sample_of(chosen, tables)

    monkeypatch.setattr("harmonies_cli.statistics.aggregation.sample_of", counted)
    yield numbers


def worked_on(
    dataset: Dataset, sample_sizes: list[int], selection: Selection | None = None, only: tuple[str, ...] = ONLY
) -> int:
    """Return how many games an analysis processed; its tables must be those of one pass over everything."""
    sample_sizes.clear()
    found = analyse_dataset(Dataset(dataset.path), selection, only=only)
    number = sum(sample_sizes)
    expect_equal(found, one_pass(dataset, selection, only))
    return number


def expect_equal(one: Analysis, other: Analysis) -> None:
    assert (one.records, one.left_out, one.rules, one.dates) == (
        *(other.records, other.left_out, other.rules, other.dates),
    )
    assert list(one.tables) == list(other.tables)
    for name, table in one.tables.items():
        pd.testing.assert_frame_equal(table, other.tables[name], check_exact=True)


def test_only_new_parts_are_worked_on(dataset: Dataset, sample_sizes: list[int]) -> None:
    assert worked_on(dataset, sample_sizes, only=MORE) == 20
    assert worked_on(dataset, sample_sizes, only=MORE) == 0
    added(dataset.path, "new", b"".join(GAMES[20:]))
    assert worked_on(dataset, sample_sizes, only=MORE) == 4
    assert worked_on(dataset, sample_sizes, only=MORE) == 0
    assert len(list((dataset.path / FOLDER).glob("*.npz"))) == 2


def test_which_records_count_is_read_of_new_parts_only(dataset: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers: list[int] = []

    def counted(games: pa.Table) -> Facts:
        numbers.append(len(games))
        return facts_of(games)

    monkeypatch.setattr("harmonies_cli.statistics.files.dataset_tables.facts_of", counted)
    analyse_dataset(dataset, only=ONLY)
    assert sum(numbers) == 20
    analyse_dataset(Dataset(dataset.path), only=ONLY)
    added(dataset.path, "new", b"".join(GAMES[20:]))
    numbers.clear()
    analyse_dataset(Dataset(dataset.path), Selection(side="A"), only=ONLY)
    assert numbers == [4]


def test_many_files_become_one(dataset: Dataset, sample_sizes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_sums, "_MOST_FILES", 2)
    worked_on(dataset, sample_sizes)
    for number, line in enumerate(GAMES[20:23]):
        added(dataset.path, f"new{number}", line)
        assert worked_on(dataset, sample_sizes) == 1
    assert len(list((dataset.path / FOLDER).glob("*.npz"))) == 2
    assert worked_on(dataset, sample_sizes) == 0


def test_each_selection_has_its_own_sums(dataset: Dataset, sample_sizes: list[int]) -> None:
    worked_on(dataset, sample_sizes)
    assert worked_on(dataset, sample_sizes, Selection(since="2020")) == 0  # no game has a date, so none is processed
    assert worked_on(dataset, sample_sizes, Selection(players=(2,))) == 20
    assert worked_on(dataset, sample_sizes) == 0


def test_a_replaced_part_is_worked_on_again(dataset: Dataset, sample_sizes: list[int]) -> None:
    worked_on(dataset, sample_sizes)
    file = dataset.path / "turns" / dataset.parts()[0]
    os.utime(file, ns=(1, 1))
    assert worked_on(dataset, sample_sizes) == 20
    assert worked_on(dataset, sample_sizes) == 0


def test_another_record_that_represents_a_game_is_noticed(tmp_path: Path, sample_sizes: list[int]) -> None:
    folder = tmp_path / "set"
    added(folder, "state", STATE)
    assert worked_on(added(folder, "games", b"".join(GAMES[:3])), sample_sizes) == 4
    dataset = added(folder, "log", LOG)  # holds more of the same game
    assert worked_on(dataset, sample_sizes) == 4
    assert worked_on(dataset, sample_sizes) == 0


def test_sums_of_another_program_are_recomputed(
    dataset: Dataset, sample_sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    worked_on(dataset, sample_sizes)
    [old] = (dataset.path / FOLDER).glob("*.npz")
    monkeypatch.setattr(kept_sums, "program", lambda: "other")
    assert worked_on(dataset, sample_sizes) == 20
    [new] = (dataset.path / FOLDER).glob("*.npz")
    assert new != old


@pytest.mark.parametrize("damage", [lambda data: data[:100], lambda data: b"", lambda data: data[:-9] + b"123456789"])
def test_damaged_sums_are_recomputed(dataset: Dataset, sample_sizes: list[int], damage) -> None:  # type: ignore[no-untyped-def]
    worked_on(dataset, sample_sizes)
    [file] = (dataset.path / FOLDER).glob("*.npz")
    file.write_bytes(damage(file.read_bytes()))
    assert worked_on(dataset, sample_sizes) == 20
    assert worked_on(dataset, sample_sizes) == 0


def test_a_data_set_that_cannot_be_written_works_without(dataset: Dataset, sample_sizes: list[int]) -> None:
    (dataset.path / FOLDER).write_text("in the way")
    assert worked_on(dataset, sample_sizes) == 20
    assert worked_on(dataset, sample_sizes) == 20


def test_a_player_against_the_field_is_recomputed(dataset: Dataset, sample_sizes: list[int]) -> None:
    name = analyse(row_parts(dataset), only=("players",)).tables["players"]["player"][0]
    assert worked_on(dataset, sample_sizes, Selection(player=name)) == 20
    assert not list((dataset.path / FOLDER).glob("*.npz"))  # only the ratings are kept


def test_a_data_set_without_records_has_no_games(tmp_path: Path, sample_sizes: list[int]) -> None:
    dataset = Dataset.open_or_create(tmp_path / "set", RowOptions())
    for _ in range(2):
        assert worked_on(dataset, sample_sizes) == 0
        assert analyse_dataset(dataset).games == 0
