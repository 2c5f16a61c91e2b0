"""What is kept beside a data set: ratings, from which later games continue, and facts about records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from harmonies_cli.statistics.files.dataset_aggregates import FactsFile, RatingsFile
from harmonies_cli.statistics.files.kept_sums import KeptSums
from harmonies_cli.statistics.selection import Selection
from harmonies_cli.statistics.strength.ratings import ratings_after


@pytest.fixture
def seats() -> pd.DataFrame:
    chance = np.random.default_rng(3)
    players = np.argsort(chance.random((60, 8)), axis=1)[:, :2].ravel()
    return pd.DataFrame(
        {
            "game_index": np.repeat(np.arange(60), 2),
            "game": np.repeat(chance.integers(0, 2**60, 60), 2),
            "player": np.char.add("p", players.astype(str)).astype(object),
            "rank": np.tile([1, 2], 60),
            "dated": True,
        }
    )


@pytest.fixture
def file(tmp_path: Path) -> RatingsFile:
    return RatingsFile(KeptSums(tmp_path, Selection()))


def test_later_games_continue_from_kept_ratings(seats: pd.DataFrame, file: RatingsFile) -> None:
    file.save(seats[:80], *ratings_after(seats[:80]))
    known = file.load(seats)
    assert known is not None
    assert len(known[0]) == 80
    for found, expected in zip(ratings_after(seats, known), ratings_after(seats), strict=True):
        assert found.tolist() == expected.tolist()


@pytest.mark.parametrize("column", ["game", "player", "rank"])
def test_other_games_are_rated_from_the_start(seats: pd.DataFrame, file: RatingsFile, column: str) -> None:
    file.save(seats[:80], *ratings_after(seats[:80]))
    other = seats.copy()
    other.loc[10:11, column] = other.loc[[11, 10], column].to_numpy() if column != "game" else 7
    assert file.load(other) is None
    assert file.load(seats[:60]) is None


SIZES = {"one": "a", "two": "b"}
FACTS = {
    "one": {"game": np.array([5, 7]), "legal": np.array([True, False])},
    "two": {"game": np.array([9]), "legal": np.array([True])},
}


def facts_in(folder: Path, sizes: dict[str, str]) -> dict[str, dict[str, list[object]]]:
    found = FactsFile(folder).load(sizes)
    return {part: {name: column.tolist() for name, column in facts.items()} for part, facts in found.items()}


def test_facts_of_unchanged_parts_are_kept(tmp_path: Path) -> None:
    FactsFile(tmp_path).save(SIZES, FACTS)
    one = {"game": [5, 7], "legal": [True, False]}
    assert facts_in(tmp_path, SIZES) == {"one": one, "two": {"game": [9], "legal": [True]}}
    assert facts_in(tmp_path, SIZES | {"three": "c"}).keys() == {"one", "two"}
    assert facts_in(tmp_path, {"one": "a", "two": "replaced"}) == {"one": one}
    assert facts_in(tmp_path, {"one": "a"}) == {"one": one}


def test_facts_are_written_if_enough_parts_are_new(tmp_path: Path) -> None:
    FactsFile(tmp_path).save(SIZES, FACTS)
    [file] = (tmp_path / "sums" / "records").glob("*.npz")
    before = file.stat().st_mtime_ns
    kept = FactsFile(tmp_path)
    kept.load(SIZES)
    kept.save(SIZES, FACTS)
    assert file.stat().st_mtime_ns == before
    many = {f"part {number}": "c" for number in range(38)}
    facts = FACTS | dict.fromkeys(many, FACTS["two"])
    kept.save(SIZES | dict(list(many.items())[:1]), facts)
    kept = FactsFile(tmp_path)
    kept.load(SIZES | many)
    kept.save(SIZES | many, facts)
    assert len(facts_in(tmp_path, SIZES | many)) == 40
    kept = FactsFile(tmp_path)
    kept.load(SIZES | many)
    kept.save(SIZES | many | {"another": "d", "one": "replaced"}, facts | {"another": FACTS["two"]})
    assert len(facts_in(tmp_path, SIZES | many)) == 40


@pytest.mark.parametrize("damage", [lambda data: data[:100], lambda data: b""])
def test_damaged_facts_are_not_used(tmp_path: Path, damage) -> None:  # type: ignore[no-untyped-def]
    FactsFile(tmp_path).save(SIZES, FACTS)
    [file] = (tmp_path / "sums" / "records").glob("*.npz")
    file.write_bytes(damage(file.read_bytes()))
    assert facts_in(tmp_path, SIZES) == {}


def test_facts_of_another_program_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harmonies_cli.statistics.files.dataset_aggregates.program", lambda: "old")
    FactsFile(tmp_path).save(SIZES, FACTS)
    monkeypatch.undo()
    assert facts_in(tmp_path, SIZES) == {}
    FactsFile(tmp_path).save(SIZES, FACTS)
    assert len(list((tmp_path / "sums" / "records").glob("*.npz"))) == 1
