"""Kept ratings: later games continue from them; other games start again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from harmonies_cli.statistics.files.dataset_gathering import RatingsFile
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
