"""Records of a few games, found again in the given files."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pyarrow as pa
import pytest

from harmonies_cli.report.analysis.replay_pages import records_at
from harmonies_cli.simulate.series import Terms, fixtures_of, play_fixtures
from harmonies_cli.statistics.files.dataset_tables import Place, places_of
from harmonies_cli.statistics.files.row_source import tables_of

TERMS = Terms(1, "A", True, "rulebook")


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return [game.line for game in play_fixtures(TERMS, fixtures_of(TERMS, 6, ["random"] * 2), jobs=1)]


@pytest.fixture
def given(lines: list[bytes], tmp_path: Path) -> list[str]:
    """Six games: two in a file, one in a packed file, one in a folder, two in an archive."""
    (tmp_path / "a.jsonl").write_bytes(b"\n" + b"".join(lines[:2]))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(lines[2]))
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "one.json").write_bytes(lines[3])
    with zipfile.ZipFile(tmp_path / "d.zip", "w") as archive:
        archive.writestr("e.json", lines[4])
        archive.writestr("f.jsonl", lines[5])
    return [str(tmp_path / name) for name in ("a.jsonl", "b.jsonl.gz", "c", "d.zip")]


def test_each_record_is_found_where_it_was_read(given: list[str], lines: list[bytes]) -> None:
    games = tables_of(given)[0]["games"]
    places = places_of([games], games["game"].to_pylist())
    found = dict(records_at(given, places))
    assert set(found) == set(places)
    assert {reading.data.strip() for reading in found.values()} == {line.strip() for line in lines}


def test_only_the_records_of_the_games_asked_for(given: list[str], lines: list[bytes]) -> None:
    games = tables_of(given)[0]["games"]
    (second,) = (row["game"] for row in games.to_pylist() if row["line"] == 3)
    ((game, reading),) = records_at(given, places_of([games.slice(0, 3), games.slice(3)], [second]))
    assert (game, reading.data.strip()) == (second, lines[1].strip())


def test_records_that_were_not_given_are_not_read(given: list[str], lines: list[bytes]) -> None:
    games = tables_of(given)[0]["games"]
    places = places_of([games], games["game"].to_pylist())
    assert len(dict(records_at([*given[1:], "-"], places))) == len(lines) - 2


def test_a_record_that_has_changed_is_left_out(given: list[str], lines: list[bytes]) -> None:
    games = tables_of(given)[0]["games"]
    places = places_of([games], games["game"].to_pylist())
    Path(given[0]).write_bytes(b"\n" + lines[0] + lines[3])
    Path(given[1]).unlink()
    assert len(dict(records_at(given, places))) == len(lines) - 2


def test_a_game_without_a_row_has_no_place() -> None:
    table = pa.table({"game": [1, 2], "source": ["a", "b"], "line": [None, 7]})
    assert places_of([table], [2, 3]) == {2: Place("b", 7)}
